package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

// The pages that no file of Markdown has: what normlet is on one screen, and what it makes, to look at. Answers are
// looked up while the pages are made, and figures are those of README.md, so neither can be of another day.
var (
	//go:embed front.html
	frontText string
	//go:embed gallery.html
	galleryText string
	own         = template.Must(template.New("front").Parse(frontText))
	_           = template.Must(own.New("gallery").Parse(galleryText))
)

// asked is what the front page looks up: a hyphen, a Greek letter, a word of patients, a slip, what is nothing.
var asked = []string{"FOX-P2", "PLCγ2", "heart attack", "programed cell death", "negative control"}

// made is the files of a gallery that tools/gallery.sh makes, beside the pages.
var made = regexp.MustCompile(`^gallery/[\w-]+\.(png|html)$`)

// facts is what both pages show.
type facts struct {
	Answers  []core.Answer
	Kinds    []kind // the last is their mean
	Megabyte string // of the default pack
	Names    string
	Lookup   string // the median time, as README.md says it
	Page     bool   // whether the page of normlet web is beside, in web/
	Shots    []shot
	Text     bool // whether gallery/text.html is there
}

// Mean is the last row of the table of accuracy.
func (f *facts) Mean() kind { return f.Kinds[len(f.Kinds)-1] }

// kind is a row of the table of accuracy: how often the first answer is right.
type kind struct {
	Name                 string
	Normlet, TFIDF, BM25 float64
}

// Percent is a share as a bar's width.
func (kind) Percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) }

// shot is a screenshot in both schemes.
type shot struct{ Title, Light, Dark string }

// shots are the screenshots by name, in the order in which they are shown.
var shots = []struct{ name, title string }{
	{"one", "One name"}, {"phone", "On a phone"}, {"text", "A text: what is denied is struck out"}, {"column", "A column, mapped"},
}

// facts gathers what the pages show; beside is the folder that they go to.
func (s *site) facts(beside fs.FS) (*facts, error) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		return nil, err
	}
	f := &facts{Megabyte: strconv.Itoa((len(assets.Default()) + 500_000) / 1_000_000), Names: message.NewPrinter(language.English).Sprint(n.Info().Names)}
	for _, mention := range asked {
		f.Answers = append(f.Answers, n.Lookup(mention, 1))
	}
	readme := string(s.pages["README.md"].content)
	if f.Kinds, err = kinds(readme); err != nil {
		return nil, err
	}
	time := regexp.MustCompile(`look-up takes ([\d.]+ ms)`).FindStringSubmatch(readme)
	if time == nil {
		return nil, fmt.Errorf("README.md does not say how long a look-up takes")
	}
	f.Lookup = time[1]
	there := func(name string) bool { _, err := fs.Stat(beside, name); return err == nil }
	f.Page, f.Text = there("web/index.html"), there("gallery/text.html")
	for _, x := range shots {
		if light := "gallery/" + x.name + "-light.png"; there(light) {
			f.Shots = append(f.Shots, shot{x.title, light, "gallery/" + x.name + "-dark.png"})
		}
	}
	return f, nil
}

// shares is a row of the table of accuracy, of which the first of two figures counts.
var shares = regexp.MustCompile(`^\| ([^|]+) \| \**([\d.]+) /[^|]*\| \**([\d.]+) /[^|]*\| \**([\d.]+) /`)

// kinds reads the table of accuracy.
func kinds(readme string) (list []kind, err error) {
	_, table, _ := strings.Cut(readme, "\n| mentions of | normlet | 3-gram TF-IDF | trigrams, BM25 |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n")[min(1, strings.Count(table, "\n")):] {
		var k kind
		if m := shares.FindStringSubmatch(line); m != nil {
			k.Name = m[1]
			_, err = fmt.Sscan(m[2]+" "+m[3]+" "+m[4], &k.Normlet, &k.TFIDF, &k.BM25)
		}
		if err != nil || min(k.Normlet, k.TFIDF, k.BM25) <= 0 || max(k.Normlet, k.TFIDF, k.BM25) > 1 {
			return nil, fmt.Errorf("README.md: in the table of accuracy, %q is no row of shares", line)
		}
		list = append(list, k)
	}
	if len(list) < 2 || list[len(list)-1].Name != "mean" {
		return nil, fmt.Errorf("README.md has no table of accuracy, with the mean in its last row")
	}
	return list, nil
}

// ownPages returns the front page and the gallery.
func (s *site) ownPages(f *facts) ([]file, error) {
	var files []file
	for _, p := range []struct{ name, path, title string }{{"front", "index.html", ""}, {"gallery", "gallery.html", "Gallery"}} {
		var body bytes.Buffer
		if err := own.ExecuteTemplate(&body, p.name, f); err != nil {
			return nil, err
		}
		for _, m := range regexp.MustCompile(`(?:href|src|srcset)="([^"#:]+)`).FindAllStringSubmatch(body.String(), -1) {
			if s.checked++; !s.has(m[1]) {
				return nil, fmt.Errorf("%s.html: link to %s, which the site does not have", p.name, m[1])
			}
		}
		content, err := s.layout(&page{source: "tools/site/" + p.name + ".html", path: p.path, title: p.title}, body.String())
		if err != nil {
			return nil, err
		}
		files = append(files, file{p.path, content})
	}
	return files, nil
}

// has reports whether a path is one of the site's, or of what is made beside it.
func (s *site) has(name string) bool {
	_, figure := s.figures[name]
	return figure || name == "index.html" || name == "gallery.html" || strings.HasPrefix(name, "web/") || made.MatchString(name) ||
		slices.ContainsFunc(slices.Collect(maps.Values(s.pages)), func(p *page) bool { return p.path == name })
}
