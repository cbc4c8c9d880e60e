package archtest

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFacade: what apps call has types of its own. An internal type in a signature, a field or behind another name is one
// that nobody outside can write, and whose documentation nobody finds.
func TestFacade(t *testing.T) {
	packages := typed(t)
	for _, name := range apps {
		for _, fault := range leaks(packages(name)) {
			t.Error(fault)
		}
	}
}

// TestFacadeFinds checks the check: package train/rank, which no app calls, names internal types.
func TestFacadeFinds(t *testing.T) {
	if faults := leaks(typed(t)("train/rank")); !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, "score.Calibration") }) {
		t.Errorf("train/rank returns score.Calibration, and the faults are %q", faults)
	}
}

// typed returns what imports packages of the module, compiled.
func typed(t *testing.T) func(name string) *types.Package {
	t.Helper()
	files := map[string]string{}
	list, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "../../...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[path] = file
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	return func(name string) *types.Package {
		p, err := from.Import(module + name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// leaks returns the internal types that the exported declarations of a package name.
func leaks(p *types.Package) (faults []string) {
	seen := map[types.Type]bool{}
	var walk func(where string, x types.Type)
	object := func(where string, o types.Object) {
		if o.Exported() {
			walk(where+"."+o.Name(), o.Type())
		}
	}
	named := func(where string, o *types.TypeName) bool {
		if o.Pkg() != nil && strings.Contains(o.Pkg().Path()+"/", "/internal/") && strings.HasPrefix(o.Pkg().Path(), module) {
			faults = append(faults, fmt.Sprintf("%s names %s.%s", where, o.Pkg().Name(), o.Name()))
			return false
		}
		return o.Pkg() == p
	}
	walk = func(where string, x types.Type) {
		if seen[x] {
			return
		}
		switch x := x.(type) {
		case *types.Alias:
			if seen[x] = true; named(where, x.Obj()) {
				walk(where, x.Rhs())
			}
		case *types.Named:
			if seen[x] = x.Obj().Pkg() == p; named(where, x.Obj()) {
				for m := range x.Methods() {
					object(where, m)
				}
				walk(where, x.Underlying())
			}
			for a := range x.TypeArgs().Types() {
				walk(where, a)
			}
		case *types.Struct:
			for f := range x.Fields() {
				object(where, f)
			}
		case *types.Interface:
			for m := range x.Methods() {
				object(where, m)
			}
		case *types.Signature:
			walk(where, x.Params())
			walk(where, x.Results())
		case *types.Tuple:
			for v := range x.Variables() {
				walk(where, v.Type())
			}
		case *types.Map:
			walk(where, x.Key())
			walk(where, x.Elem())
		case interface{ Elem() types.Type }: // pointers, slices, arrays and channels
			walk(where, x.Elem())
		}
	}
	for _, name := range p.Scope().Names() {
		object(p.Path(), p.Scope().Lookup(name))
	}
	return faults
}

// internalName is a name of an internal package in a comment or a value.
var internalName = regexp.MustCompile(`\b(details|engine|entity|field|index|names|organism|score|search|tag|topic|wire)\.[A-Z]\w+`)

// TestFacadeDocs: what go doc prints of a declaration sends nobody to a package that he cannot open.
func TestFacadeDocs(t *testing.T) {
	for _, name := range apps {
		folder := filepath.Join("..", "..", filepath.FromSlash(name))
		pkg, err := build.ImportDir(folder, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range pkg.GoFiles {
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, filepath.Join(folder, file), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range internalNames(f) {
				t.Errorf("%s/%s says %s", name, file, fault)
			}
		}
	}
}

// internalNames returns the names of internal packages in what go doc prints of exported declarations.
func internalNames(f *ast.File) (faults []string) {
	ast.FileExports(f)
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Comment:
				faults = append(faults, internalName.FindAllString(n.Text, -1)...)
			case *ast.SelectorExpr:
				faults = append(faults, internalName.FindAllString(types.ExprString(n), -1)...)
			case *ast.BlockStmt:
				return false
			}
			return true
		})
	}
	return faults
}

// TestInternalNames checks the check.
func TestInternalNames(t *testing.T) {
	const source = "package p\n\n// A is as score.Rival says.\ntype A struct {\n\tB int // see names.MaxBytes\n\tc int // names.Form\n}\n\n// d is score.X.\nfunc d() {}\n\n// E calls.\nfunc E() { /* score.Y */ }\n\nvar F = index.ErrX\n\nvar g = index.ErrY\n"
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if got := internalNames(f); !slices.Equal(got, []string{"score.Rival", "names.MaxBytes", "index.ErrX"}) {
		t.Errorf("%q", got)
	}
}
