package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/normlet/normlet/core"
	packupdate "github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/mobile/web"
	"github.com/normlet/normlet/tools/normlet/program"
)

// site is the files of the page by path, without leading slash.
type site map[string][]byte

// The files of a site that are not in mobile/web.
const (
	sitePack     = "default.normpack"
	siteProgram  = "lib/normlet.wasm"
	siteSupport  = "lib/wasm_exec.js"
	sitePrecache = "precache.js"
	siteIndex    = "index.html"
	siteWorker   = "sw.js"
	siteRoot     = "packs-root.json" // with --updates
)

// preloads are the lines of index.html that fetch what a page needs which begins with its first pack.
var preloads = regexp.MustCompile(`(?m)^ *<link rel="preload".*\n`)

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
	s[siteIndex] = bytes.Replace(preloads.ReplaceAll(s[siteIndex], nil), []byte(updatesMark), []byte(updatesMark+name), 1)
	delete(s, sitePrecache)
	s[sitePrecache], err = s.precache()
	return err
}

// newSite assembles the page from a pack and the WebAssembly program.
func newSite(pack []byte, p *program.Program) (site, error) {
	s := site{sitePack: pack, siteProgram: p.Wasm, siteSupport: p.Support}
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
