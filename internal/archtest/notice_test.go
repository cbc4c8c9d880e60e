package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// groupSources are the sources that lines of groups.tsv begin their last column with, as NOTICE names them.
var groupSources = map[string]string{"Complex Portal:": "Complex Portal", "Cancer gene fusion, COSMIC:": "COSMIC", "HGNC gene group ": "HGNC", "UniProt": "UniProt"}

// TestNoticeOfGroups: NOTICE names every source of the table of groups.
func TestNoticeOfGroups(t *testing.T) {
	read := func(path string) string {
		b, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	_, section, _ := strings.Cut(read("NOTICE"), "\nData in knowledge/bio/groups.tsv\n")
	section, _, _ = strings.Cut(section, "\nData in ")
	lines := 0
	for line := range strings.Lines(read("knowledge/bio/groups.tsv")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		source := strings.TrimSpace(line[strings.LastIndex(line, "\t")+1:])
		named := false
		for begins, name := range groupSources {
			named = named || strings.HasPrefix(source, begins) && strings.Contains(section, name)
		}
		if lines++; !named {
			t.Errorf("groups.tsv has a line of %q, which NOTICE does not name in its section about this file", source)
		}
	}
	if lines < 100 {
		t.Fatalf("%d lines", lines)
	}
}
