package archtest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	lineLimit = 120 // characters of a line of Markdown, code blocks included
	cellLimit = 25  // words of a cell of a table
)

// TestMarkdown holds every page of the repository to the same form.
func TestMarkdown(t *testing.T) {
	root := filepath.Join("..", "..")
	pages := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path) // both are relative
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".md" {
			return nil
		}
		pages++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, fault := range pageFaults(root, filepath.ToSlash(rel), string(text)) {
			t.Error(fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 60 {
		t.Fatalf("%d pages: the test checks next to nothing", pages)
	}
}

// TestMarkdownFaults shows that each rule can fail.
func TestMarkdownFaults(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "here.md"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	long, words := strings.Repeat("ä", lineLimit), strings.Repeat("w ", cellLimit)
	for _, c := range []struct{ name, text, want string }{
		{"a.md", long + "\n[x](here.md#part) [y](https://example.com) [z](#part)\n| " + words + "|\n", ""},
		{"a.md", "\n" + long + "ä\n", "a.md:2: 121 characters, more than 120"},
		{"a.md", "```\n" + long + "ä\n```\n", "a.md:2: 121 characters, more than 120"},
		{"a.md", "| b | " + words + "w |\n", "a.md:1: a cell of 26 words, more than 25"},
		{"a.md", "| " + words + `\| w |` + "\n", "a.md:1: a cell of 27 words, more than 25"},
		{"a.md", "[x](gone.md)\n", "a.md:1: link to gone.md: no such file"},
		{"a.md", "![x](gone.svg)\n", "a.md:1: link to gone.svg: no such file"},
		{"sub/a.md", "[x](here.md)\n", "sub/a.md:1: link to here.md: no such file"},
		{"sub/a.md", "[x](../here.md)\n", ""},
	} {
		if got := strings.Join(pageFaults(root, c.name, c.text), "; "); got != c.want {
			t.Errorf("%s %.40q: %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#\s]*)[^)]*\)`)

// pageFaults says what is wrong with a page: name is its path below root.
func pageFaults(root, name, text string) (faults []string) {
	for i, line := range strings.Split(text, "\n") {
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Sprintf("%s:%d: ", name, i+1)+fmt.Sprintf(format, args...))
		}
		if n := utf8.RuneCountInString(line); n > lineLimit {
			fault("%d characters, more than %d", n, lineLimit)
		}
		if strings.HasPrefix(line, "|") {
			for cell := range strings.SplitSeq(strings.ReplaceAll(line, `\|`, "&"), "|") {
				if n := len(strings.Fields(cell)); n > cellLimit {
					fault("a cell of %d words, more than %d", n, cellLimit)
				}
			}
		}
		for _, m := range link.FindAllStringSubmatch(line, -1) {
			target := m[1]
			if target == "" || strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(name), target)); err != nil {
				fault("link to %s: no such file", target)
			}
		}
	}
	return faults
}
