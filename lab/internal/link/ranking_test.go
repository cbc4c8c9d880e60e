package link

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// pack is a small pack of two namespaces, of which G is linked to.
var pack = sync.OnceValues(func() (*core.Normalizer, error) {
	t := &data.Terminology{}
	for _, e := range [][]string{{"G:1", "catalase", "CAT"}, {"G:2", "carnitine acetyltransferase", "CRAT", "CAT1"}, {"G:3", "insulin", "INS"}, {"G:4", "superoxide dismutase 1", "SOD1"}, {"T:1", "catalase activity"}, {"T:2", "insulin secretion"}} {
		entity := data.Entity{ID: e[0], Namespace: e[0][:1]}
		for i, name := range e[1:] {
			entity.Names = append(entity.Names, data.Name{Text: name, Kind: data.Kind(min(i, 1))})
		}
		t.Entities = append(t.Entities, entity)
	}
	ctx := context.Background()
	w, _, err := train.Run(ctx, train.Config{Rows: 512, Dim: 64, Hidden: 16, Batch: 16, Epochs: 3, Threads: 1}, t, nil)
	if err != nil {
		return nil, err
	}
	c, _, err := assemble.Run(ctx, assemble.Recipe{Terminology: t, Encoder: w, Bits: 64, Samples: 16}, nil)
	if err != nil {
		return nil, err
	}
	return core.New(c)
})

// namesOf ranks the entities of G.
func namesOf(t testing.TB) (*Names, *core.Normalizer) {
	t.Helper()
	p, err := pack()
	check(t, err)
	c := engine.Of(p).Contents()
	return NewNames(p, func(e int32) bool { return c.Namespaces[c.EntityNamespace[e]] == "G" }), p
}

// TestRankings: every source ranks the named entity first, only those that may be linked to, and scores in its order.
func TestRankings(t *testing.T) {
	n, p := namesOf(t)
	for name, rank := range map[string]func(string, int) *Ranking{"text": n.ByText, "code": n.ByCode, "lookup": n.ByLookup} {
		for mention, want := range map[string]string{"catalase": "G:1", "insulin": "G:3", "CAT1": "G:2", "SOD-1": "G:4"} {
			r := rank(mention, 9)
			if len(r.Entities) == 0 || engine.Of(p).Contents().IDs.At(int(r.Entities[0])) != want {
				t.Fatalf("%s: %q ranks %v, want %s first", name, mention, r.Entities, want)
			}
			for i, e := range r.Entities {
				if !n.in[e] || slices.Contains(r.Entities[:i], e) || i > 0 && r.surface(e) > r.surface(r.Entities[i-1]) {
					t.Errorf("%s: %q, entity %d of %v with %v", name, mention, e, r.Entities, r.surface(e))
				}
			}
			if one := rank(mention, 1); !slices.Equal(one.Entities, r.Entities[:1]) {
				t.Errorf("%s: %q, the best is %v of %v", name, mention, one.Entities, r.Entities)
			}
		}
		if got := n.ByCode("catalase", 99); len(got.Entities) != 4 {
			t.Errorf("%d entities by code, want all 4", len(got.Entities))
		}
		if r := rank("", 3); len(r.Entities) > 3 {
			t.Errorf("%s: %v for nothing", name, r.Entities)
		}
	}
	r := n.ByText("insulin", 1)
	if first, _ := engine.Of(p).Contents().IDs.Find("G:3"); math.Abs(float64(r.surface(int32(first)))-1) > 1e-6 {
		t.Errorf("the name itself has %v", r.surface(int32(first)))
	}
	if other, _ := engine.Of(p).Contents().IDs.Find("G:4"); r.surface(int32(other)) >= 0.5 {
		t.Errorf("another name has %v", r.surface(int32(other)))
	}
}

// TestCases: pools of mentions, each ranked once, and how often entities are reached.
func TestCases(t *testing.T) {
	m := material(t)
	l, err := Train(t.Context(), m, toy(Config{Epochs: 2}))
	check(t, err)
	var mu sync.Mutex
	ranked := map[string]int{}
	rank := func(mention string) *Ranking {
		mu.Lock()
		defer mu.Unlock()
		ranked[mention]++
		return &Ranking{Entities: []int32{1, 2, 3}, surface: func(int32) float32 { return 0 }}
	}
	c, err := NewCases(t.Context(), m.Space, l, m.Data.Test, rank)
	check(t, err)
	for mention, n := range ranked {
		if n != 1 {
			t.Errorf("%q was ranked %d times", mention, n)
		}
	}
	sum := 0
	for _, n := range c.Reach(4) {
		sum += n
	}
	if sum != 4*len(m.Data.Test) {
		t.Errorf("%d entities reached by %d searches for 4", sum, len(m.Data.Test))
	}
	for _, p := range c.Pools(5, 2) {
		if len(p.Entities) != 5 {
			t.Errorf("a pool of %v", p.Entities)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewCases(ctx, m.Space, l, m.Data.Test, rank); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
