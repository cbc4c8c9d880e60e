package experiment

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/normlet/normlet/train/data"
)

// Entities on a map of names, and the most names of each.
const (
	mapEntities = 6
	mapNames    = 25
)

// encoderMap is nameMap for an encoder.
func encoderMap(ctx context.Context, e NamedEncoder, t *data.Terminology) (Figure, error) {
	f, err := nameMap(ctx, e.Encoder.Encode, t)
	f.Title += ", " + e.Name
	return f, err
}

// nameMap draws the names of the first entities of t in the plane, by the vectors of their texts.
func nameMap(ctx context.Context, vector func(dst []float32, text string) []float32, t *data.Terminology) (Figure, error) {
	f := Figure{Points: true, Title: "Names", X: "t-SNE 1", Y: "t-SNE 2"}
	var vectors []float32
	for _, e := range t.Entities[:min(mapEntities, len(t.Entities))] {
		for _, n := range e.Names[:min(mapNames, len(e.Names))] {
			vectors = vector(vectors, n.Text)
		}
	}
	dim := len(vector(nil, ""))
	points := mat.NewDense(len(vectors)/dim, dim, nil)
	for i, v := range vectors {
		points.Set(i/dim, i%dim, float64(v))
	}
	x, y, err := tsne(ctx, points)
	if err != nil {
		return f, fmt.Errorf("map of names: %w", err)
	}
	at := 0
	for _, e := range t.Entities[:min(mapEntities, len(t.Entities))] {
		s := Series{Name: shortened(e.Names[0].Text)}
		for i, n := range e.Names[:min(mapNames, len(e.Names))] {
			label := ""
			if i < 2 { // more would hide the points
				label = n.Text
			}
			s.add(x[at], y[at])
			s.Labels = append(s.Labels, label)
			at++
		}
		f.Series = append(f.Series, s)
	}
	return f, nil
}

// shortened returns as much of a name as a legend has room for.
func shortened(name string) string {
	const most = 24
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
