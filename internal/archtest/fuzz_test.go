package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestParsersAreFuzzed requires every exported Parse function of bytes, in what apps
// load, to have a fuzz target, FuzzParseX of ParseX or one that calls it: packs come
// from anywhere.
func TestParsersAreFuzzed(t *testing.T) {
	found := 0
	for _, root := range []string{"core", "internal/core", "binarize"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() || d.Name() == "testdata" {
				return err
			}
			parsers, fuzzed, err := parsersOf(path)
			for _, name := range parsers {
				found++
				if !fuzzed[strings.TrimSuffix(name, "With")] {
					t.Errorf("%s.%s has no fuzz target: write Fuzz%s beside it", filepath.Base(path), name, name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 6 {
		t.Fatalf("%d parsers: the test checks next to nothing", found)
	}
}

// parsersOf returns the exported Parse functions of bytes in a folder, and what its
// fuzz targets are named after or call.
func parsersOf(dir string) (parsers []string, fuzzed map[string]bool, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	fuzzed = map[string]bool{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			switch test := strings.HasSuffix(path, "_test.go"); {
			case !ok || f.Recv != nil:
			case test && strings.HasPrefix(f.Name.Name, "Fuzz"):
				fuzzed[strings.TrimPrefix(f.Name.Name, "Fuzz")] = true
				addCalls(fuzzed, f)
			case !test && strings.HasPrefix(f.Name.Name, "Parse") && takesBytes(f):
				parsers = append(parsers, f.Name.Name)
			}
		}
	}
	return parsers, fuzzed, nil
}

func takesBytes(f *ast.FuncDecl) bool {
	if len(f.Type.Params.List) == 0 {
		return false
	}
	list, ok := f.Type.Params.List[0].Type.(*ast.ArrayType)
	if !ok {
		return false
	}
	elem, ok := list.Elt.(*ast.Ident)
	return ok && elem.Name == "byte"
}

// addCalls adds the names of the functions that f calls.
func addCalls(calls map[string]bool, f *ast.FuncDecl) {
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			switch fun := call.Fun.(type) {
			case *ast.Ident:
				calls[fun.Name] = true
			case *ast.SelectorExpr:
				calls[fun.Sel.Name] = true
			}
		}
		return true
	})
}
