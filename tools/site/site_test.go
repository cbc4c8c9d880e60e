package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// tiny returns a repository whose page docs/a.md has a text.
func tiny(text string) fstest.MapFS {
	repository := fstest.MapFS{
		"core/doc.go": {Data: []byte("package core")}, "docs/figure.svg": {Data: []byte("<svg/>")}, "lab/records/figure.svg": {Data: []byte("<svg/>")},
		"docs/a.md":     {Data: []byte("# A\n\n" + text + "\n")},
		"docs/sub/b.md": {Data: []byte("# B\n\n## What is `it`?\n\n## Zwölf Namen\n\n## Twice\n\n## Twice\n")},
	}
	for _, name := range top {
		repository[name] = &fstest.MapFile{Data: []byte("# Top\n")}
	}
	return repository
}

func TestLinks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[x](sub/b.md)", `<a href="sub/b.html">`},
		{"[x](sub/b.md#what-is-it)", `<a href="sub/b.html#what-is-it">`},
		{"[x](sub/b.md#twice-1)", `<a href="sub/b.html#twice-1">`},
		{"[x](../README.md)", `<a href="../index.html">`},
		{"[x](#a)", `<a href="#a">`},
		{"[x](https://example.com/y.md)", `<a href="https://example.com/y.md">`},
		{"[x](../core/doc.go)", `<a href="https://github.com/normlet/normlet/blob/main/core/doc.go">`},
		{"[x](../core)", `<a href="https://github.com/normlet/normlet/tree/main/core">`},
		{"![x](figure.svg)", `<img src="figure.svg" alt="x">`},
		{"[x](gone.md)", "docs/a.md: link to gone.md: no such file"},
		{"[x](sub/b.md#gone)", "docs/a.md: link to sub/b.md#gone: docs/sub/b.md has no heading #gone"},
		{"[x](#gone)", "docs/a.md: link to #gone: docs/a.md has no heading #gone"},
		{"[x](../../outside.md)", "docs/a.md: link to ../../outside.md: no such file"},
		{"[x](gone.md) [y](gone.svg)", "docs/a.md: link to gone.md: no such file\ndocs/a.md: link to gone.svg: no such file"},
	} {
		s, err := read(tiny(c.text))
		if err != nil {
			t.Fatal(err)
		}
		files, err := s.render()
		got := ""
		if err != nil {
			got = err.Error()
		}
		for _, f := range files {
			if err == nil && f.path == "docs/a.html" {
				got = string(f.content)
			}
		}
		if !strings.Contains(got, c.want) || err != nil && got != c.want {
			t.Errorf("%s: %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestPageWithoutHeading(t *testing.T) {
	repository := tiny("")
	repository["docs/a.md"] = &fstest.MapFile{Data: []byte("text\n")}
	if _, err := read(repository); err == nil || !strings.Contains(err.Error(), "docs/a.md: there is no heading") {
		t.Errorf("error %v", err)
	}
}

// TestRepository writes the pages of the repository: every one is there, and in the list of pages.
func TestRepository(t *testing.T) {
	out := t.TempDir()
	if err := run(filepath.Join("..", ".."), out); err != nil {
		t.Fatal(err)
	}
	start, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := read(os.DirFS(filepath.Join("..", "..")))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.pages) < 80 {
		t.Errorf("%d pages: the test checks next to nothing", len(s.pages))
	}
	for _, p := range s.pages {
		if _, err := os.Stat(filepath.Join(out, p.path)); err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(start), `href="`+p.path+`"`) {
			t.Errorf("%s is not in the list of pages", p.source)
		}
	}
	if err := run(filepath.Join("..", ".."), out); err != nil {
		t.Errorf("a second time, onto its own files: %v", err)
	}
}
