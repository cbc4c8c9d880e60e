package archtest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPackagesHaveExamples requires examples of every package that others may import:
// programs that pkg.go.dev shows whole and go test runs. docs/library.md leads to them.
func TestPackagesHaveExamples(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	public := 0
	for _, p := range list(t) {
		if !isPublic(&p) {
			continue
		}
		public++
		set, files := token.NewFileSet(), []*ast.File(nil)
		for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		if fault := exampleFault(files...); fault != "" {
			t.Errorf("%s: %s", p.ImportPath, fault)
		}
		if path := strings.TrimPrefix(p.ImportPath, module); !strings.Contains(string(page), "](../"+path+"/example_test.go)") {
			t.Errorf("docs/library.md has no link to the examples of %s: add its row", path)
		}
	}
	if public < 20 {
		t.Fatalf("%d public packages: the test checks next to nothing", public)
	}
}

// isPublic reports whether other modules have a use for p. Packages for tests stand beside what they make for ours.
func isPublic(p *listed) bool {
	return p.Name != "main" && len(p.GoFiles) > 0 && !strings.Contains(p.ImportPath, "/internal/") && !within(p.ImportPath, module+"tools") && !forTests(p.ImportPath)
}

// exampleFault says what is wrong with the examples of a package, "" if nothing is.
func exampleFault(files ...*ast.File) string {
	examples := doc.Examples(files...)
	if len(examples) == 0 {
		return "it has no Example: write one in example_test.go, of about ten lines, that shows what the package is for"
	}
	for _, e := range examples {
		switch name := "Example" + e.Name; {
		case e.Output == "":
			return name + " has no Output comment, so go test does not run it"
		case e.Doc == "":
			return name + " has no comment: say what it shows"
		case e.Play == nil:
			return name + " is no program of its own: write it in package NAME_test, with nothing of other test files"
		case importsInternal(e.Play):
			return name + " imports an internal package, which nobody else can: a package that needs one is internal, too"
		}
	}
	return ""
}

// importsInternal looks at declarations, because the files of doc.Examples list no imports.
func importsInternal(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.ImportSpec); ok {
			found = found || strings.Contains(s.Path.Value, "/internal/")
		}
		return !found
	})
	return found
}

// TestExampleFaults checks the check.
func TestExampleFaults(t *testing.T) {
	const one = "func one() int { return 1 }\n"
	for _, c := range []struct{ source, fault string }{
		{"package lib_test\n// One.\nfunc Example() { println(one())\n// Output: 1\n}\n" + one, ""},
		{"package lib_test\n" + one, "no Example"},
		{"package lib_test\n// One.\nfunc ExampleOne() {}", "ExampleOne has no Output"},
		{"package lib_test\n// One.\nfunc ExampleOne() {\n// Output:\n}", "ExampleOne has no Output"},
		{"package lib_test\nfunc ExampleOne() { println(1)\n// Output: 1\n}", "ExampleOne has no comment"},
		{"package lib_test\nimport \"x/internal/nn\"\n// One.\nfunc ExampleOne() { nn.One()\n// Output: 1\n}", "ExampleOne imports an internal"},
		{"package lib\n// One.\nfunc ExampleOne() { println(one())\n// Output: 1\n}", "ExampleOne is no program"},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "example_test.go", c.source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := exampleFault(file); !strings.Contains(got, c.fault) || c.fault == "" && got != "" {
			t.Errorf("%s:\n%q, want %q", c.source, got, c.fault)
		}
	}
	for _, c := range []struct {
		path, name string
		public     bool
	}{{"core", "core", true}, {"core/pack", "pack", true}, {"internal/wire", "wire", false}, {"tools/normlet/answer", "answer", false}, {"mobile/wasm", "main", false}, {"core/encoder/encodertest", "encodertest", false}} {
		if got := isPublic(&listed{ImportPath: module + c.path, Name: c.name, GoFiles: []string{"lib.go"}}); got != c.public {
			t.Errorf("%s is public: %t, want %t", c.path, got, c.public)
		}
	}
}
