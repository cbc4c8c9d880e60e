package eval

import (
	"context"
	"testing"

	"github.com/normlet/normlet/train/data"
)

// TestDictionary: "FOX-P2" has no exact name, and "fxp2" has none at all.
func TestDictionary(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{{Mention: "FOXP2", Gold: []string{"G:1"}}, {Mention: "FOX-P2", Gold: []string{"G:1"}}, {Mention: "fxp2", Gold: []string{"G:1"}}, {Mention: "zinc", Gold: []string{"C:3"}}}
	for stage, want := range map[string]float64{Exact: 0.25, Normalized: 0.5} {
		r, err := Run(context.Background(), n, queries, nil, Options{Stage: stage}, nil)
		check(t, err)
		if r.Hits.At1 != want || r.Hits.At64 != want || r.StageShare != nil || r.Latency != nil {
			t.Errorf("%s: %+v, want hits of %v and nothing else", stage, r, want)
		}
	}
}
