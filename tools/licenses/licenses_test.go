package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
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

func TestZip(t *testing.T) {
	dir := t.TempDir()
	path, add := filepath.Join(dir, "a.aar"), filepath.Join(dir, "LICENSE")
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.Create("classes.jar")
	_, _ = f.Write([]byte("classes"))
	for _, err := range []error{w.Close(), os.WriteFile(path, b.Bytes(), 0o600), os.WriteFile(add, []byte("text"), 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var before []byte
	for range 2 { // the second time replaces what the first added
		if err := run([]string{"--zip", path, add}); err != nil {
			t.Fatal(err)
		}
		r, err := zip.OpenReader(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if len(r.File) != 2 || r.File[0].Name != "classes.jar" || r.File[1].Name != "LICENSE" {
			t.Fatalf("%d files", len(r.File))
		}
		in, err := r.File[1].Open()
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := io.ReadAll(in); string(text) != "text" {
			t.Errorf("LICENSE is %q", text)
		}
		content, err := os.ReadFile(path)
		if err != nil || before != nil && !bytes.Equal(content, before) {
			t.Errorf("another archive: %v", err)
		}
		before = content
	}
}
