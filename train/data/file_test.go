package data

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// create writes content to path through an Output.
func create(t *testing.T, path, content string) {
	t.Helper()
	o, err := Create(path)
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

func fileNames(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
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
			if got := fileNames(t, dir); got != "t.tsv"+suffix {
				t.Errorf("%s: the folder holds %s", suffix, got)
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

func TestCreatePlain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.gz")
	o, err := CreatePlain(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(o, "text"); err != nil {
		t.Fatal(err)
	}
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(path); err != nil || string(raw) != "text" {
		t.Errorf("%q, %v", raw, err)
	}
}

func TestOutputReplacesOnlyOnCommit(t *testing.T) {
	path := writeFile(t, "t.tsv", "old")
	o, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(o, "new"); err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, path); got != "old" {
		t.Errorf("before Commit: %q", got)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, path); got != "old" {
		t.Errorf("after Close: %q", got)
	}
	if got := fileNames(t, filepath.Dir(path)); got != "t.tsv" {
		t.Errorf("after Close the folder holds %s", got)
	}
	create(t, path, "new")
	if got := readAll(t, path); got != "new" {
		t.Errorf("after Commit: %q", got)
	}
}

func TestOutputAfterItsEnd(t *testing.T) {
	for _, suffix := range []string{"", ".gz", ".zst"} {
		o, err := Create(filepath.Join(t.TempDir(), "t"+suffix))
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := o.Close(); err != nil {
			t.Errorf("Close after Commit: %v", err)
		}
		if err := o.Commit(); err == nil {
			t.Error("second Commit: no error")
		}
		if _, err := o.Write([]byte("x")); err == nil {
			t.Error("Write after Commit: no error")
		}
	}
}

func TestCreateFollowsLinks(t *testing.T) {
	target := writeFile(t, "target", "old")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	create(t, link, "new")
	if got := readAll(t, target); got != "new" {
		t.Errorf("the target holds %q", got)
	}
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "missing", "t.tsv")} {
		if o, err := Create(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("Create(%s) = %v, %v", path, o, err)
		}
	}
	create(t, os.DevNull, "x") // written, not replaced
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s was replaced", os.DevNull)
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
		if _, _, err := Read(cut, ReadOptions{SkipBad: true}); err == nil || !strings.Contains(err.Error(), cut) {
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
	if _, _, err := Read(dir, ReadOptions{}); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a folder: %v", err)
	}
}
