// Package site writes and serves the page that looks up names in the browser.
package site

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
	"slices"

	"github.com/normlet/normlet/core"
	packupdate "github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/mobile/web"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/program"
)

// Site is the files of the page by path, without leading slash.
type Site map[string][]byte

// The files of a site that are not in mobile/web.
const (
	packFile     = "default.normpack"
	programFile  = "lib/normlet.wasm"
	supportFile  = "lib/wasm_exec.js"
	precacheFile = "precache.js"
	Index        = "index.html"
	workerFile   = "sw.js"
	rootFile     = "packs-root.json" // with --updates
)

// preloads are the lines of index.html that fetch the program and the first pack early. A page with updates may begin with
// another pack, and does without.
var preloads = pattern.Of(`(?m)^ *<link rel="preload".*\n`)

// updatesMark is where index.html says which packs to bring; nothing between the quotes means none.
const updatesMark = `<meta name="normlet-packs" content="`

// OfferUpdates has the page bring newer packs of a name, which the root in a file vouches for.
func (s Site) OfferUpdates(name, file string) error {
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
	s[rootFile] = root
	s[Index] = bytes.Replace(preloads().ReplaceAll(s[Index], nil), []byte(updatesMark), []byte(updatesMark+name), 1)
	delete(s, precacheFile)
	s[precacheFile], err = s.precache()
	return err
}

// New assembles the page from a pack and the WebAssembly program.
func New(pack []byte, p *program.Program) (Site, error) {
	s := Site{packFile: pack, programFile: p.Wasm, supportFile: p.Support}
	if err := s.Read(web.Files(), func(string) bool { return true }); err != nil {
		return nil, err
	}
	var err error
	s[precacheFile], err = s.precache()
	return s, err
}

// Read adds the files whose paths are wanted.
func (s Site) Read(files fs.FS, wanted func(path string) bool) error {
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
func (s Site) precache() ([]byte, error) {
	files := make(map[string]string)
	version := sha256.New()
	for _, path := range s.paths() {
		digest := sha256.Sum256(s[path])
		fmt.Fprintf(version, "%s %x\n", path, digest)
		switch path {
		case workerFile: // the browser keeps it by itself
		case Index:
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

func (s Site) paths() []string { return slices.Sorted(maps.Keys(s)) }

// Write writes the files into a folder for a static server. Other files there stay.
func Write(ctx context.Context, std *cli.IO, dir string, s Site) error {
	kind := kindOf(dir)
	for _, path := range s.paths() {
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := output.Folder(filepath.Dir(name)); err != nil {
			return err
		}
		if err := std.Save(ctx, name, kind, s[path]); err != nil {
			return err
		}
	}
	return nil
}

// kindOf is the kind of a page's files. A folder with the page's file list is ours.
func kindOf(dir string) *output.Kind {
	head, err := os.ReadFile(filepath.Join(dir, precacheFile))
	ours := err == nil && bytes.HasPrefix(head, []byte("self.precache = {"))
	return &output.Kind{What: "a page", Ours: func([]byte) bool { return ours }, Plain: true}
}
