package gilda

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

func TestDetails(t *testing.T) {
	for _, c := range []struct {
		query, ref string
		want       []string
	}{{"a-b", "ab", []string{"query"}}, {"ab", "a-b", []string{"ref"}}, {"a-b", "a-b", []string{}}} {
		if got := dashMismatches(c.query, c.ref); !reflect.DeepEqual(got, c.want) {
			t.Errorf("dashes of %q and %q: %q, want %q", c.query, c.ref, got, c.want)
		}
	}
}

// TestSpelling has ids of a pack, and what Gilda calls them.
func TestSpelling(t *testing.T) {
	for _, tt := range []struct{ id, namespace, db, local, url string }{
		{"NCBIGene:3845", "NCBIGene", "EGID", "3845", "ncbigene:3845"},
		{"HGNC:6407", "HGNC", "HGNC", "6407", "hgnc:6407"},
		{"UniProt:P01116", "UniProt", "UP", "P01116", "uniprot:P01116"},
		{"MESH:D017382", "chemical", "MESH", "D017382", "mesh:D017382"},
		{"CHEBI:15377", "chemical", "CHEBI", "CHEBI:15377", "CHEBI:15377"},
		{"GO:0005783", "GO", "GO", "GO:0005783", "GO:0005783"},
		{"DOID:162", "disease", "DOID", "DOID:162", "DOID:162"},
		{"EFO:0000305", "EFO", "EFO", "0000305", "efo:0000305"},
		{"NCBITaxon:10090", "species", "TAXONOMY", "10090", "taxonomy:10090"},
		{"CVCL_0030", "cell_line", "cell_line", "CVCL_0030", "cellosaurus:CVCL_0030"},
		{"own 7", "X", "X", "own 7", "x:own%207"},
	} {
		db, local := split(tt.id, tt.namespace)
		if url := strings.TrimPrefix(link(db, local), "https://identifiers.org/"); db != tt.db || local != tt.local || url != tt.url {
			t.Errorf("%s becomes %q, %q and %q", tt.id, db, local, url)
		}
	}
}

func contents() *pack.Contents {
	return &pack.Contents{
		IDs:             pack.NewStrings([]string{"CHEBI:1", "MESH:C1", "MESH:D1", "NCBIGene:7", "bare"}),
		Namespaces:      []string{"chemical", "disease", "genes"},
		EntityNamespace: []uint16{0, 0, 1, 2, 2},
	}
}

// TestFilter asks for databases as Gilda spells them, and as others do.
func TestFilter(t *testing.T) {
	matches := []core.Match{
		{ID: "CHEBI:1", Namespace: "chemical"}, {ID: "MESH:C1", Namespace: "chemical"}, {ID: "MESH:D1", Namespace: "disease"},
		{ID: "NCBIGene:7", Namespace: "genes"}, {ID: "bare", Namespace: "genes"},
	}
	for i := range matches {
		matches[i].P = 0.2
	}
	for wanted, want := range map[string]string{
		"":             "[] CHEBI:1 C1 D1 7 bare",
		"EGID":         "[genes] 7",
		"ncbigene":     "[genes] 7",
		"mesh":         "[chemical disease] C1 D1",
		"CHEBI":        "[chemical] CHEBI:1",
		"Genes":        "[genes] 7 bare",
		"hgnc":         "[genes] 7",
		"FPLX":         "[]",
		"FPLX disease": "[disease] D1",
	} {
		f := NewFilter(contents(), strings.Fields(wanted))
		got := fmt.Sprint(f.Namespaces)
		for _, m := range f.Matches(&core.Answer{Matches: matches}) {
			got += " " + m.Term.ID
		}
		if got != want {
			t.Errorf("%s: %s, want %s", wanted, got, want)
		}
	}
}

// TestFind has ids as clients of Gilda send them.
func TestFind(t *testing.T) {
	for _, tt := range []struct{ db, id, want string }{
		{"EGID", "7", "NCBIGene:7"}, {"NCBIGene", "7", "NCBIGene:7"}, {"CHEBI", "CHEBI:1", "CHEBI:1"}, {"chebi", "1", "CHEBI:1"},
		{"", "bare", "bare"}, {"genes", "bare", "bare"}, {"HGNC", "7", ""}, {"MESH", "D2", ""},
	} {
		c, got := contents(), ""
		if e, ok := Find(c, tt.db, tt.id); ok {
			got = c.IDs.At(e)
		}
		if got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.db, tt.id, got, tt.want)
		}
	}
}
