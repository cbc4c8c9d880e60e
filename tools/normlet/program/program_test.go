package program

import (
	"strings"
	"testing"
)

// What Get returns is a matter of its example, as each call compiles the program.

// TestWithoutGo checks what people read whose machine cannot build the program.
func TestWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := build(t.Context()); err == nil || !strings.Contains(err.Error(), "no go command") || !strings.Contains(err.Error(), "programs of a release") {
		t.Errorf("without a go command: %v", err)
	}
}

func TestOutsideTheSource(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := build(t.Context()); err == nil || !strings.Contains(err.Error(), "in the source folder of normlet") {
		t.Errorf("outside the source: %v", err)
	}
}
