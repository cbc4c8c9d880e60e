package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestZip adds files to an archive, and replaces them.
func TestZip(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.aar")
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.Create("classes.jar")
	_, _ = f.Write([]byte("classes"))
	for _, err := range []error{w.Close(), os.WriteFile(path, b.Bytes(), 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var before []byte
	for range 2 { // the second time replaces what the first added
		content, err := withFiles(path, map[string][]byte{"META-INF/a": {}, "LICENSE": []byte("text")})
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && !bytes.Equal(content, before) {
			t.Error("another archive")
		}
		before = content
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := zip.OpenReader(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if len(r.File) != 3 || r.File[0].Name != "classes.jar" || r.File[1].Name != "LICENSE" {
			t.Fatalf("%d files", len(r.File))
		}
		in, err := r.File[1].Open()
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := io.ReadAll(in); string(text) != "text" {
			t.Errorf("LICENSE is %q", text)
		}
	}
}
