//go:build linux

// Package web checks all that must hold in the browser, with its figures, in Debian's Chromium and with the packages
// of mobile/web:
//
//	go test -v ./tools/web -check [-shots /FOLDER]
package web

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

var shots = flag.String("shots", "/tmp/normlet-web-shots", "leave screenshots in this `folder`")

// light imports encoding/json, nearly all of which the linker drops: 0.02 MB are left.
const light = "github.com/bits-and-blooms/bitset"

// heavy are packages that the program for the browser must not reach: they cost size.
var heavy = regexp.MustCompile(`^(net|net/http|encoding/(json|gob|xml)|testing|text/template|html/template|gonum\.org/.*|github\.com/normlet/normlet/(train|assets|internal/nn|binarize/fit).*)$`)

// publishedPack and published are the files that npm publishes.
var publishedPack = strings.Fields(`NOTICE README.md default.normpack index.d.ts index.js package.json`)

var published = strings.Fields(`LICENSE NOTICE README.md THIRD_PARTY_LICENSES lib/channel.js lib/check.js lib/client.js lib/error.js lib/files.js
	lib/node-worker.js lib/node.js lib/normlet.d.ts lib/normlet.js lib/normlet.wasm lib/packs.js lib/serve.js lib/wasm_exec.js lib/worker.js package.json`)

var wasm = []string{"GOFLAGS=", "GOOS=js", "GOARCH=wasm", "go"}

// page is a built page and what it is built of.
type page struct{ root, npm, work, site, normlet string }

func TestWeb(t *testing.T) {
	checktest.On(t)
	checktest.Need(t, "chromium", "brotli")
	root, work := checktest.Root(t), t.TempDir()
	p := &page{root: root, npm: filepath.Join(root, "mobile/web"), work: work, site: filepath.Join(work, "site"), normlet: filepath.Join(work, "normlet")}
	p.install(t)
	checktest.Run(t, root, "GOFLAGS=", "go", "build", "-o", p.normlet, "./tools/normlet")
	checktest.Run(t, root, p.normlet, "web", "--out", p.site)
	t.Run("program", p.program)
	t.Run("scripts", p.scripts)
	t.Run("sizes", p.sizes)
	t.Run("package", p.published)
	t.Run("gallery", p.gallery)
	t.Run("page", p.browser)
}

func (p *page) goWasm(t *testing.T, words ...string) string {
	t.Helper()
	return checktest.Run(t, p.root, slices.Concat(wasm, words)...)
}

// install fetches the packages that the lock file names, unless they are there.
func (p *page) install(t *testing.T) {
	lock, noted := checktest.Read(t, p.npm, "package-lock.json"), filepath.Join(p.npm, "node_modules", ".checked")
	if had, _ := os.ReadFile(noted); string(had) != lock {
		checktest.Run(t, p.npm, "npm", "ci", "--silent")
		checktest.Write(t, lock, noted)
	}
}

func (p *page) program(t *testing.T) {
	p.goWasm(t, "vet", "./mobile/wasm")
	path := "PATH=" + filepath.Join(strings.TrimSpace(checktest.Run(t, p.root, "go", "env", "GOROOT")), "lib/wasm") + ":" + os.Getenv("PATH")
	checktest.Run(t, p.root, slices.Concat([]string{path}, wasm, []string{"test", "-count=1", "./mobile/wasm"})...)
	reached := 0
	for line := range strings.Lines(p.goWasm(t, "list", "-deps", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./mobile/wasm")) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		if path == light || heavy.MatchString(path) {
			continue // whoever imports that is at fault
		}
		reached++
		for _, i := range strings.Fields(imports) {
			if heavy.MatchString(i) {
				t.Errorf("the program for the browser must not reach %s, as %s does: it costs size", i, path)
			}
		}
	}
	if reached < 20 {
		t.Errorf("%d packages: the check sees next to nothing of the program", reached)
	}
}

func (p *page) scripts(t *testing.T) {
	checktest.Run(t, p.npm, "node_modules/.bin/tsc", "-p", "tsconfig.json")
	tests, err := filepath.Glob(filepath.Join(p.npm, "test", "*.test.js"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("tests of scripts: %q, %v", tests, err)
	}
	checktest.Run(t, p.npm, append([]string{"node", "--test", "--test-reporter=dot"}, tests...)...)
	for _, file := range strings.Fields(checktest.Run(t, p.root, "git", "ls-files", "mobile/web")) {
		if ext := filepath.Ext(file); ext == ".wasm" || ext == ".normpack" || filepath.Base(file) == "wasm_exec.js" {
			t.Errorf("%s is built, but tracked", file)
		}
	}
}

func (p *page) sizes(t *testing.T) {
	size := func(name string) float64 {
		return float64(len(checktest.Run(t, p.site, "brotli", "-q", "11", "-c", name))) / 1e6
	}
	info, err := os.Stat(filepath.Join(p.site, "lib/normlet.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("wasm, uncompressed: %d bytes", info.Size())
	program := size("lib/normlet.wasm") + size("lib/wasm_exec.js")
	checktest.Figure(t, "wasm and support, brotli, without the pack", program, 1.6, "MB")
	checktest.Figure(t, "wasm and support, brotli, with the pack", program+size("default.normpack"), 7.1, "MB")
}

// published checks what npm would publish, and runs it in Node as an app does.
func (p *page) published(t *testing.T) {
	checktest.Run(t, p.root, "tools/web/build.sh", filepath.Join(p.work, "built"))
	app := filepath.Join(p.work, "app")
	module := p.npmInstall(t, p.npm, app, published)
	p.npmInstall(t, filepath.Join(p.npm, "default"), app, publishedPack)
	licences := "\n" + checktest.Read(t, module, "THIRD_PARTY_LICENSES")
	modules := strings.Fields(p.goWasm(t, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./mobile/wasm"))
	if len(modules) == 0 {
		t.Error("the program links no modules: nothing to compare with")
	}
	for _, m := range append(modules, "Go") {
		if !strings.Contains(licences, "\n"+m+" ") {
			t.Errorf("the package lacks the licence of %s", m)
		}
	}
	pack := checktest.Read(t, p.site, "default.normpack")
	checktest.Write(t, pack, app, "default.normpack")
	checktest.Write(t, pack, app, "with blank#.normpack")
	checktest.Write(t, checktest.Read(t, p.npm, "test/node/node.js"), app, "node.mjs")
	checktest.Run(t, app, "node", "--test", "--test-reporter=dot", "node.mjs")
	t.Logf("in Node %s", checktest.Run(t, app, "node", "--version"))
}

// npmInstall packs the npm package in a folder, installs it in an app and returns where.
func (p *page) npmInstall(t *testing.T, folder, app string, want []string) string {
	t.Helper()
	var packed []struct {
		Name, Filename string
		Size           float64
		Files          []struct{ Path string }
	}
	if err := json.Unmarshal([]byte(checktest.Run(t, folder, "npm", "pack", "--ignore-scripts", "--json", "--pack-destination", p.work)), &packed); err != nil || len(packed) != 1 {
		t.Fatalf("npm makes %d packages, %v", len(packed), err)
	}
	var files []string
	for _, f := range packed[0].Files {
		files = append(files, f.Path)
	}
	if slices.Sort(files); !slices.Equal(files, want) {
		t.Errorf("npm would publish\n%q, want\n%q", files, want)
	}
	t.Logf("%s: %.1f MB to fetch", packed[0].Name, packed[0].Size/1e6)
	module := filepath.Join(app, "node_modules", packed[0].Name)
	if err := os.MkdirAll(module, 0o755); err != nil {
		t.Fatal(err)
	}
	checktest.Run(t, p.work, "tar", "-xzf", packed[0].Filename, "--strip-components", "1", "-C", module)
	return module
}

// gallery makes the pages of the documentation with their pictures, which have to be small enough to publish.
func (p *page) gallery(t *testing.T) {
	out := filepath.Join(p.work, "gallery")
	checktest.Run(t, p.root, "tools/gallery.sh", out)
	shown := checktest.Read(t, out, "gallery.html")
	for _, name := range strings.Fields("one-light.png one-dark.png phone-light.png phone-dark.png text-light.png text-dark.png column-light.png column-dark.png text.html") {
		if size := len(checktest.Read(t, out, "gallery", name)); size < 1000 || size > 1e6 {
			t.Errorf("%s has %d bytes", name, size)
		}
		if !strings.Contains(shown, `src="gallery/`+name+`"`) {
			t.Errorf("the gallery does not show %s", name)
		}
	}
}

// TestPictures keeps the pictures of the documentation small enough for a clone, and shown.
func TestPictures(t *testing.T) {
	docs := filepath.Join(checktest.Root(t), "docs")
	files, err := filepath.Glob(filepath.Join(docs, "pictures", "*.png"))
	if err != nil || len(files) == 0 {
		t.Fatalf("pictures: %q, %v", files, err)
	}
	shown, all := checktest.Read(t, docs, "web.md"), 0
	for _, file := range files {
		all += len(checktest.Read(t, file))
		if name := filepath.Base(file); strings.HasSuffix(name, "-light.png") && !strings.Contains(shown, "(pictures/"+name+")") {
			t.Errorf("docs/web.md does not show %s", name)
		}
	}
	if all > 1e6 {
		t.Errorf("the pictures have %d bytes, more than a megabyte", all)
	}
}

// browser runs the page end to end.
func (p *page) browser(t *testing.T) {
	folder, err := filepath.Abs(*shots)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(checktest.Run(t, p.root, "chromium", "--version"))
	t.Log(checktest.Run(t, p.root, "NORMLET="+p.normlet, "SITE="+p.site, "CHROMIUM=/usr/bin/chromium", "SHOTS="+folder,
		"node", "--test", "--test-reporter=spec", "mobile/web/test/e2e/e2e.js"))
	t.Logf("screenshots: %s", folder)
}
