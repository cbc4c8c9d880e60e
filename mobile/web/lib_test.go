package web

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// TestCallsReachThePage follows every method of the program's session to main.go, to
// client.js, and every method of client.js to normlet.d.ts, a test and README.md.
// The test of tools/web has the types and a browser.
func TestCallsReachThePage(t *testing.T) {
	read := func(pattern string) (text string) {
		paths, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v, %d files", pattern, err, len(paths))
		}
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text += string(content)
		}
		return text
	}
	names := func(text, pattern string) (list []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
		return list
	}
	main, lib, types := read("../wasm/main.go"), read("lib/client.js")+read("lib/packs.js"), ""
	for _, part := range strings.Split(read("lib/normlet.d.ts"), "\nexport ") {
		if class, rest, _ := strings.Cut(part, " {"); class == "interface Normalizer" || class == "interface Packs" {
			types += rest
		}
	}
	methods := names(read("../wasm/session.go")+read("../wasm/packs.go"), `func \((?:s \*session|p \*packs)\) (\w+)\((?:args )?\[\]js.Value`)
	calls := names(lib, `(?m)^  async (\w+)\(`)
	if len(methods) < 10 || len(calls) < 10 {
		t.Fatalf("the session has %q and normlet.js %q: this test no longer finds them", methods, calls)
	}
	for _, name := range methods {
		for what, has := range map[string]bool{
			"main.go does not hand to JavaScript":  regexp.MustCompile(`"` + name + `", function\((?:s\.opened\()?[sp]\.` + name + `\)`).MatchString(main),
			"the comment of main.go does not have": regexp.MustCompile(`//\t.*\b` + name + `\(`).MatchString(main),
			"client.js does not call":              strings.Contains(lib, `.call("`+name+`"`),
			"no test of mobile/wasm has":           regexp.MustCompile(`\b[sp]\.` + name + `\b`).MatchString(read("../wasm/*_test.go")),
		} {
			if !has {
				t.Errorf("%s: %s", what, name)
			}
		}
	}
	tests, manual := read("test/e2e/*.js"), read("README.md")
	declared := names(types, `(?m)^  (\w+)\(`)
	for _, name := range append(slices.Clone(calls), declared...) {
		for what, has := range map[string]bool{
			"client.js does not have":              slices.Contains(calls, name),
			"normlet.d.ts does not have":           slices.Contains(declared, name),
			"no test in mobile/web/test/e2e calls": strings.Contains(tests, "."+name+"("),
			"README.md does not have":              strings.Contains(manual, "`"+name) || strings.Contains(manual, "."+name+"("),
		} {
			if !has {
				t.Errorf("%s: %s", what, name)
			}
		}
	}
}

// TestStages compares the stages that normlet.d.ts declares and the page has words for with those that there are.
func TestStages(t *testing.T) {
	var want []string
	for s := range score.NumStages {
		want = append(want, s.String())
	}
	for _, c := range []struct{ file, block, name string }{
		{"lib/normlet.d.ts", `(?s)export type Stage =(.*?);`, `"([a-z-]+)"`},
		{"page/words.js", `(?s)const STAGES = {(.*?)};`, `(?m)^  "?([a-z-]+)"?:`},
	} {
		content, err := os.ReadFile(filepath.FromSlash(c.file))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range regexp.MustCompile(c.name).FindAllStringSubmatch(regexp.MustCompile(c.block).FindString(string(content)), -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has the stages %q, want %q", c.file, got, want)
		}
	}
}
