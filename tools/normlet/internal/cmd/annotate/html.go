package annotate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/mobile/web"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// hues are the colours of types, in the order in which they come.
var hues = []int{210, 140, 30, 280, 350, 180, 60, 320}

// pageHead begins a page without scripts: entities by type, a legend, id and p where the pointer rests.
var pageHead = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n" +
	"<title>normlet annotate</title>\n<style>\n" + web.AnnotatedStyle + "</style></head><body>\n"

func writeHTML(p *printer, t *text, spans []annotate.Span, _ [][2]int) error {
	fmt.Fprintf(p.w, "<article><h2>%s</h2><p>", escape.HTML(escape.Text(t.ID)))
	at := 0
	for i := range spans {
		s := &spans[i]
		if s.Start < at {
			continue // --all: the longest is shown
		}
		p.w.WriteString(htmlLines(t.Text[at:s.Start]) + p.mark(t, s))
		at = s.End
	}
	_, err := p.w.WriteString(htmlLines(t.Text[at:]) + "</p></article>\n")
	return err
}

func htmlLines(s string) string { return strings.ReplaceAll(escape.HTML(s), "\n", "<br>\n") }

// mark returns a span, with a link to the page of its entity.
func (p *printer) mark(t *text, s *annotate.Span) string {
	kind := slices.Index(p.types, s.Type)
	if kind < 0 {
		kind = len(p.types)
		p.types = append(p.types, s.Type)
	}
	about := fmt.Sprintf("%s\n%s %s\np %.3f", escape.Text(s.Type), ids(s), escape.Items(s.Names()), s.P)
	class := strings.Join(append([]string{"e"}, answer.Assertions(s.Assertion)...), " ")
	mark := fmt.Sprintf("<mark class=\"%s\" style=\"--h:%d\" title=\"%s\">%s<small>%s</small></mark>", class, hues[kind%len(hues)], escape.HTML(about), escape.HTML(t.Text[s.Start:s.End]), escape.HTML(escape.Text(s.Type)))
	for _, id := range s.IDs() {
		if e, ok := p.entity(id); ok && e.URL != "" {
			return fmt.Sprintf("<a href=\"%s\">%s</a>", escape.HTML(e.URL), mark)
		}
	}
	return mark
}

func endHTML(p *printer) {
	p.w.WriteString("<footer>")
	for i, t := range p.types {
		fmt.Fprintf(p.w, "<mark class=\"e\" style=\"--h:%d\">%s</mark> ", hues[i%len(hues)], escape.HTML(escape.Text(t)))
	}
	p.w.WriteString("<mark class=\"e negated\" style=\"--h:0\">negated</mark> <mark class=\"e hypothetical\" style=\"--h:0\">hypothetical</mark> <mark class=\"e other\" style=\"--h:0\">of somebody else</mark> <mark class=\"e past\" style=\"--h:0\">past</mark></footer>\n</body></html>\n")
}
