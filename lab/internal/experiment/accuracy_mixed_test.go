package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
)

// mixedPack has a gene and a disease of one name, a disease with two ids, and no chemicals.
func mixedPack(t *testing.T) *core.Normalizer {
	t.Helper()
	list := &data.Terminology{}
	for _, e := range []struct {
		id, namespace, name string
		weight              float64
	}{
		{"CVCL_0001", "cell_line", "delta line", 10},
		{"DOID:98", "disease", "eta fever", 20},
		{"DOID:99", "disease", "epsilon syndrome", 10},
		{"MESH:D1", "disease", "alphin", 1},
		{"MESH:D2", "disease", "beta illness", 10},
		{"MESH:D3", "disease", "eta fever", 1},
		{"NCBIGene:1", geneNamespace, "alphin", 1000},
		{"NCBITaxon:7", "species", "gamma beast", 10},
	} {
		list.Entities = append(list.Entities, data.Entity{ID: e.id, Namespace: e.namespace, Weight: e.weight, Names: []data.Name{{Text: e.name}}})
	}
	c := *engine.Of(packOf(t, list)).Contents()
	for e := range list.Entities {
		if c.IDs.At(e) != list.Entities[e].ID {
			t.Fatalf("entity %d is %s", e, c.IDs.At(e))
		}
		c.Same = append(c.Same, uint32(e))
	}
	c.Same[5] = 1 // eta fever
	n, err := core.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func packOf(t *testing.T, list *data.Terminology) *core.Normalizer {
	t.Helper()
	learn, err := SmallTerminology()
	if err != nil {
		t.Fatal(err)
	}
	m, err := fitModel(context.Background(), base(ngram, true), learn, list)
	if err != nil {
		t.Fatal(err)
	}
	return m.Normalizer
}

// mixedMentions are of one text. What the pack answers to each, with the type unknown and known: right (r) or wrong (w).
var mixedMentions = []data.Query{
	{Mention: "alphin", Type: "Gene", Gold: []string{"1"}},                 // rr
	{Mention: "alphin", Type: "Gene", Gold: []string{"1", "3"}},            // ww: the pack has but one
	{Mention: "alphin", Type: "Disease", Gold: []string{"D1"}},             // wr: the gene is likelier
	{Mention: "beta illness", Type: "Disease", Gold: []string{"OMIM:5"}},   // rr: another id of D2
	{Mention: "eta fever", Type: "Disease", Gold: []string{"D3"}},          // rr, if MeSH is preferred
	{Mention: "epsilon syndrome", Type: "Gene", Gold: []string{"99"}},      // ww: DOID:99 is no gene
	{Mention: "gamma beast", Type: "Species", Gold: []string{"7"}},         // rr
	{Mention: "delta line", Type: "CellLine", Gold: []string{"CVCL_0001"}}, // rr
	{Mention: "zeta acid", Type: "Chemical", Gold: []string{"D9"}},         // no chemicals
	{Mention: "A12T", Type: "Variant", Gold: []string{"rs1"}},              // left out
	{Mention: "delta line", Type: "CellLine"},                              // linked to nothing
}

// mixedSuite has mixedMentions, and human genes 1 and 3.
func mixedSuite() *Suite {
	return &Suite{
		Read: func(file string) ([]data.Query, error) {
			queries := slices.Clone(mixedMentions)
			if file == corpora.QueryFile(mixedGenes) {
				return queries[:1], nil
			}
			for i := range queries {
				queries[i].Document = "1"
			}
			return queries, nil
		},
		Terminology: func(folder string) (*data.Terminology, error) {
			if folder != humanGenes {
				return nil, fmt.Errorf("reads %s", folder)
			}
			return &data.Terminology{Entities: []data.Entity{{ID: "1"}, {ID: "3"}}}, nil
		},
	}
}

func newMixed(t *testing.T, n *core.Normalizer) *accuracies {
	t.Helper()
	suite := mixedSuite()
	suite.Bio = func() (*core.Normalizer, error) { return mixedPack(t), nil }
	return &accuracies{Suite: suite, ctx: context.Background(), defaultPack: n, alternatives: Alternatives([][2]string{{"D2", "OMIM:5"}}), wide: map[string]*mixedFigures{}}
}

func TestMixed(t *testing.T) {
	a := newMixed(t, mixedPack(t))
	for _, w := range a.widePacks() {
		if err := a.mixed(&w); err != nil {
			t.Fatal(err)
		}
	}
	half, third := number(0.5), number(0.33333)
	want := [][]any{ // all, genes, human genes, diseases, chemicals, species, cell lines
		{"default", "mentions", 8, 3, 2, 3, "-", 1, 1},
		{"default", "right, types unknown", half, third, half, third, "-", number(1), number(1)},
		{"default", "right, types known", number(0.625), third, half, number(0.66667), "-", number(1), number(1)},
		{"default", "in list", number(0.75), third, half, number(1), "-", number(1), number(1)},
		{"default", "right of these, types unknown", number(0.66667), number(1), number(1), third, "-", number(1), number(1)},
		{"default", "right of these, types known", number(0.83333), number(1), number(1), number(0.66667), "-", number(1), number(1)},
		{"bio", "mentions", 8, 3, 2, 3, "-", 1, 1},
		{"bio", "right, types unknown", number(0.625), third, half, number(0.66667), "-", number(1), number(1)},
		{"bio", "right, types known", number(0.75), third, half, number(1), "-", number(1), number(1)},
		{"bio", "in list", number(0.75), third, half, number(1), "-", number(1), number(1)},
		{"bio", "right of these, types unknown", number(0.83333), number(1), number(1), number(0.66667), "-", number(1), number(1)},
		{"bio", "right of these, types known", number(1), number(1), number(1), number(1), "-", number(1), number(1)},
	}
	rows := a.mixedTable().Rows
	for i := range max(len(rows), len(want)) {
		if i >= len(rows) || i >= len(want) || !slices.Equal(rows[i], want[i]) {
			t.Errorf("%v, want %v", rows, want)
			break
		}
	}
	for i, row := range a.mixedGeneTable().Rows {
		if row[2] != number(1) || row[1] != []string{"genes", "all"}[i%2] {
			t.Errorf("%v: the gene is the first of its name", row)
		}
	}
}

// TestMixedWithout: what a pack has not is missing, and fails nothing.
func TestMixedWithout(t *testing.T) {
	a := newMixed(t, packOf(t, &data.Terminology{Entities: []data.Entity{{ID: "X:1", Namespace: "other", Names: []data.Name{{Text: "theta"}}}}}))
	if err := a.mixed(&a.widePacks()[0]); err != nil {
		t.Fatal(err)
	}
	a.Bio = nil
	for _, row := range a.mixedTable().Rows {
		if slices.ContainsFunc(row[2:], func(c any) bool { return c != missing }) {
			t.Errorf("%v of a pack without these namespaces", row)
		}
	}
	rows := a.mixedGeneTable().Rows
	if len(rows) != 2 || rows[0][2] != missing || rows[1][2] != number(0) {
		t.Errorf("%v, want nothing among genes and no hit among all", rows)
	}
}

func TestMixedErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		change func(*Suite)
		want   string
	}{
		{func(s *Suite) { s.Bio = func() (*core.Normalizer, error) { return nil, broken } }, "pack bio: broken"},
		{func(s *Suite) { s.Terminology = func(string) (*data.Terminology, error) { return nil, broken } }, "pack bio: broken"},
		{func(s *Suite) { s.Read = func(string) ([]data.Query, error) { return mixedMentions[9:10], nil } }, "no mention is of the types"},
	} {
		a := newMixed(t, small().Pack)
		c.change(a.Suite)
		if err := a.measure(job{wide: &a.widePacks()[1]}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
