// Command site makes the pages of the documentation from the repository's Markdown.
//
//	go -C tools/site run . --out /tmp/site
//
//	*.md, docs/**.md --goldmark--> tree --links--> HTML in a layout --check--> folder
//	figures of README.md, look-ups --> front page, gallery ------------------> folder
//	sections of the pages --> sections.js, which search.js searches ---------> folder
//
// A link to another page leads to its HTML, any other link into the repository to the
// file on the forge. Every link between pages, headings included, is checked before a
// file is written: the command fails and lists those that lead nowhere.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/internal/output"
)

func main() {
	root := flag.String("root", "../..", "`folder` of the repository")
	out := flag.String("out", "", "`folder` to write")
	flag.Parse()
	if err := run(*root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(root, out string) error {
	if out == "" {
		return errors.New("--out is missing")
	}
	s, err := read(os.DirFS(root))
	if err != nil {
		return err
	}
	files, err := s.render(os.DirFS(out))
	if err != nil {
		return err
	}
	set := &output.Set{Command: "site"}
	for _, f := range files {
		if err := write(set, filepath.Join(out, filepath.FromSlash(f.path)), f.content); err != nil {
			return err
		}
	}
	fmt.Printf("%s: %d pages, %d files, %d links between pages checked\n", filepath.Join(out, "index.html"), len(s.pages), len(files), s.checked)
	return nil
}

// siteFile is the kind of the files written: pages, style, scripts and figures.
var siteFile = output.Begins("a file of the documentation's pages", "<!DOCTYPE html>", styleMark, searchMark, "<svg", "<?xml", "\x89PNG")

func write(set *output.Set, path string, content []byte) error {
	if err := output.Folder(filepath.Dir(path)); err != nil {
		return err
	}
	return set.Write(path, siteFile, content)
}
