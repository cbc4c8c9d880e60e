package archtest

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFoldersHaveRows: the table "Where things are" of ARCHITECTURE.md has a row for each folder with Go outside the
// laboratory, or for one above it, and names nothing that is gone.
func TestFoldersHaveRows(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Where things are\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows, all := foldersNamed(section), paths(t)
	if len(rows) < 40 {
		t.Fatalf("%d folders in the table: the test checks next to nothing", len(rows))
	}
	for _, folder := range withoutRow(rows, all) {
		t.Errorf("no row of the table in ARCHITECTURE.md is about %s: say there what it holds", folder)
	}
	for _, row := range missingFiles(rows, all) {
		t.Errorf("a row of the table in ARCHITECTURE.md is about %s, which does not exist", row)
	}
}

// TestWithoutRow checks the check.
func TestWithoutRow(t *testing.T) {
	rows := foldersNamed("| folder | holds |\n|---|---|\n| `a`, `b/{c,d}` | `e` |\n| `f/*.sh` | |\nIn `g`.\n")
	if got := strings.Join(rows, " "); got != "a b/c b/d f/*.sh" {
		t.Errorf("rows about %s", got)
	}
	files := []string{"a/x/x.go", "b/c/x.go", "b/x.go", "ab/x.go", "e/x.go", "e/y.go", "f/x.sh", "g/testdata/x.go", "lab/x.go"}
	if got := strings.Join(withoutRow(rows, files), " "); got != "b ab e" {
		t.Errorf("folders without a row: %s", got)
	}
}

// foldersNamed returns what the first column of a table names in code spans, {a,b} written out.
func foldersNamed(table string) (names []string) {
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || cells[0] != "" {
			continue
		}
		for _, m := range code.FindAllStringSubmatch(cells[1], -1) {
			before, rest, _ := strings.Cut(m[1], "{")
			choices, after, _ := strings.Cut(rest, "}")
			for choice := range strings.SplitSeq(choices, ",") {
				names = append(names, before+choice+after)
			}
		}
	}
	return names
}

// withoutRow returns the folders with Go outside the laboratory that lie below none of rows.
func withoutRow(rows, files []string) (folders []string) {
	for _, file := range files {
		folder := path.Dir(file)
		if !strings.HasSuffix(file, ".go") || strings.Contains(folder, "testdata") || within(folder, "lab") || slices.Contains(folders, folder) {
			continue
		}
		if !slices.ContainsFunc(rows, func(row string) bool { return within(folder, row) }) {
			folders = append(folders, folder)
		}
	}
	return folders
}
