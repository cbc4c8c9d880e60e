package experiment

import (
	"context"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/lab/internal/hits"
	"github.com/normlet/normlet/train/data"
)

// matched is a pack of three entities in two namespaces.
func matched(t *testing.T) *core.Normalizer {
	t.Helper()
	n, err := namesAlone(context.Background(), &data.Terminology{Entities: []data.Entity{
		{ID: "G:1", Namespace: "gene", Names: []data.Name{{Text: "FOXP2"}, {Text: "forkhead box P2", Kind: pack.KindExact}}},
		{ID: "G:2", Namespace: "gene", Names: []data.Name{{Text: "FOXP1"}, {Text: "forkhead box P1", Kind: pack.KindExact}}},
		{ID: "C:3", Namespace: "chemical", Names: []data.Name{{Text: "zinc"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func hitsAt1(t *testing.T, n *core.Normalizer, queries []data.Query, rank func(string) []int32) float64 {
	t.Helper()
	r, err := hits.Of(context.Background(), n, queries, rank)
	if err != nil {
		t.Fatal(err)
	}
	return r.Hits.At1
}

func TestMatchers(t *testing.T) {
	n := matched(t)
	queries := []data.Query{{Mention: "forkhead P2", Gold: []string{"G:1"}}, {Mention: "FOXP1s", Gold: []string{"G:2"}}, {Mention: "qqq", Gold: []string{"C:3"}}, {Mention: "zincs", Gold: []string{"C:3"}}}
	for _, bm25 := range []bool{false, true} {
		if got := hitsAt1(t, n, queries, newMatcher(n, nil, nil, bm25)); got != 0.75 {
			t.Errorf("BM25 %v: hits of %v", bm25, got)
		}
		if got := hitsAt1(t, n, queries, newMatcher(n, nil, []string{"gene"}, bm25)); got != 0.5 {
			t.Errorf("BM25 %v, genes alone: hits of %v", bm25, got)
		}
	}
}

// TestMatchersOfTerminology: string matchers look at the names of the terminology, not at those that a pack adds.
func TestMatchersOfTerminology(t *testing.T) {
	n := matched(t)
	list := &data.Terminology{Entities: []data.Entity{{ID: "G:1", Names: []data.Name{{Text: "winged helix"}}}, {ID: "none", Names: []data.Name{{Text: "forkhead box P2"}}}}}
	queries := []data.Query{{Mention: "winged helix", Gold: []string{"G:1"}}, {Mention: "forkhead box P2", Gold: []string{"G:1"}}}
	for _, c := range []struct {
		terminology *data.Terminology
		want        float64
	}{{nil, 0.5}, {list, 0.5}, {&data.Terminology{}, 0}} {
		if got := hitsAt1(t, n, queries, newMatcher(n, c.terminology, nil, true)); got != c.want {
			t.Errorf("%v: hits of %v, want %v", c.terminology, got, c.want)
		}
	}
	if got := hitsAt1(t, n, queries[:1], newMatcher(n, list, nil, false)); got != 1 {
		t.Errorf("hits of %v: a name of the terminology alone is not found", got)
	}
}
