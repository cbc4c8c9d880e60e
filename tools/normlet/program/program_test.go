package program

import (
	"bytes"
	"strings"
	"testing"
)

// TestWithoutGo checks what people read whose machine cannot build the program.
func TestWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Build(t.Context()); err == nil || !strings.Contains(err.Error(), "no go command") || !strings.Contains(err.Error(), "programs of a release") {
		t.Errorf("without a go command: %v", err)
	}
}

func TestOutsideTheSource(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := Build(t.Context()); err == nil || !strings.Contains(err.Error(), "in the source folder of normlet") {
		t.Errorf("outside the source: %v", err)
	}
}

func TestGet(t *testing.T) {
	p, err := Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(p.Wasm, []byte("\x00asm")) || !bytes.Contains(p.Support, []byte("globalThis.Go")) {
		t.Errorf("no WebAssembly of %d bytes, or no support for it of %d", len(p.Wasm), len(p.Support))
	}
}
