package knowledge

import (
	"strings"
	"testing"
)

// TestIDs requires each spelling of a prefix to be of one list, and forms that fit ids and versions of them, and nothing else.
func TestIDs(t *testing.T) {
	for row := range Rows(ids) {
		for _, form := range strings.Fields(row[2]) {
			if strings.Trim(form, "~+") == "" || !strings.ContainsAny(form, "#@?") {
				t.Errorf("%s: form %q", row[0], form)
			}
			form = strings.TrimPrefix(form, "~")
			id := strings.NewReplacer("#", "7", "@", "P", "?", "7", "+", "").Replace(form)
			if !isWritten(id, form) || isWritten(id+"x", form) || isWritten(id[:len(id)-1], form) || isWritten("", form) {
				t.Errorf("%s: %s does not fit %s alone", row[0], id, form)
			}
		}
		for _, spelling := range append(strings.Split(row[1], ", "), row[0]) {
			if l, ok := ListOf(spelling); ok && l.Prefix != row[0] {
				t.Errorf("%s is of %s and of %s", spelling, row[0], l.Prefix)
			}
		}
	}
	for _, c := range []struct {
		prefix, want string
		fits, not    string // forms; "" if ids are mere numbers
	}{
		{"Ensembl", "ENSEMBL", "ENSG00000141510", "ENSG141510"},
		{"Ensembl", "ENSEMBL", "ENSG00000141510.17", "ENSG00000141510-17"},
		{"UniProt", "UniProt", "P04637-2", "P04637-"},
		{"uniprotkb/swiss-prot", "UniProt", "P04637", "TP53"},
		{"UniProtKB ID", "UniProt", "A0A087WT22", "BRCA12"},
		{"MIM number", "OMIM", "", "191170"},
		{"CAS RN", "CAS", "50-78-2", "50-782"},
		{"CAS No.", "CAS", "7732-18-5", "2024-01-15"},
		{"UMLS_CUI", "UMLS", "C0011849", "C11849"},
		{"ICD-10", "ICD10CM", "E11.9", "11.9"},
		{"ORPHA", "Orphanet", "ORPHA558", "558"},
		{"GeneID", "NCBIGene", "LOC7157", "TP53"},
		{"mesh id", "MESH", "", "D003924"},
		{"tax_id", "NCBITaxon", "", "9606"},
	} {
		l, ok := ListOf(c.prefix)
		fits, _ := l.Fits(c.fits)
		if not, _ := l.Fits(c.not); !ok || l.Prefix != c.want || fits != (c.fits != "") || not {
			t.Errorf("%s is of %q, %t, whose forms are %q", c.prefix, l.Prefix, ok, l.Forms)
		}
	}
	if l, ok := ListOf("My-List 2"); ok || l.Prefix != "mylist2" {
		t.Errorf("a list that the table lacks is %+v, %t", l, ok)
	}
}
