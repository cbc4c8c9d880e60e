package format

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryFormatIsListed looks for the formats of all files in the list that Detect
// goes through, and in the table of the package comment.
func TestEveryFormatIsListed(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]string{} // format to file
	for _, row := range regexp.MustCompile(`(?m)^//\t(.+?)  .*  (\w+\.go)$`).FindAllStringSubmatch(string(doc), -1) {
		for _, name := range regexp.MustCompile(`[a-z_-]+`).FindAllString(row[1], -1) {
			described[name] = row[2]
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var defined []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`&Format\{\s*Name: "([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			name := m[1]
			defined = append(defined, name)
			if Named(name) == nil {
				t.Errorf("%s has the format %s, which is not in the list of formats.go", file, name)
			}
			if described[name] != file {
				t.Errorf("doc.go lacks a row for the format %s of %s: it has %q", name, file, described[name])
			}
		}
	}
	for _, row := range rows("list") {
		if defined = append(defined, row[1]); described[row[1]] != "lists.go" {
			t.Errorf("doc.go lacks a row for the format %s of vocabulary.tsv", row[1])
		}
	}
	for _, row := range rows("cell") {
		_, known := separatorNames[strings.Join(row[4:], "")]
		known = known && (row[3] == "id" || cellRole(row[3]) != nil) || len(row) == 5 && filterRoles[strings.Trim(strings.Split(row[3], ":")[0], "?")].wants != nil
		if !known || !slices.Contains(defined, row[1]) {
			t.Errorf("vocabulary.tsv: the format, the role or the separator is unknown: %q", row)
		}
	}
	for _, f := range formats {
		if f.Title == "" || f.sniff == nil || f.read == nil {
			t.Errorf("the format %s lacks its title, sniff or read", f.Name)
		}
	}
	slices.Sort(defined)
	if got, want := strings.Join(defined, " "), strings.Join(Names(), " "); got != want {
		t.Errorf("the files have the formats %s, the list has %s", got, want)
	}
}
