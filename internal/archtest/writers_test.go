package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writers are the functions of package os that make, change or rename files. All but
// package output leave them alone, so that there is one place that keeps its promises.
var writers = []string{"Create", "WriteFile", "Rename", "OpenFile", "Truncate", "Link", "Symlink", "Chmod", "CopyFS"}

// ownWriters may write, for the reason given.
var ownWriters = map[string]string{
	"internal/durable":   "what output is made of, without what a phone has no use for",
	"internal/checktest": "writes into temporary folders of tests",
	"lab/mutate":         "writes into temporary folders of its own",
	"lab/peers":          "writes into temporary folders of its own",
	"internal/regular":   "OpenFile with flags of its own, to read",
}

func TestOnePlaceWrites(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, func(folder string, set *token.FileSet, f *ast.File) {
		calls(f, "os", func(name string, at token.Pos) {
			if slices.Contains(writers, name) {
				if used[folder] = true; ownWriters[folder] == "" {
					t.Errorf("%s calls os.%s: files are written through internal/output", set.Position(at), name)
				}
			}
		})
	})
	for folder := range ownWriters {
		if !used[folder] {
			t.Errorf("%s writes no files any more: take it from the list", folder)
		}
	}
}

// TestNothingCompiledBeforeMain finds regular expressions that a program compiles although it may not use them.
func TestNothingCompiledBeforeMain(t *testing.T) {
	eachFile(t, func(folder string, set *token.FileSet, f *ast.File) {
		for _, d := range f.Decls {
			if _, ok := d.(*ast.GenDecl); !ok || strings.HasPrefix(folder, "lab") || strings.HasPrefix(folder, "tools/") && !strings.HasPrefix(folder, "tools/normlet") {
				continue
			}
			calls(d, "regexp", func(name string, at token.Pos) {
				if name == "MustCompile" {
					t.Errorf("%s: a program that does not use it waits for it: pattern.Of", set.Position(at))
				}
			})
		}
	})
}

// eachFile calls use for every Go file of the repository that is no test.
func eachFile(t *testing.T, use func(folder string, set *token.FileSet, f *ast.File)) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path) // both are relative
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err == nil {
			use(filepath.ToSlash(filepath.Dir(rel)), set, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 200 {
		t.Fatalf("%d files: the test checks next to nothing", files)
	}
}

// calls finds what a node names of a package.
func calls(n ast.Node, pkg string, found func(name string, at token.Pos)) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == pkg {
				found(s.Sel.Name, n.Pos())
			}
		}
		return true
	})
}
