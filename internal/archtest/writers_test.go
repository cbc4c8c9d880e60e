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
	root := filepath.Join("..", "..")
	files, used := 0, map[string]bool{}
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
		folder := filepath.ToSlash(filepath.Dir(rel))
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "os" && slices.Contains(writers, s.Sel.Name) {
					if used[folder] = true; ownWriters[folder] == "" {
						t.Errorf("%s calls os.%s: files are written through internal/output", set.Position(n.Pos()), s.Sel.Name)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 200 {
		t.Fatalf("%d files: the test checks next to nothing", files)
	}
	for folder := range ownWriters {
		if !used[folder] {
			t.Errorf("%s writes no files any more: take it from the list", folder)
		}
	}
}
