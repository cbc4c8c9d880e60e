package archtest

import (
	"bytes"
	"flag"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// apps link these packages; what they export is a promise.
var apps = []string{
	"assets", "binarize", "core", "core/annotate", "core/column", "core/document", "core/edit", "core/encoder", "core/pack", "core/update", "mobile", "packs",
}

// TestAPI compares what packages export with what is meant, testdata/api: go test -update writes it.
func TestAPI(t *testing.T) {
	for _, pkg := range apps {
		got := exported(t, filepath.Join("..", "..", filepath.FromSlash(pkg)))
		golden := filepath.Join("testdata", "api", strings.ReplaceAll(pkg, "/", "-")+".txt")
		if *update {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s exports something else than %s: is that meant? If so, -update records it. %s", pkg, golden, firstDifference(got, want))
		}
	}
}

// exported returns the declarations that users of the package of a folder see, without comments, ascending.
func exported(t *testing.T, folder string) []byte {
	t.Helper()
	pkg, err := build.ImportDir(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, name := range slices.Concat(pkg.GoFiles, pkg.CgoFiles) {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(file)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
				if f.Recv != nil {
					f.Recv.List[0].Names = nil // a name of the receiver is no promise
				}
			} else if d.(*ast.GenDecl).Tok == token.IMPORT {
				continue
			}
			var b bytes.Buffer
			if err := printer.Fprint(&b, set, d); err != nil {
				t.Fatal(err)
			}
			list = append(list, b.String()+"\n")
		}
	}
	slices.Sort(list)
	return []byte(strings.Join(list, ""))
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	i := 0
	for i < min(len(g), len(w))-1 && g[i] == w[i] {
		i++
	}
	return "line " + g[i] + ", want " + w[i]
}
