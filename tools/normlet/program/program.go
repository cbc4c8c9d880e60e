// Package program has the look-up that normlet web serves to browsers: mobile/wasm compiled to WebAssembly, and the
// script of the Go release that starts it.
//
// Releases are built with the tag page and embed both, compressed, from built/, where tools/release/manual.sh puts them.
// Without the tag nothing is embedded, so go run and go install need no preparation: Get then compiles the program with the
// go command, in the folder of the source that this program was made from, a clone or the module cache.
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Program is what a page needs to run normlet.
type Program struct {
	Wasm    []byte
	Support []byte // wasm_exec.js
}

const (
	module     = "github.com/normlet/normlet/"
	importPath = module + "mobile/wasm"
)

// small are packages whose functions are not copied into their callers, which makes the program smaller: those that write
// messages, bring packs over the air and follow the look-ups of a text, those around the loops of look-ups, and the runtime,
// whose functions are 35 kB, compressed. Look-ups take a tenth longer by it.
var small = []string{
	"bytes", "context", "crypto/internal/fips140/aes", "crypto/internal/fips140/ed25519", "crypto/internal/fips140/edwards25519",
	"crypto/internal/fips140/edwards25519/field", "fmt", "github.com/klauspost/compress/fse", "github.com/klauspost/compress/huff0",
	"golang.org/x/text/unicode/norm", "log", "reflect", "runtime", "sort", "strconv", "strings", "syscall", "syscall/js", "time",
	importPath, module + "core", module + "core/annotate", module + "core/column", module + "core/document", module + "core/pack",
	module + "core/update", module + "internal/abbreviation", module + "internal/core/details",
	module + "internal/core/entity", module + "internal/core/field",
	module + "internal/core/organism", module + "internal/core/tag", module + "internal/core/topic", module + "internal/core/translation",
	module + "internal/frame", module + "internal/meant", module + "internal/parallel", module + "internal/patch", module + "internal/tuf", module + "internal/wire", module + "knowledge",
}

// Get returns the embedded program, or compiles it where there is none.
func Get(ctx context.Context) (*Program, error) {
	p, err := embedded()
	if p != nil || err != nil {
		return p, err
	}
	return build(ctx, source())
}

// source returns the folder of the source that this program was made from, "" if it is not here: then the working directory
// has to be one.
func source() string {
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(file), "../../..")
	if mod, err := os.ReadFile(filepath.Join(root, "go.mod")); err != nil || !strings.HasPrefix(string(mod), "module "+strings.TrimSuffix(module, "/")+"\n") {
		return ""
	}
	return root
}

// build compiles the program from the module of a folder. One commit and one Go release make the same bytes.
func build(ctx context.Context, folder string) (*Program, error) {
	dir, err := os.MkdirTemp("", "normlet-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "normlet.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out}
	for _, p := range small {
		args = append(args, "-gcflags="+p+"=-l")
	}
	if _, err := goCommand(ctx, folder, append(args, importPath)...); err != nil {
		return nil, err
	}
	root, err := goCommand(ctx, folder, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	var p Program
	if p.Wasm, err = os.ReadFile(out); err != nil {
		return nil, err
	}
	p.Support, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return &p, err
}

// elsewhere says where a program with the page is to be had.
const elsewhere = "programs of a release have the page inside (docs/release.md); " +
	"or run go run ./tools/normlet web in the source folder of normlet, with Go"

func goCommand(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("this program was built without the page, and there is no go command to compile it: " + elsewhere)
	}
	if err != nil {
		return "", fmt.Errorf("this program was built without the page, and it cannot be compiled here (%s): %s; go %s says: %s",
			err, elsewhere, args[0], strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}
