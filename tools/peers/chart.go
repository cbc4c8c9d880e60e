package main

import (
	"bytes"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
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
		label.Offset = vg.Point{X: 6, Y: 4}
		p.Add(point, label)
	}
	p.X.Min, p.X.Max = p.X.Min/2, p.X.Max*4 // room for the labels
	p.Y.Min, p.Y.Max = p.Y.Min-0.02, p.Y.Max+0.02
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Variant, a.Tick.Label.Font.Variant = "Sans", "Sans"
	}
	p.Title.TextStyle.Font.Variant = "Sans"
	c := vgsvg.New(18*vg.Centimeter, 11*vg.Centimeter)
	all := draw.New(c)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	p.Draw(draw.Crop(all, 9, -9, 9, -9))
	var b bytes.Buffer
	_, err := c.WriteTo(&b)
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif")), err
}
