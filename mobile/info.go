package mobile

import (
	"math"
	"strings"

	"github.com/normlet/normlet/core"
)

// Info describes a pack. Texts that the pack does not state are empty.
type Info struct {
	// Name is the name of the terminology.
	Name string
	// Version is the version of the terminology.
	Version string
	// Date is the date of the terminology, as its source writes it.
	Date string
	// License is the licence of the terminology, which an app must honour.
	License string
	// Source is where the terminology comes from.
	Source string
	// Namespaces are the namespaces of the pack, joined by commas.
	Namespaces string
	// EntityCount is how many entities the pack has.
	EntityCount int
	// NameCount is the number of names.
	NameCount int
	// MaxPrecision is the highest Options.MinPrecision that the pack accepts, 0 if it promises none.
	MaxPrecision float64

	points []OperatingPoint
}

// OperatingPoint says which share of mentions has an answer if at least a share Precision of the answers must be
// right, as measured when the pack was built.
type OperatingPoint struct{ Precision, Coverage float64 }

// PointCount returns the number of operating points.
func (i *Info) PointCount() int {
	if i == nil {
		return 0
	}
	return len(i.points)
}

// Point returns an operating point, counted from 0, by rising precision; outside 0 to PointCount - 1 it returns null.
func (i *Info) Point(at int) *OperatingPoint {
	if at < 0 || at >= i.PointCount() {
		return nil
	}
	point := i.points[at]
	return &point
}

func newInfo(c *core.Normalizer) *Info {
	i, calibration := c.Info(), c.Calibration()
	var points []OperatingPoint
	for _, p := range calibration.Points {
		points = append(points, OperatingPoint{round(p.Precision), round(p.Coverage)})
	}
	return &Info{
		Name: i.Value("name"), Version: i.Value("version"), Date: i.Value("date"), License: i.Value("license"),
		Source: i.Value("source"), Namespaces: strings.Join(i.Namespaces, ","), EntityCount: i.Entities, NameCount: i.Names,
		MaxPrecision: calibration.Promise(), points: points,
	}
}

// round returns the decimal number that a float32 share stands for.
func round(share float32) float64 { return math.Round(float64(share)*1e4) / 1e4 }
