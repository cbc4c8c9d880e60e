package main

import (
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// searchScript searches the sections in the browser. It works from a folder, too, where a page may not fetch files: the
// sections are a script of their own, which the first word that somebody types loads.
//
//go:embed search.js
var searchScript []byte

// searchMark begins both scripts, so that they are known as ours.
const searchMark = "// The search of the documentation."

// section is what stands below a heading.
type section struct {
	Page    string `json:"p"`
	Heading string `json:"h,omitempty"` // empty below the title
	Path    string `json:"u"`           // with the heading's id
	Text    string `json:"t"`
}

// sections returns those of a page.
func sections(p *page) []section {
	list := []section{{Page: p.title, Path: p.path}}
	var text []string
	end := func() { list[len(list)-1].Text, text = strings.Join(text, " "), nil }
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			text = append(text, words(n, p.content))
			continue
		}
		if end(); h.Level > 1 {
			id, _ := h.AttributeString("id")
			list = append(list, section{p.title, words(h, p.content), p.path + "#" + string(id.([]byte)), ""})
		}
	}
	end()
	return list
}

// words returns the text of a node with blanks between its blocks, code included.
func words(n ast.Node, content []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // no error is returned
		switch {
		case !entering:
		case n.Kind() == ast.KindText:
			t := n.(*ast.Text)
			b.Write(t.Value(content))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case n.Type() == ast.TypeBlock:
			b.WriteByte(' ')
			if n.Kind() == ast.KindCodeBlock || n.Kind() == ast.KindFencedCodeBlock {
				b.Write(n.Lines().Value(content))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// search returns the script and the sections of all pages but records of experiments, which are mostly figures.
func (s *site) search() ([]file, error) {
	all := []section{}
	for _, g := range groups {
		if g.folder == "lab/records" {
			continue
		}
		for _, p := range s.sources(g.folder) {
			all = append(all, sections(p)...)
		}
	}
	list, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	return []file{{"search.js", searchScript}, {"sections.js", []byte(searchMark + "\nconst sections = " + string(list) + "\n")}}, nil
}
