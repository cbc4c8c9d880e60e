//go:build plot

package experiment

import (
	"bytes"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a figure, and how much of its width the legend takes.
const (
	width       = 20 * vg.Centimeter
	height      = 12 * vg.Centimeter
	legendWidth = 5 * vg.Centimeter
	border      = 0.3 * vg.Centimeter
)

// fewPoints is how many points of a line are marked, each with a tick of its own.
const fewPoints = 12

// colours can be told apart by most people who are colour-blind, too (Okabe and Ito).
var colours = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x70, 0x40, 0x20, 0xff},
}

var (
	grey  = color.RGBA{0x99, 0x99, 0x99, 0xff}
	black = color.RGBA{0, 0, 0, 0xff}
)

// Draw returns a figure as SVG, on white, so that it can be read on dark pages.
func Draw(f *Figure) ([]byte, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = f.Title, f.X, f.Y
	p.Title.Padding = 3 * vg.Millimeter
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, vg.Millimeter
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &legend.TextStyle} {
		sans(style)
	}
	legend.TextStyle.Font.Size = 9
	f.axes(p)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xe0}, color.Gray{0xe0}
	p.Add(grid)
	if err := f.addSeries(p, &legend); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	c := vgsvg.New(width, height)
	all := draw.New(c)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	p.Draw(draw.Crop(all, border, -border-legendWidth, border, -border))
	legend.Draw(draw.Crop(all, width-legendWidth, -border, border, -border-0.8*vg.Centimeter))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	const family = "font-family:Liberation Sans" // which few have
	return bytes.ReplaceAll(b.Bytes(), []byte(family), []byte(family+",Arial,Helvetica,sans-serif")), nil
}

func sans(s *text.Style) { s.Font.Variant = "Sans" }

func (f *Figure) axes(p *plot.Plot) {
	if f.Points {
		p.X.Padding, p.Y.Padding = vg.Millimeter, vg.Millimeter
	}
	if f.LogX {
		p.X.Scale = plot.LogScale{}
	}
	if len(f.Series) > 0 && !f.Points && len(f.Series[0].X) <= fewPoints {
		var ticks plot.ConstantTicks
		for _, x := range f.Series[0].X { // all series have the same
			ticks = append(ticks, plot.Tick{Value: float64(x), Label: fmt.Sprint(float64(x))})
		}
		p.X.Tick.Marker = ticks
	}
	if f.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
}

// addSeries draws all series. A dashed one has the colour of the one before.
func (f *Figure) addSeries(p *plot.Plot, legend *plot.Legend) error {
	next := 0
	for i := range f.Series {
		s := &f.Series[i]
		points := make(plotter.XYs, len(s.X))
		for j := range points {
			points[j].X, points[j].Y = float64(s.X[j]), float64(s.Y[j])
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		if !s.Dashed || i == 0 {
			next++
		}
		line.Color, line.Width = colours[(next-1)%len(colours)], 1.5
		marks.Shape, marks.Radius = draw.CircleGlyph{}, 2.5
		switch {
		case f.Points && s.Labels == nil:
			line.Color, marks.Radius = grey, 2
			next--
		case f.Points && i == len(f.Series)-1 && len(s.X) == 1: // the mention
			line.Color, marks.Shape, marks.Radius = black, draw.PyramidGlyph{}, 5
		}
		if s.Dashed {
			line.Dashes = []vg.Length{4, 3}
		}
		marks.Color = line.Color
		switch {
		case f.Points:
			p.Add(marks)
			legend.Add(s.Name, marks)
		case len(points) > fewPoints:
			p.Add(line)
			legend.Add(s.Name, line)
		default:
			p.Add(line, marks)
			legend.Add(s.Name, line, marks)
		}
	}
	return f.addLabels(p)
}

// addLabels writes the labels of all points, each where it hides no other.
func (f *Figure) addLabels(p *plot.Plot) error {
	if f.Points { // room for marks and labels at the edges
		for _, a := range []*plot.Axis{&p.X, &p.Y} {
			room := 0.06 * (a.Max - a.Min)
			a.Min, a.Max = a.Min-room, a.Max+room
		}
	}
	placed := newLabels(f, p)
	if len(placed.XYs) == 0 {
		return nil
	}
	labels, err := plotter.NewLabels(placed)
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		sans(&labels.TextStyle[i])
		labels.TextStyle[i].Font.Size = labelSize
	}
	p.Add(labels)
	return nil
}
