package link

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/kg"
)

// Space is the entities of a pack that a knowledge graph has vectors of.
type Space struct {
	Entities []int32   // of the pack, ascending
	Vectors  nn.Matrix // a row for each, scaled so that the mean square of their lengths is 1

	unit nn.Matrix // the same, each of length 1, or 0
}

// errNoEntities is returned for a graph that has no entity of the pack.
var errNoEntities = errors.New("link: the graph has none of the entities; do its ids have the prefixes of the pack's, as in NCBIGene:7157?")

// NewSpace returns the space of those of the entities, ascending numbers, whose id the model knows.
func NewSpace(m *kg.Model, entities []int32, id func(entity int32) string) (*Space, error) {
	s := &Space{}
	var rows []int
	for _, e := range entities {
		if r, ok := m.ID(id(e)); ok {
			s.Entities = append(s.Entities, e)
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		return nil, errNoEntities
	}
	s.Vectors, s.unit = nn.NewMatrix(len(rows), 2*m.Rank), nn.NewMatrix(len(rows), 2*m.Rank)
	squares := 0.0
	for i, r := range rows {
		v := m.Entity(r)
		copy(nn.Row(s.Vectors, i), v)
		square := f32.Dot(v, v)
		squares += float64(square)
		if square > 0 {
			copy(nn.Row(s.unit, i), v)
			f32.Scale(1/f32.Sqrt(square), nn.Row(s.unit, i))
		}
	}
	if squares > 0 {
		f32.Scale(float32(math.Sqrt(float64(len(rows))/squares)), s.Vectors.Data)
	}
	return s, nil
}

func (s *Space) dim() int { return s.Vectors.Cols }

// Row returns the row of an entity, and whether it has one.
func (s *Space) Row(entity int32) (int32, bool) {
	i, ok := slices.BinarySearch(s.Entities, entity)
	return int32(i), ok
}

// cosine returns the cosine of a row and z, 0 if one of them is zero.
func (s *Space) cosine(row int, z []float32) float32 {
	return f32.Dot(nn.Row(s.unit, row), z) * inverse(z)
}

func (s *Space) cosines(z []float32) []float32 {
	out := make([]float32, len(s.Entities))
	f32.MatVec(out, s.unit.Data, z)
	f32.Scale(inverse(z), out)
	return out
}

// inverse returns 1 over the length of z, 0 for a length of 0.
func inverse(z []float32) float32 {
	if square := f32.Dot(z, z); square > 0 {
		return 1 / f32.Sqrt(square)
	}
	return 0
}

// nearest returns the k rows of the highest cosines, best first; equal ones by row.
func nearest(cosines []float32, k int) []int32 {
	compare := func(a, b int32) int { return cmp.Or(cmp.Compare(cosines[b], cosines[a]), cmp.Compare(a, b)) }
	top := make([]int32, 0, k+1)
	for i := range cosines {
		if len(top) == k && (k == 0 || compare(int32(i), top[k-1]) > 0) {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, int32(i), compare)
		top = slices.Insert(top, at, int32(i))
		top = top[:min(k, len(top))]
	}
	return top
}

// rankOf returns how many rows have a higher cosine than the best of the given ones, or an equal one and come first.
func rankOf(cosines []float32, rows []int32) int {
	best := rows[0]
	for _, r := range rows[1:] {
		if cosines[r] > cosines[best] {
			best = r
		}
	}
	before := 0
	for i, c := range cosines {
		if c > cosines[best] || c == cosines[best] && int32(i) < best {
			before++
		}
	}
	return before
}
