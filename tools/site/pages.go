package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// page is a file of Markdown.
type page struct {
	source  string // path in the repository
	path    string // of the HTML
	title   string // its first heading
	content []byte
	tree    ast.Node
	ids     *headings
}

// site is all pages and figures of a repository.
type site struct {
	repository fs.FS
	pages      map[string]*page  // by source
	figures    map[string][]byte // by path
	checked    int               // links between pages
}

type file struct {
	path    string
	content []byte
}

// folders are those with all their pages, top the pages beside.
var folders = []string{"docs", "lab/records"}

var top = []string{"README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "lab/README.md", "lab/kg.md"}

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// read reads and parses the pages.
func read(repository fs.FS) (*site, error) {
	s := &site{repository: repository, pages: map[string]*page{}, figures: map[string][]byte{}}
	var err error
	for _, folder := range folders {
		err = errors.Join(err, fs.WalkDir(repository, folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			return s.add(name)
		}))
	}
	for _, name := range top {
		if err == nil {
			err = s.add(name)
		}
	}
	return s, err
}

func (s *site) add(name string) error {
	kind := path.Ext(name)
	if !slices.Contains([]string{".md", ".svg", ".png", ".html"}, kind) {
		return nil
	}
	content, err := fs.ReadFile(s.repository, name)
	if err != nil {
		return err
	}
	if kind != ".md" {
		s.figures[name] = content
		return nil
	}
	p := &page{source: name, path: htmlPath(name), content: content, ids: &headings{}}
	p.tree = markdown.Parser().Parse(text.NewReader(content), parser.WithContext(parser.NewContext(parser.WithIDs(p.ids))))
	if p.title = titleOf(p); p.title == "" {
		return fmt.Errorf("%s: there is no heading", name)
	}
	s.pages[name] = p
	return nil
}

// htmlPath returns the path of a page's HTML.
func htmlPath(source string) string {
	if source == "README.md" {
		return "readme.html" // index.html is the front page
	}
	return strings.TrimSuffix(source, ".md") + ".html"
}

func titleOf(p *page) string {
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			return words(h, p.content)
		}
	}
	return ""
}

// sources returns the pages below a folder, README.md first, then by their paths.
func (s *site) sources(folder string) []*page {
	var list []*page
	for name, p := range s.pages {
		if path.Dir(name) == folder {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *page) int { return strings.Compare(order(a), order(b)) })
	return list
}

func order(p *page) string {
	if path.Base(p.source) == "README.md" {
		return ""
	}
	return p.source
}
