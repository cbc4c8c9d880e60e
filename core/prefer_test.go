package core_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// TestPreferNamesake has two terminologies of one namespace that nothing connects. Where both have the mention for a
// name, the wanted one is the answer, with both their P; else what is found stays.
func TestPreferNamesake(t *testing.T) {
	const alias = pack.KindAlias
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: &data.Terminology{Entities: []data.Entity{
		{ID: "CHEBI:35475", Namespace: "chemical", Weight: 9, Names: []data.Name{{Text: "non-steroidal drug"}, {Text: "NSAIDs", Kind: alias}}},
		{ID: "MESH:D000894", Namespace: "chemical", Weight: 5, Names: []data.Name{{Text: "Agents, Anti-Inflammatory"}, {Text: "NSAIDs", Kind: alias}}},
		{ID: "CHEBI:29108", Namespace: "chemical", Weight: 9, Names: []data.Name{{Text: "calcium(2+)"}}},
		{ID: "MESH:D002118", Namespace: "chemical", Weight: 9, Names: []data.Name{{Text: "Calcium"}}},
		{ID: "CHEBI:1", Namespace: "chemical", Weight: 9, Names: []data.Name{{Text: "rest"}}},
		{ID: "MESH:D012146", Namespace: "behaviour", Weight: 5, Names: []data.Name{{Text: "rest"}}},
	}}, Encoder: encodertest.Random(1024, 64), Samples: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := opened(t, c)
	for _, tt := range []struct {
		mention, prefer, want string
		of                    []string // whose P the answer has
	}{
		{"NSAIDs", "MESH", "MESH:D000894", []string{"CHEBI:35475", "MESH:D000894"}},
		{"NSAIDs", "CHEBI", "CHEBI:35475", []string{"CHEBI:35475"}},     // the best as it is
		{"calcium(2+)", "MESH", "CHEBI:29108", []string{"CHEBI:29108"}}, // no namesake
		{"rest", "MESH", "CHEBI:1", []string{"CHEBI:1"}},                // one of another namespace
	} {
		sum := 0.0
		for _, m := range n.Lookup(tt.mention, 10).Matches {
			if slices.Contains(tt.of, m.ID) {
				sum += m.P
			}
		}
		got, err := n.LookupWith(tt.mention, core.Options{K: 10, Prefer: []string{tt.prefer}})
		if err != nil {
			t.Fatal(err)
		}
		if m := got.Matches[0]; m.ID != tt.want || m.Matched != tt.mention || math.Abs(m.P-sum) > 1e-12 {
			t.Errorf("%s, %s preferred: %+v, want %s of P %v", tt.mention, tt.prefer, m, tt.want, sum)
		}
		for i, m := range got.Matches[1:] {
			if m.ID == tt.want || m.P > got.Matches[i].P {
				t.Errorf("%s, %s preferred: %+v", tt.mention, tt.prefer, got.Matches)
			}
		}
	}
}

// TestEstimateCoveragePrefer requires an estimate to count the namespaces of entities whose preferred ids are of other
// lists, which the pack has no entities for.
func TestEstimateCoveragePrefer(t *testing.T) {
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: &data.Terminology{
		Entities: []data.Entity{
			{ID: "A:1", Namespace: "town", Weight: 5, Names: []data.Name{{Text: "Reading"}}},
			{ID: "B:1", Namespace: "river", Weight: 5, Names: []data.Name{{Text: "Kennet"}}},
		},
		Joins: []data.Join{{ID: "A:1", Other: "Z:1"}, {ID: "B:1", Other: "A:0"}},
	}, Encoder: encodertest.Random(1024, 64), Samples: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := opened(t, c)
	for _, asked := range [][]string{{"A:1", "B:1"}, {"Reading", "Kennet"}, {"Reading"}, {"B:1"}} {
		want, err := n.EstimateCoverage(queriesOf(asked), core.Options{})
		if err != nil || len(want.In) == 0 {
			t.Fatalf("%q: %+v, %v", asked, want, err)
		}
		got, err := n.EstimateCoverage(queriesOf(asked), core.Options{Prefer: []string{"Z", "A"}})
		if err != nil || !slices.Equal(got.In, want.In) {
			t.Errorf("%q with preferences: %+v, %v; want %+v", asked, got, err, want.In)
		}
	}
}
