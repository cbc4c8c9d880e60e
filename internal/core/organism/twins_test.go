package organism

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
)

// twinned is a pack of human genes and their twins of the mouse and the rat: those of BAX by its symbol, of TP53 by another
// name. PAX is also a name of BAX. Rows: BAX Bax Bax PAX PAX Pax TP53 TRP53 Trp53 word.
func twinned() *Set {
	rows := [][]uint32{{0, 4}, {3}, {6, 7}, {1}, {2}, {5}, {8}, {9}}
	twin, alias := pack.KindTwin, pack.KindAlias
	return New(&pack.Contents{
		Namespaces: []string{"NCBIGene", "NCBIGene/10090", "NCBIGene/10116", "GO"}, Names: pack.NewStrings(strings.Fields("BAX Bax Bax PAX PAX Pax TP53 TRP53 Trp53 word")),
		EntityNamespace: []uint16{0, 0, 0, 1, 2, 1, 1, 3},
		PrimaryRow:      []uint32{0, 3, 6, 1, 2, 5, 8, 9},
		RowEntity:       []uint32{0, 3, 4, 1, 0, 5, 2, 2, 6, 7},
		RowKind:         []pack.Kind{0, twin, twin, 0, alias, twin, 0, alias, twin, 0},
	}, known, func(e uint32) []uint32 { return rows[e] })
}

func TestTwins(t *testing.T) {
	s := twinned()
	if s.Lists() || !s.ListsIn(0) || s.ListsIn(1) || s.ListsIn(2) || !s.ListsIn(3) {
		t.Error("twins are listed")
	}
	for gene, want := range map[uint32]string{0: "[3 4]", 1: "[5]", 2: "[6]", 7: "[]"} {
		if got := fmt.Sprint(s.twins(gene)); got != want {
			t.Errorf("twins of %d: %s, want %s", gene, got, want)
		}
	}
	c := func(entity int32, points float32) score.Candidate {
		return score.Candidate{Entity: entity, Score: points}
	}
	for _, tt := range []struct {
		mention, context string
		stated           []string
		cs               []score.Candidate
		want             string // entity and score, in their order
	}{
		{"BAX", "", nil, []score.Candidate{c(0, 5), c(7, 4)}, "0:5 7:4"},
		{"BAX", "of patients", nil, []score.Candidate{c(0, 5), c(7, 4)}, "0:5 7:4"},
		{"BAX", "of mice", nil, []score.Candidate{c(0, 5), c(7, 4)}, "3:5 7:4 0:3.62"},
		{"BAX", "of mutants", nil, []score.Candidate{c(0, 5), c(7, 4)}, "0:5 7:4"}, // a hint
		{"mouse BAX", "", nil, []score.Candidate{c(0, 5), c(7, 4)}, "3:5 7:4 0:-36.2"},
		{"BAX", "", []string{"rat"}, []score.Candidate{c(0, 5), c(1, 4)}, "4:5 0:-108 1:-109"},
		{"BAX", "", []string{"10090"}, []score.Candidate{c(2, 5), c(1, 0.9)}, "6:5 2:-111 1:-115"}, // the second is too far
		{"word", "of mice", nil, []score.Candidate{c(7, 4)}, "7:4"},
	} {
		said := s.Said(new(Text), tt.mention, tt.context, tt.stated, nil)
		cs := s.AddOrthologs(slices.Clone(tt.cs), nil, &said)
		s.Prefer(cs, &said, tt.context == "")
		got := ""
		for _, c := range cs {
			got += fmt.Sprintf(" %d:%.3g", c.Entity, c.Score)
		}
		if got[1:] != tt.want {
			t.Errorf("%s, %q, %q:%s, want %s", tt.mention, tt.context, tt.stated, got, tt.want)
		}
	}
}

// TestLacking has what is left of a gene's probability where the text names organisms.
func TestLacking(t *testing.T) {
	s := twinned()
	for _, tt := range []struct {
		context string
		stated  []string
		genes   []int32
		taxon   string
		least   float64 // of the first, which had 0.6
		most    float64
	}{
		{"", nil, []int32{0}, "", 0.6, 0.6},
		{"of patients", nil, []int32{0}, "", 0.6, 0.6},
		{"of mice", nil, []int32{3, 0}, "", 0.6, 0.6}, // it has one
		{"of mice", nil, []int32{0}, "", 0.5, 0.6},    // and no twin of this gene, but it is hardly likelier
		{"mice\n", nil, []int32{0}, "10090", 0, 0.3},  // in the title
		{"", []string{"zebrafish"}, []int32{0}, "7955", 0, 0.001},
		{"", []string{"39947"}, []int32{0}, "39947", 0, 0.001}, // by its number
		{"", []string{"unicorn"}, []int32{0}, "", 0.6, 0.6},
		{"patients, men, women and zebrafish", nil, []int32{0}, "", 0.55, 0.6},
		{"", []string{"zebrafish"}, []int32{7}, "", 0.6, 0.6}, // no gene
	} {
		var cs []score.Candidate
		p := []float64{0.6, 0.2}[:len(tt.genes)]
		for _, e := range tt.genes {
			cs = append(cs, score.Candidate{Entity: e})
		}
		sum := 0.2
		for _, x := range p {
			sum += x
		}
		said := s.Said(new(Text), "BAX", tt.context, tt.stated, nil)
		none, taxon := s.Lacking(cs, p, 0.2, &said)
		for _, x := range p {
			sum -= x
		}
		if taxon != tt.taxon || p[0] < tt.least || p[0] > tt.most || !(math.Abs(sum-none) < 1e-9) {
			t.Errorf("%q, %q: %q, p %v, none %v; want %+v", tt.context, tt.stated, taxon, p, none, tt)
		}
	}
}
