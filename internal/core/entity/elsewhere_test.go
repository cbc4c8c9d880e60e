package entity_test

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/internal/core/entity"
)

// TestElsewhere finds entities by their ids in other lists, in the spellings that people use.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	x := index(t, contents(t, []thing{
		{"G:1", "G", 0, "primary=one"}, {"G:2", "G", 1, "primary=two"}, {"G:3", "G", 2, "primary=three"}, {"NCBIGene:77", "G", 3, "primary=four"},
	}, []details.Entry{
		{ID: "G:1", FullName: "one", XRefs: []string{"CAS:50-78-2", "ENSEMBL:ENSG00000141510", "MIM:191170", "UniProt:P04637"}},
		{ID: "G:2", XRefs: []string{"HGNC:HGNC:11998", "ICD10CM:E11.9", "ORDO:558", "Own:A-12", "UMLS_CUI:C0011849", "UniProt:P62805"}},
		{ID: "G:3", XRefs: []string{"GONE:5", "Orphanet:191170", "UniProt:P62805"}},
		{ID: "G:9", XRefs: []string{"GONE:6"}},
	}))
	for _, c := range []struct{ mention, prefixed, loose string }{ // the entities that a mention is before it is no name, and after
		{"ENSEMBL:ENSG00000141510", "1", "1"},
		{"ensembl:ensg00000141510.17", "1", "1"},
		{"ENSG00000141510", "", "1"},
		{"ENSG00000141510.17", "", "1"},
		{"ENSG00000141510-17", "", ""}, // no isoform of Ensembl
		{"UniProtKB:P04637", "1", "1"},
		{"UniProtKB/Swiss-Prot:P04637", "1", "1"},
		{"P04637-2", "", "1"},
		{"P04637.4", "", "1"},
		{"P04637-", "", ""},
		{"P04637 4", "", ""},
		{"UniProt:P62805", "32", "32"}, // what people write about most first
		{"OMIM:191170", "1", "1"},
		{"MIM 191170", "", "1"},
		{"MIM#191170", "", "1"},
		{"OMIM191170", "", "1"},
		{"OMIM_191170", "1", "1"},
		{"OMIM:191170.0001", "", ""}, // an allele, no version
		{"191170", "", ""},           // may be anything
		{"HGNC:11998", "2", "2"},
		{"hgnc:HGNC:11998", "2", "2"},
		{"HGNC ID: 11998", "", "2"},
		{"ORPHA:558", "2", "2"},
		{"Orphanet_558", "2", "2"},
		{"ORPHA:191170", "3", "3"},
		{"ICD-10 E11.9", "", "2"},
		{"E11.9", "", "2"},
		{"ICD10:E11", "", ""},
		{"UMLS:C0011849", "2", "2"},
		{"UMLS CUI C0011849", "", "2"},
		{"CAS 50-78-2", "", "1"},
		{"CAS RN: 50-78-2", "", "1"},
		{"50-78-2", "", "1"},
		{"own:a-12", "2", "2"},
		{"own a-12", "", ""}, // only the table says what a prefix is without its colon
		{"A-12", "", ""},     // short enough for a name
		{"GONE:6", "", ""},
		{"GONE:5", "3", "3"},
		{"GeneID:77", "4", "4"},
		{"Entrez Gene 77", "", "4"},
		{"NCBIGene:78", "", ""},
		{"https://www.uniprot.org/uniprotkb/P04637", "1", "1"},
		{"https://identifiers.org/orphanet:558", "2", "2"},
		{"https://example.org/191170", "", ""},
		{"two", "", ""},
		{"UniProt", "", ""},
		{"UniProt:", "", ""},
		{":", "", ""},
		{"://", "", ""},
		{"UniProtKB:" + strings.Repeat("P", 300), "", ""},
	} {
		for loose, want := range map[bool]string{false: c.prefixed, true: c.loose} {
			got := ""
			found, _, _ := x.Identify(c.mention, &entity.Wish{}, loose)
			for _, e := range found {
				got += string('1' + byte(e))
			}
			if got != want {
				t.Errorf("%s, loose %t: %q, want %q", c.mention, loose, got, want)
			}
		}
		if _, _, ok := x.Resolve(c.mention); ok != (len(c.loose) == 1) {
			t.Errorf("%s alone: %t", c.mention, ok)
		}
	}
}

// TestBeyond requires the subdivision of a code that the list lacks to be said, and no version.
func TestBeyond(t *testing.T) {
	x := index(t, contents(t, []thing{{"G:1", "G", 0, "primary=one"}}, []details.Entry{{ID: "G:1", XRefs: []string{"ICD10CM:E11", "ENSEMBL:ENSG00000141510"}}}))
	for mention, want := range map[string]string{"ICD10:E11": "", "E11.9": ".9", "ICD-10-CM E11.65": ".65", "ENSG00000141510.17": ""} {
		if found, _, beyond := x.Identify(mention, &entity.Wish{}, true); len(found) != 1 || beyond != want {
			t.Errorf("%s: %d entities, %q beyond, want %q", mention, len(found), beyond, want)
		}
		if _, _, ok := x.Resolve(mention); ok != (want == "") {
			t.Errorf("%s is an id: %t", mention, ok)
		}
	}
}
