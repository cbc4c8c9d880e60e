package main

import (
	"bytes"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// chart draws H@1 against the time of a look-up, means over the lists, as SVG on white.
func (rep *report) chart() ([]byte, error) {
	p := plot.New()
	p.Title.Text = "Right answers and time of a look-up"
	p.X.Label.Text, p.Y.Label.Text = "microseconds (p50, geometric mean over the lists)", "H@1 (mean over the lists)"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	for _, s := range []*vg.Length{&p.X.Padding, &p.Y.Padding, &p.Title.Padding} {
		*s = 3 * vg.Millimeter
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xe0}, color.Gray{0xe0}
	p.Add(grid)
	for i, f := range rep.Overall {
		at := plotter.XYs{{X: f.P50, Y: f.H1}}
		point, err := plotter.NewScatter(at)
		if err != nil {
			return nil, err
		}
		point.Shape, point.Radius, point.Color = draw.CircleGlyph{}, 4, color.RGBA{0x00, 0x72, 0xb2, 0xff}
		if i == 0 {
			point.Color = color.RGBA{0xd5, 0x5e, 0x00, 0xff}
		}
		label, err := plotter.NewLabels(plotter.XYLabels{XYs: at, Labels: []string{f.Peer}})
		if err != nil {
			return nil, err
		}
		label.Offset = vg.Point{X: 6, Y: 3}
		if rep.crowded(&f) {
			label.Offset.X, label.TextStyle[0].XAlign = -6, text.XRight
		}
		sans(&label.TextStyle[0])
		p.Add(point, label)
	}
	p.Y.Min, p.Y.Max = p.Y.Min-0.02, p.Y.Max+0.02
	for _, s := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		sans(s)
	}
	c := vgsvg.New(18*vg.Centimeter, 11*vg.Centimeter)
	all := draw.New(c)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	p.Draw(draw.Crop(all, 9, -9, 9, -9))
	var b bytes.Buffer
	_, err := c.WriteTo(&b)
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif")), err
}

// crowded reports whether another point is close on the right, where the label would be.
func (rep *report) crowded(f *figures) bool {
	return slices.ContainsFunc(rep.Overall, func(g figures) bool {
		return f.P50 < g.P50 && g.P50 < 8*f.P50 && math.Abs(f.H1-g.H1) < 0.015
	})
}

func sans(s *text.Style) { s.Font.Variant = "Sans" }
