package link

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/nn/gradtest"
	"github.com/normlet/normlet/lab/internal/kg"
	"github.com/normlet/normlet/train/data"
)

var tolerance = gradtest.Tolerance{Step: 1e-2, Absolute: 2e-3, Relative: 2e-2}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// encode is a stand-in for the pack's encoder: a random vector of 24 numbers.
func encode(dst []float32, text string) []float32 {
	h := fnv.New64a()
	h.Write([]byte(text))
	rng := rand.New(rand.NewPCG(h.Sum64(), 0))
	for range 24 {
		dst = append(dst, float32(rng.NormFloat64())/5)
	}
	return dst
}

func id(e int32) string { return fmt.Sprintf("G:%d", e) }

// space returns a space of n entities in a graph of two groups.
func space(t testing.TB, n int) *Space {
	t.Helper()
	var rows [][3]string
	var entities []int32
	for e := range int32(n) {
		entities = append(entities, e)
		rows = append(rows, [3]string{id(e), "in", fmt.Sprint("group ", e%2)}, [3]string{id(e), "near", id((e + 2) % int32(n))})
	}
	m, err := kg.Train(context.Background(), kg.NewGraph(rows), kg.Config{Rank: 8, Epochs: 30, Batch: 16})
	check(t, err)
	s, err := NewSpace(m, entities, id)
	check(t, err)
	return s
}

// queries returns mentions of n entities: "x" in a sentence about its group, the others by names of their own.
func queries(n int) []data.Query {
	var out []data.Query
	about := [...]string{"cell wall membrane", "kinase signal pathway"}
	for e := range n {
		for i := range 12 {
			m := fmt.Sprint("name ", e/2) // of two entities, one of each group
			out = append(out, data.Query{Mention: m, Gold: []string{id(int32(e))}, Sentence: fmt.Sprintf("in %d the %s and %s in %s", 100*e+i, about[e%2], m, about[e%2])})
		}
	}
	return out
}

func resolve(gold []string) []int32 {
	var out []int32
	for _, g := range gold {
		var e int32
		if n, _ := fmt.Sscanf(g, "G:%d", &e); n == 1 {
			out = append(out, e)
		}
	}
	return out
}

// material returns what a small linker is trained on.
func material(t testing.TB) *Material {
	t.Helper()
	s := space(t, 20)
	d, err := Split(queries(20), resolve, func(e int32) bool { _, ok := s.Row(e); return ok })
	check(t, err)
	rivals := func(mention string, k int) []int32 { return []int32{0, 1, 2, 3}[:min(k, 4)] }
	return &Material{Space: s, Data: d, Encode: encode, Rivals: rivals}
}

func toy(c Config) Config {
	c.Rows, c.Dim, c.Batch, c.Uniform, c.Rate = 128, 8, 16, 8, 0.02
	if c.Epochs == 0 {
		c.Epochs = 10
	}
	return c
}

func sameParams(a, b *Linker) bool {
	return slices.EqualFunc(a.params(), b.params(), slices.Equal)
}
