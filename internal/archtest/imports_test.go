package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/normlet/normlet/"

// rule forbids the packages below from (each a path, or a path and all under it)
// to reach others, however indirectly. It is a statement of policy: when it
// fails, change the import and not the rule.
type rule struct {
	from, not []string
	why       string
}

var device = []string{module + "core", module + "binarize", module + "mobile", module + "internal/core", module + "internal/bitvec", module + "internal/f32", module + "internal/f64", module + "internal/wire", module + "internal/durable", module + "internal/tuf", module + "internal/patch", module + "internal/abbreviation", module + "internal/frame", module + "assets", module + "knowledge"}

var rules = []rule{
	{device, []string{module + "train", module + "binarize/fit", module + "internal/nn"},
		"what a phone loads is inference only; training code would drag its weight and its licences along"},
	{device, []string{"gonum.org", "net/http", "net", "encoding/gob", "encoding/json", "encoding/xml", "text/template", "html/template", "testing", "github.com/spf13", "github.com/schollz"},
		"they cost megabytes in an app, open doors that a look-up does not need, or print on their own"},
	{device, []string{"runtime/cgo"},
		"a phone's code is plain Go, so that it builds for every platform without a C compiler"},
	{[]string{module + "core", module + "internal/core"}, []string{module + "assets", module + "mobile"},
		"a library does not decide which pack an app carries"},
	{[]string{module + "core/pack"}, []string{module + "core/encoder", module + "internal/core/search", module + "binarize"},
		"the file format knows bytes and tables, not what they mean"},
	{[]string{module + "assets", module + "packs", module + "knowledge"}, []string{module + "core", module + "internal/core", module + "train"},
		"assets, packs and knowledge are bytes and nothing else"},
	{[]string{module + "internal/nn"}, []string{module + "core", module + "internal/core", module + "train/data"},
		"layers and losses know numbers, not names"},
	{[]string{strings.TrimSuffix(module, "/")}, []string{module + "lab"},
		"the laboratory studies the product, which does not need it"},
	{[]string{module + "train", module + "binarize/fit"}, []string{module + "tools", module + "mobile", module + "assets", module + "packs"},
		"data flows one way: train, binarize, pack, core, mobile"},
}

type listed struct {
	ImportPath, Name, Dir, Doc, Export           string
	DepOnly                                      bool
	Imports, Deps                                []string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
}

// laboratory is the folder of a module that keeps the rules of the main one.
var laboratory = filepath.Join("..", "..", "lab")

// list returns the packages of the module with all they reach.
func list(t *testing.T) []listed {
	t.Helper()
	return ours(t, ".")
}

// ours returns the packages of the module of a folder.
func ours(t *testing.T, folder string) []listed {
	t.Helper()
	all := slices.DeleteFunc(slices.Clone(listAll(t, folder)), func(p listed) bool { return p.DepOnly })
	if len(all) < 10 {
		t.Fatalf("go list found %d packages in %s: the test would check nothing", len(all), folder)
	}
	return all
}

// listAll returns the packages of the module of a folder and all they reach, each behind what it imports.
func listAll(t *testing.T, folder string) []listed {
	t.Helper()
	all, err := lists[folder]()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// lists holds what the go tool takes a second to find.
var lists = map[string]func() ([]listed, error){
	".":        sync.OnceValues(func() ([]listed, error) { return listIn(".", "-deps", module+"...") }),
	laboratory: sync.OnceValues(func() ([]listed, error) { return listIn(laboratory, "-deps", "./...") }),
}

func listIn(folder string, arguments ...string) (all []listed, err error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Name,Dir,Doc,Export,DepOnly,Imports,Deps,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles"}, arguments...)...)
	cmd.Dir = folder
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// within reports whether path is prefix or lies under it.
func within(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

// covers reports whether a rule for from is about path. Fitting lies under
// binarize but belongs to training: only a rule that names it is about it.
func covers(from []string, path string) bool {
	const fit = module + "binarize/fit"
	for _, f := range from {
		if within(path, f) && (path != fit || f == fit) {
			return true
		}
	}
	return false
}

func TestImports(t *testing.T) {
	packages := list(t)
	for _, r := range rules {
		for _, p := range packages {
			if !covers(r.from, p.ImportPath) {
				continue
			}
			for d := range reached(listAll(t, "."), p) {
				if forbidden(d, r.not) {
					t.Errorf("%s reaches %s: not allowed, because %s", p.ImportPath, d, r.why)
				}
			}
		}
		for _, from := range r.from {
			if !slices.ContainsFunc(packages, func(p listed) bool { return covers([]string{from}, p.ImportPath) }) {
				t.Errorf("no package matches %q: the rule checks nothing", from)
			}
		}
	}
}

// light reach much of which the linker keeps next to nothing: of bitset's encoding/json 0.14 MB in a module of WebAssembly
// of 7.6 MB.
var light = []string{"github.com/bits-and-blooms/bitset"}

// reached returns the packages that p imports, however indirectly, but for those that only light ones need.
func reached(all []listed, p listed) map[string]bool {
	seen := map[string]bool{}
	for _, d := range slices.Backward(all) {
		if (seen[d.ImportPath] || d.ImportPath == p.ImportPath) && !slices.Contains(light, d.ImportPath) {
			for _, i := range d.Imports {
				seen[i] = true
			}
		}
	}
	return seen
}

// forbidden reports whether dep is ruled out. "net" means the package alone.
func forbidden(dep string, not []string) bool {
	for _, n := range not {
		if dep == n || n != "net" && within(dep, n) {
			return true
		}
	}
	return false
}

// TestEveryPackageSaysWhatItIs asks for a package comment of the usual form.
func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for _, p := range slices.Concat(list(t), ours(t, laboratory)) {
		if len(p.GoFiles) > 0 && !strings.HasPrefix(p.Doc, "Package ") && !strings.HasPrefix(p.Doc, "Command ") && !strings.HasPrefix(p.Doc, "Normlet ") {
			t.Errorf("%s has no package comment (it begins %q)", p.ImportPath, p.Doc)
		}
	}
}
