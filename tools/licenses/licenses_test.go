package main

import (
	"bytes"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// TestCollect requires the texts of all that the programs of a release link on any system, those of single packages
// included, and no more.
func TestCollect(t *testing.T) {
	t.Chdir("../..") // the module whose programs are released
	text, err := collect([]string{"./tools/normlet"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n" + golang + "\n", "github.com/spf13/cobra v", "github.com/inconshreveable/mousetrap v", // of Windows alone
		"Caleb Spare", // a folder of klauspost/compress
		"The Go Authors", "Patent",
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if bytes.Contains(text, []byte("gonum.org/v1/plot ")) {
		t.Error("the text has a module that no program of a release links")
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "github.com/normlet/") {
			t.Error("the text has our own code:", line)
		}
	}
}

func TestLacking(t *testing.T) {
	text, err := joined(map[string][]string{golang: {"../../LICENSE"}, "example.org/a v1.0.0": {"../../LICENSE"}})
	if err != nil {
		t.Fatal(err)
	}
	deps := []*debug.Module{{Path: "example.org/a", Version: "v1.0.0"}, {Path: "github.com/normlet/normlet"}}
	if got := lacking(text, deps); len(got) > 0 {
		t.Errorf("lacks %q, but has them", got)
	}
	deps = append(deps, &debug.Module{Path: "example.org/a", Version: "v1.0.1"}, &debug.Module{Path: "example.org/b", Version: "v1.0.0"})
	if got, want := lacking(text, deps), []string{"example.org/a v1.0.1", "example.org/b v1.0.0"}; !slices.Equal(got, want) {
		t.Errorf("lacks %q, want %q", got, want)
	}
	if got := lacking([]byte(strings.Repeat("=", 80)+"\n"+golang+"\n"), nil); len(got) != 1 {
		t.Error("a heading without a text counts as a licence")
	}
	if _, err := joined(map[string][]string{"example.org/c v1.0.0": nil}); err == nil || !strings.Contains(err.Error(), "example.org/c") {
		t.Errorf("a module without a licence: %v", err)
	}
}
