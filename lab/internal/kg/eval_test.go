package kg

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/f32"
)

func evaluated(t *testing.T, m *Model, s *Split, known ...[]Triple) *Result {
	t.Helper()
	r, err := Evaluate(context.Background(), m, s, EvalConfig{Known: known, Threads: 2})
	check(t, err)
	return r
}

// TestConstantScore: a model that scores all alike ranks everything in the middle.
func TestConstantScore(t *testing.T) {
	rows := [][3]string{{"a", "r", "b"}, {"c", "s", "d"}, {"e", "r", "d"}}
	g := NewGraph(rows)
	m := newModel(g.Names, 2)
	r := evaluated(t, m, g.NewSplit(rows[:1]))
	// Five entities, no other one known to be right: rank 3.
	if want := 1. / 3; r.MRR != want || r.Hits1 != 0 || r.Hits3 != 1 || r.Hits10 != 1 || r.Head.MRR != want || r.Tail.MRR != want {
		t.Errorf("%+v, want rank 3", r)
	}
}

// TestRanks ranks by scores made by hand, with and without the filter.
func TestRanks(t *testing.T) {
	// With rank 1, real vectors and a relation of 1, the score is the product of two numbers.
	g := NewGraph([][3]string{{"one", "r", "two"}, {"three", "r", "four"}, {"one", "r", "four"}})
	m := newModel(g.Names, 1)
	for i, v := range []float32{1, 2, 3, 4} { // one, two, three, four
		m.Entity(i)[0] = v
	}
	m.relations.Data[0], m.relations.Data[2] = 1, 1
	split := g.NewSplit([][3]string{{"one", "r", "two"}})
	// Tail two of one: behind three and four, rank 3. Head one of two: behind all, rank 4.
	r := evaluated(t, m, split)
	if want := (1./3 + 1./4) / 2; r.Tail.MRR != 1./3 || r.Head.MRR != 1./4 || math.Abs(r.MRR-want) > 1e-12 || r.Hits3 != 0.5 || r.Tail.Hits10 != 1 {
		t.Errorf("unfiltered: %+v", r)
	}
	// Four is a right tail of one as well, and no competitor any more.
	if r := evaluated(t, m, split, g.Triples); r.Tail.MRR != 1./2 || r.Head.MRR != 1./4 {
		t.Errorf("filtered: %+v", r)
	}
}

func TestRankAmong(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		score  float32
		others []float32
		want   float64
	}{
		{1, nil, 1},
		{1, []float32{0, -1}, 1},
		{1, []float32{2, 0, 3}, 3},
		{1, []float32{1}, 1.5},
		{1, []float32{2, 1, 1, 0}, 3},
		{-inf, []float32{2, -inf}, 2.5},
		{inf - inf, []float32{2, 1, 0}, 4},
	} {
		if got := rankAmong(c.score, c.others); got != c.want {
			t.Errorf("%v among %v: rank %v, want %v", c.score, c.others, got, c.want)
		}
	}
}

// TestEvaluateUnknown: what was not trained is left out, and counts as a miss in MRRAll only.
func TestEvaluateUnknown(t *testing.T) {
	rows := family(7)
	m := trained(t, rows, toy(Config{Epochs: 100}))
	known := evaluated(t, m, m.NewSplit(rows[:3]))
	r := evaluated(t, m, m.NewSplit(append(rows[:3:3], [3]string{"p0", "parent", "nobody"}, [3]string{"p0", "hates", "p1"})))
	if r.MRR != known.MRR || r.Triples != 3 || r.Unknown != 2 || math.Abs(r.MRRAll-known.MRR*3/5) > 1e-12 {
		t.Errorf("%+v, without unknown triples %+v", r, known)
	}
	if r := evaluated(t, m, m.NewSplit(nil)); *r != (Result{}) {
		t.Errorf("empty split: %+v", r)
	}
}

// TestEvaluateBatches: the result depends neither on threads nor on how queries fall into batches.
func TestEvaluateBatches(t *testing.T) {
	g, m := randomModel(t, family(200), 4)
	s := g.NewSplit(family(200))
	if n := len(queries(s.Triples, len(g.Relations))); n <= 2*evalBatch {
		t.Fatalf("%d queries are one batch", n)
	}
	r := evaluated(t, m, s)
	one, err := Evaluate(context.Background(), m, s, EvalConfig{Threads: 1})
	check(t, err)
	if *r != *one {
		t.Errorf("two threads %+v, one %+v", r, one)
	}
	want, all := 0.0, queries(g.Triples, len(g.Relations))
	for _, triple := range g.Triples {
		others := []float32{}
		for e := range g.Entities {
			if known := find(all, triple.Head, triple.Relation); !slices.Contains(known, int32(e)) {
				others = append(others, m.Score(Triple{triple.Head, triple.Relation, int32(e)}))
			}
		}
		want += 1 / rankAmong(m.Score(triple), others) / float64(len(g.Triples))
	}
	if math.Abs(r.Tail.MRR-want) > 1e-4 {
		t.Errorf("MRR of tails %v, by single scores %v", r.Tail.MRR, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Evaluate(ctx, m, s, EvalConfig{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestQueries: both directions, answers in order, each once; a self loop is its own reciprocal.
func TestQueries(t *testing.T) {
	list := queries([]Triple{{0, 0, 2}, {0, 0, 1}, {0, 0, 2}, {3, 1, 3}}, 2)
	want := []query{{0, 0, []int32{1, 2}}, {3, 1, []int32{3}}, {1, 2, []int32{0}}, {2, 2, []int32{0}}, {3, 3, []int32{3}}}
	if len(list) != len(want) {
		t.Fatalf("%v, want %v", list, want)
	}
	for i, q := range want {
		if list[i].head != q.head || list[i].relation != q.relation || !slices.Equal(list[i].tails, q.tails) || !slices.Equal(find(list, q.head, q.relation), q.tails) {
			t.Errorf("query %d: %v, want %v", i, list[i], q)
		}
	}
	if find(list, 2, 0) != nil {
		t.Error("a query that is not there has tails")
	}
	if cut := chunked(list, 1); len(cut) != 6 || !slices.Equal(cut[1].tails, []int32{2}) {
		t.Errorf("cut into single tails: %v", cut)
	}
}

// TestEntity: the vectors that others use score as the model does.
func TestEntity(t *testing.T) {
	_, m := randomModel(t, family(7), 3)
	if v := m.Entity(1); len(v) != 6 || f32.Dot(v, v) == 0 {
		t.Errorf("vector %v", v)
	}
}
