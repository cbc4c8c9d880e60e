package archtest

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// engines are libraries that only a module of their own may require, the one of the folder: with them normlet would
// take minutes to build, or a C compiler.
var engines = map[string]string{
	"github.com/apache/arrow-go": "tools/arrow",
	"github.com/apache/beam":     "tools/beam",
	"github.com/duckdb":          "tools/duckdb",
}

// enginesIn returns the engines that some import or module paths belong to, sorted.
func enginesIn(paths []string) []string {
	var found []string
	for engine := range engines {
		if slices.ContainsFunc(paths, func(p string) bool { return within(p, engine) }) {
			found = append(found, engine)
		}
	}
	slices.Sort(found)
	return found
}

// required returns the paths of the modules that the go.mod of a folder requires, directly or not.
func required(t *testing.T, folder string) []string {
	t.Helper()
	out, err := exec.Command("go", "mod", "edit", "-json", filepath.Join("..", "..", folder, "go.mod")).Output()
	if err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, r := range mod.Require {
		paths = append(paths, r.Path)
	}
	if len(paths) < 2 {
		t.Fatalf("%s: go.mod requires %q: the test would check nothing", folder, paths)
	}
	return paths
}

// TestEnginesStayOutside keeps engines out of the main module and of normlet, and finds each where it belongs, so that
// it cannot miss one.
func TestEnginesStayOutside(t *testing.T) {
	if found := enginesIn(required(t, ".")); found != nil {
		t.Errorf("go.mod requires %q: they belong into modules of their own", found)
	}
	out, err := exec.Command("go", "list", "-deps", module+"tools/normlet").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "github.com/spf13/cobra") {
		t.Fatalf("go list finds %d packages without cobra: the test would check nothing", len(deps))
	}
	if found := enginesIn(deps); found != nil {
		t.Errorf("tools/normlet reaches %q", found)
	}
	for engine, folder := range engines {
		if !slices.Contains(enginesIn(required(t, folder)), engine) {
			t.Errorf("%s does not require %s, so this test would not find it elsewhere", folder, engine)
		}
	}
}
