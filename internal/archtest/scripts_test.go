package archtest

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// scriptLines bounds a script: a longer one is a program without types and tests. What checks becomes a Go test
// (internal/checktest), what people call a Go program.
const scriptLines = 40

// longScripts may be longer; the list only shrinks.
var longScripts = []string{".ci/run"}

// isScript reports whether a shell reads a file.
func isScript(name string, content []byte) bool {
	first, _, _ := bytes.Cut(content, []byte("\n"))
	return path.Ext(name) == ".sh" || bytes.HasPrefix(first, []byte("#!")) && bytes.HasSuffix(first, []byte("sh"))
}

func isLong(content []byte) bool { return bytes.Count(content, []byte("\n")) > scriptLines }

// TestScripts counts the lines of every script.
func TestScripts(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	scripts, long := 0, []string{}
	err := fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "node_modules", "dist", "testdata"}, d.Name()) {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || path.Ext(file) != ".sh" && path.Ext(file) != "" {
			return nil
		}
		content, err := fs.ReadFile(root, file)
		if err != nil || !isScript(file, content) {
			return err
		}
		if scripts++; isLong(content) {
			long = append(long, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if scripts < 15 {
		t.Fatalf("%d scripts: the test checks next to nothing", scripts)
	}
	for _, file := range long {
		if !slices.Contains(longScripts, file) {
			t.Errorf("%s has more than %d lines: make it a Go test (internal/checktest) or a Go program", file, scriptLines)
		}
	}
	for _, file := range longScripts {
		if !slices.Contains(long, file) {
			t.Errorf("%s is no long script any more: take it from the list", file)
		}
	}
}

// TestScriptsAreFound checks the check.
func TestScriptsAreFound(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          bool
	}{
		{"a/run", "#!/usr/bin/env bash\nls\n", true},
		{"a/run", "#!/bin/sh\n", true},
		{"a/lib.sh", "# To be sourced.\n", true},
		{"a/tool", "#!/usr/bin/env python3\n", false},
		{"LICENSE", "Apache License\n", false},
	} {
		if got := isScript(c.name, []byte(c.content)); got != c.want {
			t.Errorf("%s, %q: %v", c.name, c.content, got)
		}
	}
	if isLong(bytes.Repeat([]byte("ls\n"), scriptLines)) || !isLong(bytes.Repeat([]byte("ls\n"), scriptLines+1)) {
		t.Errorf("the limit is not %d lines", scriptLines)
	}
}
