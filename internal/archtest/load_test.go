package archtest

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checked is a package of ours with its types.
type checked struct {
	path, name string
	files      []string
	types      *types.Package
	info       *types.Info
}

// load type-checks the packages of the module of a folder. Ours are read from source, so that nothing is compiled for this test;
// for others there is what the compiler noted.
func load(t *testing.T, folder string) (list []*checked) {
	t.Helper()
	all := listAll(t, folder)
	isOurs := func(path string) bool { return within(path, strings.TrimSuffix(module, "/")) }
	others := map[string]string{}
	for _, p := range all {
		for _, path := range p.Imports {
			if isOurs(p.ImportPath) && !isOurs(path) && path != "C" && path != "unsafe" {
				others[path] = ""
			}
		}
	}
	compiled, err := listIn(folder, slices.Concat([]string{"-export"}, slices.Collect(maps.Keys(others)))...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range compiled {
		others[p.ImportPath] = p.Export
	}
	set, known := token.NewFileSet(), oursFirst{}
	known.others = importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(others[path]) })
	known.checked = map[string]*types.Package{}
	for _, p := range all { // what a package imports comes before it
		if !isOurs(p.ImportPath) {
			continue
		}
		c := &checked{path: p.ImportPath, name: p.Name, info: &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}}
		var files []*ast.File
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			path := filepath.Join(p.Dir, name)
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files, c.files = append(files, file), append(c.files, path)
		}
		if p.DepOnly {
			c.info = nil
		}
		config := types.Config{Importer: known, FakeImportC: true, IgnoreFuncBodies: p.DepOnly}
		if c.types, err = config.Check(p.ImportPath, set, files, c.info); err != nil {
			t.Fatal(err)
		}
		if known.checked[p.ImportPath] = c.types; !p.DepOnly {
			list = append(list, c)
		}
	}
	if len(list) < 10 {
		t.Fatalf("%d packages loaded: the test would check nothing", len(list))
	}
	return list
}

// oursFirst imports what it has been given, and others.
type oursFirst struct {
	checked map[string]*types.Package
	others  types.Importer
}

func (o oursFirst) Import(path string) (*types.Package, error) {
	if p := o.checked[path]; p != nil {
		return p, nil
	}
	return o.others.Import(path)
}

// check makes a package from source that may import one other.
func check(t *testing.T, set *token.FileSet, path, source string, imported *types.Package) *checked {
	t.Helper()
	f, err := parser.ParseFile(set, path+".go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: only{imported}}
	p, err := config.Check(path, set, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &checked{path: path, name: path, types: p, info: info}
}

type only struct{ p *types.Package }

func (o only) Import(string) (*types.Package, error) { return o.p, nil }
