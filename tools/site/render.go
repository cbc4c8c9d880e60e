package main

import (
	"bytes"
	_ "embed"
	"errors"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// layout is what all pages have around their content.
//
//go:embed layout.html
var layoutText string

//go:embed style.css
var style []byte

// styleMark begins the style, so that it is known as ours.
const styleMark = "/* The pages of the documentation. */"

var layout = template.Must(template.New("layout").Parse(layoutText))

// group is a heading of the list of pages.
type group struct {
	Heading string
	Pages   []entry
	Open    bool
}

type entry struct {
	Title, Path string
	Here        bool
}

// groups are the headings, and the folders whose pages are below them.
var groups = []struct{ heading, folder string }{
	{"Tutorials", "docs/tutorials"}, {"Guide", "docs"}, {"Commands", "docs/reference"},
	{"Laboratory", "lab"}, {"Experiments", "lab/records"}, {"Decisions", "docs/decisions"}, {"Project", "."},
}

// render returns all files of the site, or every link that leads nowhere. beside is the folder that they go to.
func (s *site) render(beside fs.FS) ([]file, error) {
	var faults []error
	files := []file{{"style.css", style}}
	for path, content := range s.figures {
		files = append(files, file{path, content})
	}
	for _, source := range slices.Sorted(maps.Keys(s.pages)) {
		p := s.pages[source]
		faults = append(faults, s.link(p))
		content, err := s.html(p)
		if err != nil {
			return nil, err
		}
		files = append(files, file{p.path, content})
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	f, err := s.facts(beside)
	if err != nil {
		return nil, err
	}
	pages, err := s.ownPages(f)
	if err != nil {
		return nil, err
	}
	scripts, err := s.search()
	return slices.Concat(files, pages, scripts), err
}

func (s *site) html(p *page) ([]byte, error) {
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, p.content, p.tree); err != nil {
		return nil, err
	}
	// Wide tables scroll by themselves, not the page.
	text := strings.NewReplacer("<table>", `<div class="wide"><table>`, "</table>", "</table></div>").Replace(body.String())
	return s.layout(p, text)
}

// layout puts what all pages have around the content of one.
func (s *site) layout(p *page, body string) ([]byte, error) {
	var out bytes.Buffer
	err := layout.Execute(&out, map[string]any{
		"Title": p.title, "Root": strings.Repeat("../", strings.Count(p.path, "/")), "Groups": s.groups(p), "Start": p.path == "index.html",
		"Source": forge + "blob/main/" + p.source, "Body": template.HTML(body), // made from our own pages
	})
	return out.Bytes(), err
}

func (s *site) groups(here *page) []group {
	var list []group
	for _, g := range groups {
		var entries []entry
		for _, p := range s.sources(g.folder) {
			title := p.title
			if p.source == "README.md" {
				title = "Overview"
			}
			entries = append(entries, entry{title, relative(here.path, p.path), p == here})
		}
		open := slices.ContainsFunc(entries, func(e entry) bool { return e.Here }) || here.path == "index.html" && g.folder == "docs/tutorials"
		list = append(list, group{g.heading, entries, open})
	}
	return list
}
