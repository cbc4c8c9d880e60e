package main

import (
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSections(t *testing.T) {
	s, err := read(tiny("One `two`\nthree.\n\n- four\n\n## Below\n\n```\nfive --six\n```\n\n| a | b |\n|---|---|\n| 7 | 8 |"))
	if err != nil {
		t.Fatal(err)
	}
	want := []section{{"A", "", "docs/a.html", "One two three. four"}, {"A", "Below", "docs/a.html#below", "five --six a b 7 8"}}
	if got := sections(s.pages["docs/a.md"]); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSearch requires a script for each page, and that what it loads is JavaScript with the sections in it.
func TestSearch(t *testing.T) {
	s, err := read(tiny("a </script> of text\n\n## Twice\n\n## Twice"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.render(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	var all []section
	for _, f := range files {
		switch {
		case f.path == "sections.js":
			text, ok := strings.CutPrefix(string(f.content), searchMark+"\nconst sections = ")
			if err := json.Unmarshal([]byte(text), &all); !ok || err != nil {
				t.Errorf("sections.js: %v", err)
			}
		case strings.HasSuffix(f.path, ".html") && strings.HasPrefix(f.path, "docs/sub/"):
			if !strings.Contains(string(f.content), `<script src="../../search.js" data-root="../../">`) {
				t.Errorf("%s has no search", f.path)
			}
		}
	}
	found := map[string]bool{}
	for _, s := range all {
		found[s.Path] = true
	}
	for _, want := range []string{"docs/a.html", "docs/a.html#twice-1", "readme.html"} {
		if !found[want] {
			t.Errorf("%s cannot be found among %d sections", want, len(all))
		}
	}
}

// TestSearchScript runs the search in Node with what it needs of a browser, if Node is there.
func TestSearchScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	const browser = `
let typed
const element = () => ({ children: [], append(...c) { this.children.push(...c) }, replaceChildren(...c) { this.children = c } })
const below = element()
const typing = { value: '', addEventListener: (_, f) => { typed = f } }
globalThis.sections = [
  { p: 'Packs', u: 'packs.html', t: 'A pack is a file.' }, { p: 'Packs', h: 'Size', u: 'packs.html#size', t: 'Bytes of a file.' },
  { p: 'Map', u: 'map.html', t: 'It reads a file, a file and a pack.' }]
globalThis.document = {
  currentScript: { dataset: { root: '../' } }, getElementById: id => id === 'search' ? typing : below,
  createElement: element, head: { append: script => script.onload() } }
`
	const asks = `
for (const [text, want] of [['pack FILE', '../packs.html ../packs.html#size ../map.html'], ['size', '../packs.html#size'], ['sheet', ''], ['', '']]) {
  typing.value = text
  await typed()
  const got = below.children.map(c => c.children?.[0].href ?? '').join(' ').trim()
  if (got !== want) throw new Error(text + ': ' + got + ', want ' + want)
}
`
	cmd := exec.Command(node, "--input-type=module", "-e", browser+string(searchScript)+asks)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
