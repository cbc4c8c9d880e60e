package data

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/output"
)

func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// create writes content to path, compressed as its name says.
func create(t *testing.T, path, content string) {
	t.Helper()
	o, err := new(output.Set).Create(path, &output.Kind{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if _, err := io.WriteString(o, content); err != nil {
		t.Fatal(err)
	}
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
}

func readAll(t *testing.T, path string) string {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestCreateAndOpen(t *testing.T) {
	long := strings.Repeat("A:1\tname\n", 100_000)
	for _, suffix := range []string{"", ".gz", ".zst"} {
		for _, content := range []string{"", "x", "A:1\tx\n", long} {
			dir := t.TempDir()
			path := filepath.Join(dir, "t.tsv"+suffix)
			create(t, path, content)
			if got := readAll(t, path); got != content {
				t.Errorf("%s: read %d bytes, wrote %d", suffix, len(got), len(content))
			}
			// The content decides, not the name.
			renamed := filepath.Join(dir, "renamed")
			if err := os.Rename(path, renamed); err != nil {
				t.Fatal(err)
			}
			if got := readAll(t, renamed); got != content {
				t.Errorf("%s under another name: read %d bytes, wrote %d", suffix, len(got), len(content))
			}
			raw, err := os.ReadFile(renamed)
			if err != nil || (suffix != "" && content == long && len(raw) > len(long)/10) {
				t.Errorf("%s: %d bytes, %v: not compressed", suffix, len(raw), err)
			}
		}
	}
}

func TestOpenErrorsNameTheFile(t *testing.T) {
	var whole bytes.Buffer
	dir := t.TempDir()
	for _, suffix := range []string{".gz", ".zst"} {
		path := filepath.Join(dir, "whole"+suffix)
		create(t, path, strings.Repeat("A:1\tx\n", 1000))
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole.Reset()
		whole.Write(content[:len(content)-3])
		cut := writeFile(t, "cut"+suffix, whole.String())
		f, err := Open(cut)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadAll(f)
		if err == nil || !strings.HasPrefix(err.Error(), cut+": ") {
			t.Errorf("%s without its end: %v", suffix, err)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: Close: %v", suffix, err)
		}
		if _, _, err := read(cut, ReadOptions{SkipBad: true}); err == nil || !strings.Contains(err.Error(), cut) {
			t.Errorf("Read of %s without its end: %v", suffix, err)
		}
	}
	header := writeFile(t, "header.gz", "\x1f\x8b\x08")
	if _, err := Open(header); err == nil || !strings.HasPrefix(err.Error(), header+": ") {
		t.Errorf("half a gzip header: %v", err)
	}
	missing := filepath.Join(dir, "missing")
	if _, err := Open(missing); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("missing: %v", err)
	}
	if _, _, err := read(dir, ReadOptions{}); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a folder: %v", err)
	}
}
