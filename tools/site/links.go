package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// forge is where files that are no pages can be read.
const forge = "https://github.com/normlet/normlet/"

// link makes the links of a page lead to HTML, and returns those that lead nowhere.
func (s *site) link(p *page) error {
	var faults []error
	err := ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var to *[]byte
		switch n := n.(type) {
		case *ast.Link:
			to = &n.Destination
		case *ast.Image:
			to = &n.Destination
		default:
			return ast.WalkContinue, nil
		}
		target, err := s.target(p, string(*to))
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: link to %s: %w", p.source, *to, err))
		}
		*to = []byte(target)
		return ast.WalkContinue, nil
	})
	return errors.Join(append(faults, err)...)
}

// target returns where a link of a page leads on the site.
func (s *site) target(p *page, link string) (string, error) {
	u, err := url.Parse(link)
	if err != nil {
		return "", err
	}
	if u.Scheme != "" {
		return link, nil // elsewhere, which another day may be gone
	}
	s.checked++
	source := p.source
	if u.Path != "" {
		source = path.Join(path.Dir(p.source), u.Path)
	}
	to, ok := s.pages[source]
	if !ok {
		return s.other(p, source)
	}
	if u.Fragment != "" && !to.ids.has(u.Fragment) {
		return "", fmt.Errorf("%s has no heading #%s", source, u.Fragment)
	}
	if u.Path == "" {
		return link, nil
	}
	return (&url.URL{Path: relative(p.path, to.path), Fragment: u.Fragment}).String(), nil
}

// other returns where a link to a file that is no page leads: to the figure beside the page, or to the forge.
func (s *site) other(p *page, source string) (string, error) {
	if _, ok := s.figures[source]; ok {
		return relative(p.path, source), nil
	}
	info, err := fs.Stat(s.repository, source)
	if err != nil {
		return "", errors.New("no such file")
	}
	view := "blob"
	if info.IsDir() {
		view = "tree"
	}
	return forge + view + "/main/" + source, nil
}

// relative returns the path of a file from the page that links to it.
func relative(from, to string) string {
	rel, err := filepath.Rel(filepath.Dir(filepath.FromSlash(from)), filepath.FromSlash(to))
	if err != nil {
		panic(err) // both are paths below the root
	}
	return filepath.ToSlash(rel)
}

// headings are the ids of a page's headings, made as the forge makes them, so that a link holds in both places.
type headings struct{ list []string }

func (h *headings) Generate(value []byte, _ ast.NodeKind) []byte {
	var b strings.Builder
	for _, r := range strings.ToLower(string(value)) {
		switch {
		case unicode.IsLetter(r), unicode.IsNumber(r), r == '-', r == '_':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('-')
		}
	}
	id := b.String()
	for n := 1; h.has(id); n++ {
		id = b.String() + "-" + strconv.Itoa(n)
	}
	h.list = append(h.list, id)
	return []byte(id)
}

func (h *headings) Put(value []byte) { h.list = append(h.list, string(value)) }

func (h *headings) has(id string) bool { return slices.Contains(h.list, id) }
