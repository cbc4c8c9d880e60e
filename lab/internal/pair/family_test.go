package pair

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

func TestSymbolRoot(t *testing.T) {
	for name, want := range map[string]string{
		"FOXP2": "FOXP", "Foxp1": "FOXP", "IL-6": "IL", "IL6ST": "IL", "CYP2D6": "CYP", "HLA-A": "HLA", "HLA-DRB1": "",
		"TP53": "TP", "KRTAP10-1": "KRTAP", "A1BG": "", "S6K": "", "INSULIN": "", "": "", "53": "", "alpha-ionone": "",
		"IL-": "", "IL--6": "", "IL 6": "", "IL6/7": "", "protein kinase 2": "", "AVERYLONGSYMBOLOF17": "", "IKKβ1": "IKKΒ",
		"IL\xff6": "", "IL6\xff": "",
	} {
		if got := symbolRoot(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestSymbolKinds: an alias is no symbol of its entity, an exact name may be.
func TestSymbolKinds(t *testing.T) {
	names := []data.Name{{Text: "forkhead box P2", Kind: pack.KindPrimary}, {Text: "SPCH1", Kind: pack.KindAlias}, {Text: "FOXP2", Kind: pack.KindExact}}
	if i, root := symbol(names); i != 2 || root != "FOXP" {
		t.Errorf("name %d, root %q; want FOXP2 and FOXP", i, root)
	}
	if i, root := symbol(names[:2]); i != 0 || root != "" {
		t.Errorf("name %d, root %q; want none", i, root)
	}
}

// TestRelations pairs the entities of one parent, by their first names.
func TestRelations(t *testing.T) {
	terms := terminology([]string{"insulin", "INS1"}, []string{"relaxin"}, []string{"albumin"}, []string{"caffeine"})
	relations := []data.Relation{
		{ID: "E0", Relation: "pfam", Parent: "PF00049"}, {ID: "E1", Relation: "pfam", Parent: "PF00049"}, {ID: "E1", Relation: "pfam", Parent: "PF00049"}, {ID: "E9", Relation: "pfam", Parent: "PF00049"},
		{ID: "E2", Relation: "pfam", Parent: "PF00273"},                                               // a family of one
		{ID: "E3", Relation: "is_a", Parent: "PF00049"}, {ID: "E3", Relation: "is_a", Parent: "drug"}, // another relation
	}
	s := sampler(t, terms, Config{Relations: relations, Same: -1, Random: -1, Variations: -1, Family: 3})
	var got []string
	for _, p := range pairs(s.Epoch(0)) {
		got = append(got, p.A+" "+p.B)
		if p.Kind != Family || p.Y <= 0.2 || p.Y >= 0.8 {
			t.Errorf("%+v", p)
		}
	}
	slices.Sort(got)
	want := slices.Concat(slices.Repeat([]string{"insulin relaxin"}, 3), slices.Repeat([]string{"relaxin insulin"}, 3))
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	_, err := New(terms, Config{Relations: relations[3:4]})
	if err == nil || !strings.Contains(err.Error(), "id E9 and the others are unknown") {
		t.Errorf("relations of other ids: error %v", err)
	}
}
