package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// accuracy is the table of README.md.
const accuracy = `| mentions of | normlet | 3-gram TF-IDF | trigrams, BM25 |
|---|---:|---:|---:|
| genes | **0.9 / 0.95** | 0.8 / 0.9 | 0.7 / 0.9 |
| mean | **0.8 / 0.9** | 0.7 / 0.8 | 0.6 / 0.8 |
`

// tiny returns a repository whose page docs/a.md has a text.
func tiny(text string) fstest.MapFS {
	repository := fstest.MapFS{
		"core/doc.go": {Data: []byte("package core")}, "docs/figure.svg": {Data: []byte("<svg/>")}, "docs/shot.png": {Data: []byte("PNG")}, "lab/records/figure.svg": {Data: []byte("<svg/>")},
		"docs/a.md":     {Data: []byte("# A\n\n" + text + "\n")},
		"docs/sub/b.md": {Data: []byte("# B\n\n## What is `it`?\n\n## Zwölf Namen\n\n## Twice\n\n## Twice\n")},
	}
	for _, name := range top {
		repository[name] = &fstest.MapFile{Data: []byte("# Top\n")}
	}
	repository["README.md"] = &fstest.MapFile{Data: []byte("# Top\n\n" + accuracy + "\na look-up takes 0.20 ms\n")}
	for _, name := range strings.Fields("accuracy peers release web annotate tutorials/reconcile-a-spreadsheet tutorials/match-products tutorials/read-a-text " +
		"tutorials/your-own-list tutorials/other-languages tutorials/ship-a-terminology tutorials/run-a-server tutorials/train-on-your-list") {
		repository["docs/"+name+".md"] = &fstest.MapFile{Data: []byte("# Guide\n")}
	}
	repository["docs/peers.svg"] = &fstest.MapFile{Data: []byte("<svg/>")}
	return repository
}

func TestLinks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[x](sub/b.md)", `<a href="sub/b.html">`},
		{"[x](sub/b.md#what-is-it)", `<a href="sub/b.html#what-is-it">`},
		{"[x](sub/b.md#twice-1)", `<a href="sub/b.html#twice-1">`},
		{"[x](../README.md)", `<a href="../readme.html">`},
		{"[x](#a)", `<a href="#a">`},
		{"[x](https://example.com/y.md)", `<a href="https://example.com/y.md">`},
		{"[x](../core/doc.go)", `<a href="https://github.com/normlet/normlet/blob/main/core/doc.go">`},
		{"[x](../core)", `<a href="https://github.com/normlet/normlet/tree/main/core">`},
		{"![x](figure.svg)", `<img src="figure.svg" alt="x">`},
		{"![x](shot.png)", `<img src="shot.png" alt="x">`},
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
		files, err := s.render(fstest.MapFS{})
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

// TestFront checks what the front page and the gallery say, with and without pictures beside them, and what they refuse.
func TestFront(t *testing.T) {
	front := func(repository, beside fstest.MapFS) (string, error) {
		s, err := read(repository)
		if err != nil {
			t.Fatal(err)
		}
		files, err := s.render(beside)
		all := ""
		for _, f := range files {
			if f.path == "index.html" || f.path == "gallery.html" {
				all += string(f.content)
			}
		}
		return all, err
	}
	pictures := fstest.MapFS{"gallery/one-light.png": {}, "gallery/one-dark.png": {}, "gallery/text.html": {}, "web/index.html": {}}
	for _, c := range []struct {
		beside fstest.MapFS
		shown  bool
	}{{fstest.MapFS{}, false}, {pictures, true}} {
		text, err := front(tiny(""), c.beside)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"<code>NCBIGene:93986</code>", "none of these", "11 MB, 0.20 ms", "--share: 80.0%", "<h3>genes</h3>"} {
			if !strings.Contains(text, want) {
				t.Errorf("the pages lack %q", want)
			}
		}
		for _, picture := range []string{`src="gallery/one-light.png"`, `src="gallery/text.html"`, `href="web/index.html"`} {
			if strings.Contains(text, picture) != c.shown {
				t.Errorf("%s is shown: %t", picture, !c.shown)
			}
		}
	}
	for _, c := range []struct{ from, to, fault string }{
		{"| mean |", "| average |", "no table of accuracy"}, {"0.7 / 0.9", "seven", "is no row of shares"}, {"0.20 ms", "a moment", "how long a look-up takes"},
	} {
		repository := tiny("")
		repository["README.md"].Data = []byte(strings.Replace(string(repository["README.md"].Data), c.from, c.to, 1))
		if _, err := front(repository, nil); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v", c.to, err)
		}
	}
	repository := tiny("")
	delete(repository, "docs/tutorials/read-a-text.md")
	if _, err := front(repository, fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "docs/tutorials/read-a-text.html, which the site does not have") {
		t.Errorf("a page that is gone: %v", err)
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
