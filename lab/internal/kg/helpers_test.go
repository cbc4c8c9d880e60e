package kg

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/output"
)

// family returns a graph of people with a symmetric relation, one that is not, its inverse, a relation of one triple and
// a self loop.
func family(people int) [][3]string {
	var rows [][3]string
	name := func(i int) string { return fmt.Sprintf("p%d", i) }
	for i := range people {
		for _, child := range []int{2*i + 1, 2*i + 2} {
			if child < people {
				rows = append(rows, [3]string{name(i), "parent", name(child)}, [3]string{name(child), "child", name(i)})
			}
		}
		if i%2 == 1 && i+1 < people {
			rows = append(rows, [3]string{name(i), "sibling", name(i + 1)}, [3]string{name(i + 1), "sibling", name(i)})
		}
	}
	return append(rows, [3]string{"p0", "knows", "p3"}, [3]string{"p0", "likes", "p0"})
}

// randomModel returns a model of random vectors that are not small.
func randomModel(t *testing.T, rows [][3]string, rank int) (*Graph, *Model) {
	t.Helper()
	g := NewGraph(rows)
	m := newModel(g.Names, rank)
	m.init(7, 0.5)
	return g, m
}

func randomVector(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Score returns the score of a triple of known numbers.
func (m *Model) Score(t Triple) float32 {
	q := make([]float32, 2*m.Rank)
	product(q, m.Entity(int(t.Head)), nn.Row(m.relations, int(t.Relation)))
	return f32.Dot(q, m.Entity(int(t.Tail)))
}

// Save writes a model file, which appears under its name only as a whole.
func (m *Model) Save(path string) error {
	b, err := m.AppendBinary(nil)
	if err != nil {
		return err
	}
	out, err := new(output.Set).Create(path, output.Begins("vectors of a graph", ModelMagic[:len(ModelMagic)-1]))
	if err != nil {
		return err
	}
	defer out.Close()
	if _, err := out.Write(b); err != nil {
		return err
	}
	return out.Commit()
}
