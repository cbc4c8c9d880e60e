package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What Get returns is a matter of its example, as each call compiles the program.

// TestWithoutGo checks what people read whose machine cannot build the program.
func TestWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := build(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "no go command") || !strings.Contains(err.Error(), "programs of a release") {
		t.Errorf("without a go command: %v", err)
	}
}

// TestSource: a program that was made from a clone or the module cache finds the source again, wherever it runs.
func TestSource(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := os.Stat(filepath.Join(source(), "mobile/wasm")); err != nil || source() == "" {
		t.Errorf("the source is in %q: %v", source(), err)
	}
}

func TestOutsideTheSource(t *testing.T) {
	if _, err := build(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "in the source folder of normlet") {
		t.Errorf("outside the source: %v", err)
	}
}
