package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	packupdate "github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/mobile/web"
)

// site is the files of the page by path, without leading slash.
type site map[string][]byte

// The files of a site that are not in mobile/web.
const (
	sitePack     = "default.normpack.gz"
	siteProgram  = "lib/normlet.wasm"
	siteSupport  = "lib/wasm_exec.js"
	sitePrecache = "precache.js"
	siteIndex    = "index.html"
	siteWorker   = "sw.js"
	siteRoot     = "packs-root.json" // with --updates
)

// updatesMark is where index.html says which packs to bring; nothing between the quotes means none.
const updatesMark = `<meta name="normlet-packs" content="`

// offerUpdates has the page bring newer packs of a name, which the root in a file vouches for.
func (s site) offerUpdates(name, file string) error {
	if !packupdate.ValidName(name) {
		return fmt.Errorf("--updates %q: no name of a pack: lower-case letters, digits and hyphens", name)
	}
	root, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := packupdate.NewStore(packupdate.Memory{}, core.Limits{}).Trust(root); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	s[siteRoot] = root
	s[siteIndex] = bytes.Replace(s[siteIndex], []byte(updatesMark), []byte(updatesMark+name), 1)
	delete(s, sitePrecache)
	s[sitePrecache], err = s.precache()
	return err
}

// newSite assembles the page from a pack, the WebAssembly program and its support script.
func newSite(pack, program, support []byte) (site, error) {
	s := site{sitePack: pack, siteProgram: program, siteSupport: support}
	if err := s.read(web.Files(), func(string) bool { return true }); err != nil {
		return nil, err
	}
	var err error
	s[sitePrecache], err = s.precache()
	return s, err
}

// read adds the files whose paths are wanted.
func (s site) read(files fs.FS, wanted func(path string) bool) error {
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !wanted(path) {
			return err
		}
		s[path], err = fs.ReadFile(files, path)
		return err
	})
}

// precache returns the script that tells the service worker what to cache: paths with digests, and a version that
// changes with any of them. The start page is ".", since some servers redirect index.html to it.
func (s site) precache() ([]byte, error) {
	files := make(map[string]string)
	version := sha256.New()
	for _, path := range s.paths() {
		digest := sha256.Sum256(s[path])
		fmt.Fprintf(version, "%s %x\n", path, digest)
		switch path {
		case siteWorker: // the browser keeps it by itself
		case siteIndex:
			files["./"] = integrity(digest)
		default:
			files[path] = integrity(digest)
		}
	}
	list, err := json.MarshalIndent(files, "", "  ") // sorts keys
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "self.precache = { version: %q, files: %s };\n", hex.EncodeToString(version.Sum(nil)[:8]), list), nil
}

func integrity(digest [sha256.Size]byte) string {
	return "sha256-" + base64.StdEncoding.EncodeToString(digest[:])
}

func (s site) paths() []string { return slices.Sorted(maps.Keys(s)) }

// writeSite writes the files into a folder for a static server. Other files there stay.
func (a *app) writeSite(ctx context.Context, dir string, s site) error {
	kind := siteFile(dir)
	for _, path := range s.paths() {
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := output.Folder(filepath.Dir(name)); err != nil {
			return err
		}
		if err := a.save(ctx, name, kind, s[path]); err != nil {
			return err
		}
	}
	return nil
}

const programPackage = "github.com/normlet/normlet/mobile/wasm"

// buildProgram compiles the program from the working directory's module, and returns it with Go's support script.
func buildProgram(ctx context.Context) (program, support []byte, err error) {
	dir, err := os.MkdirTemp("", "normlet-web-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "normlet.wasm")
	if _, err := goCommand(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", out, programPackage); err != nil {
		return nil, nil, err
	}
	root, err := goCommand(ctx, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	if program, err = os.ReadFile(out); err != nil {
		return nil, nil, err
	}
	support, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return program, support, err
}

// goCommand runs go for the browser and returns its output.
func goCommand(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("the page's program is compiled on the spot, and there is no go command: install Go, or serve a folder written with normlet web --out")
	}
	if err != nil {
		return "", fmt.Errorf("the page's program cannot be compiled (%s): run normlet web in its source folder; go %s says: %s",
			err, args[0], strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}
