package data

import (
	"path/filepath"
	"regexp"
	"testing"
)

// TestOneOntology reads the same terms in every syntax of ontologies: the terminology is the same. Only
// what is left out differs: OBO has no labels in other languages and reports no properties.
func TestOneOntology(t *testing.T) {
	for _, tt := range []struct{ file, format string }{
		{"ship.obo", "obo"}, {"ship.json", "obograph"}, {"ship.owl", "rdfxml"}, {"ship.ofn", "owl-functional"},
		{"ship.ttl", "turtle"}, {"ship.nt", "ntriples"},
	} {
		terminology, report, err := read(filepath.Join(formatsDir, tt.file), ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", tt.file, err)
			continue
		}
		if got := report.Sources[0].Format; got != tt.format {
			t.Errorf("%s: taken for %s, want %s", tt.file, got, tt.format)
		}
		got := regexp.MustCompile(`(?m)^(skipped|source): .*\n|^.* rows: .*\n`).ReplaceAllString(dump(t, terminology, report), "")
		t.Run(tt.file, func(t *testing.T) { checkGolden(t, "ship", got) })
	}
}
