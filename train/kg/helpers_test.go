package kg

import (
	"fmt"
	"math/rand/v2"
	"testing"
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
