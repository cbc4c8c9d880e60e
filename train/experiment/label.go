package experiment

import (
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// labelSize is the height of labels in points.
const labelSize = 9

// box is a rectangle, in shares of the diagram's width and height.
type box struct{ x0, y0, x1, y1 float64 }

func (a box) meets(b box) bool { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 }

// newLabels finds places for the labels of f: right of the point, left, above or
// below, whichever first hides nothing. A label without a place is left out.
func newLabels(f *Figure, p *plot.Plot) plotter.XYLabels {
	const (
		lineHeight = float64(labelSize) * 1.2 / 270  // of a diagram of about 270 points
		character  = float64(labelSize) * 0.66 / 380 // of about 380
		gap        = 0.016
	)
	spanX, spanY := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	var out plotter.XYLabels
	var taken []box
	for i := range f.Series {
		for j := range f.Series[i].X {
			x, y := (float64(f.Series[i].X[j])-p.X.Min)/spanX, (float64(f.Series[i].Y[j])-p.Y.Min)/spanY
			half := gap / 2
			if i == len(f.Series)-1 { // the mention's own mark is larger
				half = gap
			}
			taken = append(taken, box{x - half, y - 1.4*half, x + half, y + 1.4*half})
		}
	}
	for i := len(f.Series) - 1; i >= 0; i-- { // the mention comes last and has the first choice
		s := &f.Series[i]
		for j, label := range s.Labels {
			if label == "" {
				continue
			}
			x, y := (float64(s.X[j])-p.X.Min)/spanX, (float64(s.Y[j])-p.Y.Min)/spanY
			w := character * float64(utf8.RuneCountInString(label))
			if b, ok := place(x, y, w, lineHeight, gap, taken); ok {
				taken = append(taken, b)
				out.XYs = append(out.XYs, plotter.XY{X: p.X.Min + spanX*b.x0, Y: p.Y.Min + spanY*(b.y0+lineHeight/4)})
				out.Labels = append(out.Labels, label)
			}
		}
	}
	return out
}

// place returns a free rectangle of width w and height h near (x, y).
func place(x, y, w, h, gap float64, taken []box) (box, bool) {
	for _, away := range []float64{1, 2, 4} {
		d := gap * away
		for _, at := range [][2]float64{{x + d, y - h/2}, {x - d - w, y - h/2}, {x - w/2, y + d}, {x - w/2, y - d - h}, {x + d, y + d}, {x + d, y - d - h}, {x - d - w, y + d}, {x - d - w, y - d - h}} {
			b := box{at[0], at[1], at[0] + w, at[1] + h}
			if b.x0 < 0 || b.x1 > 1 || b.y0 < 0 || b.y1 > 1 {
				continue
			}
			free := true
			for _, t := range taken {
				free = free && !b.meets(t)
			}
			if free {
				return b, true
			}
		}
	}
	return box{}, false
}
