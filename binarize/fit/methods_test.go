package fit

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMethodsListed compares the methods with the constants, the rows of the package
// comment and the functions that look like one.
func TestMethodsListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[file] = string(text)
	}
	list, want := all["fit.go"], strings.Join(Methods(), " ")
	for what, pattern := range map[string]string{
		"the package comment has the methods": `(?m)^//\t(\S+) `,
		"the constants are":                   `(?m)^\t\w+ += "(.+)"$`,
	} {
		var got []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(list, -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("fit.go: %s %q, the list of methods has %q", what, got, Methods())
		}
	}
	functions := 0
	for file, text := range all {
		for _, m := range regexp.MustCompile(`(?m)^func (\w+)\(\w+ context\.Context, \w+ \*sample, \w+ Config, \w+ \*Report\) \(w, t \[\]float32`).FindAllStringSubmatch(text, -1) {
			functions++
			if !strings.Contains(list, ", "+m[1]+"},\n") {
				t.Errorf("%s has %s, which is not in the list of methods", file, m[1])
			}
		}
	}
	if functions != len(Methods()) || slices.Contains(Methods(), "") {
		t.Errorf("%d functions for the methods %q", functions, Methods())
	}
}
