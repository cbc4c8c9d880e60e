package archtest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// TestPackagesHaveExamples requires an Example of every package that others may import.
// It has to be in package NAME_test, because pkg.go.dev then shows it as an importer
// writes it, and to state its output, because go test runs no other.
func TestPackagesHaveExamples(t *testing.T) {
	public := 0
	for _, p := range list(t) {
		if !isPublic(&p) {
			continue
		}
		public++
		set, files := token.NewFileSet(), []*ast.File(nil)
		for _, name := range p.XTestGoFiles {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		if !hasExample(files...) {
			t.Errorf("%s has no Example with an Output comment in package %s_test: show in about ten lines what it is for, in example_test.go", p.ImportPath, p.Name)
		}
	}
	if public < 30 {
		t.Fatalf("%d public packages: the test checks next to nothing", public)
	}
}

// isPublic reports whether other modules have a reason to import p, and may.
func isPublic(p *listed) bool {
	return p.Name != "main" && len(p.GoFiles) > 0 &&
		!within(p.ImportPath, module+"internal") && !within(p.ImportPath, module+"tools")
}

// hasExample reports whether go test runs an example of the files.
func hasExample(files ...*ast.File) bool {
	return slices.ContainsFunc(doc.Examples(files...), func(e *doc.Example) bool { return e.Output != "" })
}

// TestExampleIsFound checks the check.
func TestExampleIsFound(t *testing.T) {
	for body, want := range map[string]bool{
		"func Example() {\n// Output: 1\n}":                true,
		"func ExampleX() {\n// Unordered output:\n// 1\n}": true,
		"func Example() {\n// Output:\n}":                  false, // nothing to see
		"func Example() {}":                                false,
		"func TestX() {\n// Output: 1\n}":                  false,
		"":                                                 false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "example_test.go", "package lib_test\n"+body, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if hasExample(file) != want {
			t.Errorf("%q: an example: %t, want %t", body, !want, want)
		}
	}
	for path, want := range map[string]bool{"core": true, "core/pack": true, "internal/wire": false, "tools/normlet/answer": false} {
		if got := isPublic(&listed{ImportPath: module + path, Name: "lib", GoFiles: []string{"lib.go"}}); got != want {
			t.Errorf("%s is public: %t, want %t", path, got, want)
		}
	}
	if isPublic(&listed{ImportPath: module + "core", Name: "main", GoFiles: []string{"main.go"}}) {
		t.Error("a command counts as a package to import")
	}
}
