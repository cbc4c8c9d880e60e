//go:build plot

package experiment

import (
	"slices"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

const labelSize = 9

// box is a rectangle, in shares of the diagram's width and height.
type box struct{ x0, y0, x1, y1 float64 }

func (a box) meets(b box) bool { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 }

// The sizes of things, as shares of a diagram of about 380 by 270 points.
const (
	lineHeight = float64(labelSize) * 1.2 / 270
	character  = float64(labelSize) * 0.66 / 380
	gap        = 0.016 // between a label and its point
)

// newLabels finds places for the labels of f: right of the point, left, above or below, whichever
// first hides nothing. A label without a place is left out, as is one that its point has already.
func newLabels(f *Figure, p *plot.Plot) plotter.XYLabels {
	type spot struct {
		x, y  float64
		label string
	}
	var out plotter.XYLabels
	spanX, spanY := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	at := func(s *Series, j int) (x, y float64) {
		return (float64(s.X[j]) - p.X.Min) / spanX, (float64(s.Y[j]) - p.Y.Min) / spanY
	}
	seen, taken := map[spot]bool{}, marks(f, at)
	for i := len(f.Series) - 1; i >= 0; i-- { // the mention comes last and has the first choice
		s := &f.Series[i]
		for j, label := range s.Labels {
			x, y := at(s, j)
			if label == "" || seen[spot{x, y, label}] {
				continue
			}
			seen[spot{x, y, label}] = true
			if b, ok := place(x, y, character*float64(utf8.RuneCountInString(label)), taken); ok {
				taken = append(taken, b)
				out.XYs = append(out.XYs, plotter.XY{X: p.X.Min + spanX*b.x0, Y: p.Y.Min + spanY*(b.y0+lineHeight/4)})
				out.Labels = append(out.Labels, label)
			}
		}
	}
	return out
}

// marks returns where the points are, of which the last one's is the largest.
func marks(f *Figure, at func(s *Series, j int) (x, y float64)) []box {
	var out []box
	for i := range f.Series {
		half := gap / 2
		if i == len(f.Series)-1 {
			half = gap
		}
		for j := range f.Series[i].X {
			x, y := at(&f.Series[i], j)
			out = append(out, box{x - half, y - 1.4*half, x + half, y + 1.4*half})
		}
	}
	return out
}

// place returns a free rectangle of width w, a line high, near (x, y).
func place(x, y, w float64, taken []box) (box, bool) {
	const h = lineHeight
	for _, away := range []float64{1, 2, 4} {
		d := gap * away
		for _, at := range [][2]float64{{x + d, y - h/2}, {x - d - w, y - h/2}, {x - w/2, y + d}, {x - w/2, y - d - h}, {x + d, y + d}, {x + d, y - d - h}, {x - d - w, y + d}, {x - d - w, y - d - h}} {
			b := box{at[0], at[1], at[0] + w, at[1] + h}
			if b.x0 < 0 || b.x1 > 1 || b.y0 < 0 || b.y1 > 1 {
				continue
			}
			if !slices.ContainsFunc(taken, b.meets) {
				return b, true
			}
		}
	}
	return box{}, false
}
