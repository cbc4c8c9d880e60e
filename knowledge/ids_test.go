package knowledge

import (
	"regexp"
	"strings"
	"testing"
)

// TestIDs requires each spelling of a prefix to be of one list, and patterns that fit ids of other lists' forms.
func TestIDs(t *testing.T) {
	for row := range Rows(ids) {
		if _, err := regexp.Compile(row[2]); err != nil {
			t.Error(err)
		}
		for _, spelling := range append(strings.Split(row[1], ", "), row[0]) {
			if l, ok := ListOf(spelling); ok && l.Prefix != row[0] {
				t.Errorf("%s is of %s and of %s", spelling, row[0], l.Prefix)
			}
		}
	}
	for _, c := range []struct {
		prefix, want string
		fits, not    string // what the pattern does
	}{
		{"Ensembl", "ENSEMBL", "ENSG00000141510", "ENSG141510"},
		{"uniprotkb/swiss-prot", "UniProt", "P04637", "TP53"},
		{"UniProtKB ID", "UniProt", "A0A087WT22", "BRCA12"},
		{"MIM number", "OMIM", "191170", "1911"},
		{"CAS RN", "CAS", "50-78-2", "50-782"},
		{"CAS No.", "CAS", "7732-18-5", "2024-01-15"},
		{"UMLS_CUI", "UMLS", "C0011849", "C11849"},
		{"ICD-10", "ICD10CM", "E11.9", "11.9"},
		{"ORPHA", "Orphanet", "558", "A558"},
		{"GeneID", "NCBIGene", "7157", "TP53"},
		{"mesh id", "MESH", "D003924", "D3924"},
		{"tax_id", "NCBITaxon", "9606", "human"},
	} {
		l, ok := ListOf(c.prefix)
		pattern := regexp.MustCompile("^(?:" + l.Pattern + ")$")
		if !ok || l.Prefix != c.want || !pattern.MatchString(c.fits) || pattern.MatchString(c.not) {
			t.Errorf("%s is of %q, %t, whose pattern is %s", c.prefix, l.Prefix, ok, l.Pattern)
		}
	}
	if l, ok := ListOf("My-List 2"); ok || l.Prefix != "mylist2" {
		t.Errorf("a list that the table lacks is %+v, %t", l, ok)
	}
}
