package experiment

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"regexp"
	"strings"
)

//go:embed page.html
var pageHTML string

// PageFile is the name of the page that HTML writes.
const PageFile = "index.html"

// shownRows is how many rows a table has at most that stands open on the page.
const shownRows = 12

// HTML returns one page of all results with the figures inside. svg returns a figure's drawing,
// or nil.
func HTML(results []*Result, svg func(r *Result, f *Figure) ([]byte, error)) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"mood":  mood,
		"cell":  cellText,
		"class": class,
		"long":  func(t Table) bool { return len(t.Rows) > shownRows },
		"column": func(t Table, i int) string {
			if len(t.Rows) == 0 {
				return "text"
			}
			return class(t.Rows[0][i])
		},
		"drawing": func(r *Result, f Figure) (template.HTML, error) {
			content, err := svg(r, &f)
			return inline(content), err
		},
	}).Parse(pageHTML)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, results); err != nil {
		return nil, fmt.Errorf("experiment: page: %w", err)
	}
	return b.Bytes(), nil
}

func class(cell any) string {
	if _, text := cell.(string); text {
		return "text"
	}
	return "number"
}

func mood(verdict string) string {
	switch verdict {
	case reproduced, reached:
		return "good"
	case notReproduced, notReached:
		return "bad"
	}
	return "open"
}

var (
	outside = regexp.MustCompile(`(?s)^.*?(<svg.*</svg>).*$`)
	spaces  = regexp.MustCompile(`\s+xmlns(:\w+)?="[^"]*"`)
)

// inline returns a drawing of this package as a part of a page, without name space and prologue.
func inline(svg []byte) template.HTML {
	return template.HTML(strings.TrimSpace(spaces.ReplaceAllString(outside.ReplaceAllString(string(svg), "$1"), "")))
}
