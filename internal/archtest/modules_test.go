package archtest

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// engines are libraries that only modules of their own may require, with which normlet would take minutes to build, or
// a C compiler.
var engines = []string{
	"github.com/apache/arrow-go", "github.com/apache/beam", "github.com/blevesearch", "github.com/duckdb", "github.com/goreleaser", "github.com/ncruces/go-sqlite3", "modernc.org/sqlite",
}

// engineModules are the folders of those modules, with the engines that their code imports, sorted.
var engineModules = map[string][]string{
	"tools/arrow":      {"github.com/apache/arrow-go"},
	"tools/beam":       {"github.com/apache/arrow-go", "github.com/apache/beam"}, // Arrow's to read Parquet
	"lab/bioconductor": {"modernc.org/sqlite"},
	"tools/duckdb":     {"github.com/duckdb"},
	"lab/peers":        {"github.com/blevesearch", "github.com/ncruces/go-sqlite3", "modernc.org/sqlite"},
	"tools/release":    {"github.com/goreleaser"},
}

// enginesIn returns the engines that some import or module paths belong to, sorted.
func enginesIn(paths []string) []string {
	var found []string
	for _, engine := range engines {
		if slices.ContainsFunc(paths, func(p string) bool { return within(p, engine) }) {
			found = append(found, engine)
		}
	}
	slices.Sort(found)
	return found
}

// required returns the paths of the modules that the go.mod of a folder requires: those that its code imports, and all.
func required(t *testing.T, folder string) (direct, all []string) {
	t.Helper()
	out, err := exec.Command("go", "mod", "edit", "-json", filepath.Join("..", "..", folder, "go.mod")).Output()
	if err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	for _, r := range mod.Require {
		all = append(all, r.Path)
		if !r.Indirect {
			direct = append(direct, r.Path)
		}
	}
	if len(all) < 2 {
		t.Fatalf("%s: go.mod requires %q: the test would check nothing", folder, all)
	}
	return direct, all
}

// TestEnginesStayOutside keeps engines out of the main module and of normlet, and finds each where it belongs, so that
// it cannot miss one.
func TestEnginesStayOutside(t *testing.T) {
	_, all := required(t, ".")
	if found := enginesIn(all); found != nil {
		t.Errorf("go.mod requires %q: they belong into modules of their own", found)
	}
	packages := list(t)
	normlet := slices.IndexFunc(packages, func(p listed) bool { return p.ImportPath == module+"tools/normlet" })
	if normlet < 0 {
		t.Fatal("no package tools/normlet: the test would check nothing")
	}
	deps := packages[normlet].Deps
	if !slices.Contains(deps, "github.com/spf13/cobra") {
		t.Fatalf("go list finds %d packages without cobra: the test would check nothing", len(deps))
	}
	if found := enginesIn(deps); found != nil {
		t.Errorf("tools/normlet reaches %q", found)
	}
	var imported []string
	for folder, want := range engineModules {
		direct, _ := required(t, folder)
		found := enginesIn(direct)
		if !slices.Equal(found, want) {
			t.Errorf("the code of %s imports the engines %q, not %q", folder, found, want)
		}
		imported = append(imported, found...)
	}
	for _, engine := range engines {
		if !slices.Contains(imported, engine) {
			t.Errorf("no module requires %s, so this test would not find it elsewhere", engine)
		}
	}
}
