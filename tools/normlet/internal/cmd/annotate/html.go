package annotate

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/mobile/web"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// hues are the colours of types, in the order in which they come.
var hues = []int{210, 140, 30, 280, 350, 180, 60, 320}

// htmlWriter writes a page without scripts: entities by type, a legend, id and p where the pointer rests.
type htmlWriter struct {
	w      *bufio.Writer
	entity func(id string) (core.Entity, bool)
	types  []string
	begun  bool
}

func (h *htmlWriter) begin() {
	if !h.begun {
		h.begun = true
		fmt.Fprintf(h.w, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>normlet annotate</title>\n<style>\n%s</style></head><body>\n", web.AnnotatedStyle)
	}
}

func (h *htmlWriter) document(t *text, spans []annotate.Span) error {
	h.begin()
	fmt.Fprintf(h.w, "<article><h2>%s</h2><p>", escape.HTML(escape.Text(t.ID)))
	at := 0
	for i := range spans {
		s := &spans[i]
		if s.Start < at {
			continue // --all: the longest is shown
		}
		h.put(t.Text[at:s.Start])
		h.span(t, s)
		at = s.End
	}
	h.put(t.Text[at:])
	_, err := h.w.WriteString("</p></article>\n")
	return err
}

// put writes text, its lines as such.
func (h *htmlWriter) put(s string) {
	h.w.WriteString(strings.ReplaceAll(escape.HTML(s), "\n", "<br>\n"))
}

func (h *htmlWriter) span(t *text, s *annotate.Span) {
	kind := slices.Index(h.types, s.Type)
	if kind < 0 {
		kind = len(h.types)
		h.types = append(h.types, s.Type)
	}
	about := fmt.Sprintf("%s\n%s %s\np %.3f", escape.Text(s.Type), ids(s), escape.Items(s.Names()), s.P)
	class := strings.Join(append([]string{"e"}, answer.Assertions(s.Assertion)...), " ")
	mark := fmt.Sprintf("<mark class=\"%s\" style=\"--h:%d\" title=\"%s\">%s</mark>", class, hues[kind%len(hues)], escape.HTML(about), escape.HTML(t.Text[s.Start:s.End]))
	url := ""
	for _, id := range s.IDs() {
		if e, ok := h.entity(id); ok && url == "" {
			url = e.URL
		}
	}
	if url != "" {
		mark = fmt.Sprintf("<a href=\"%s\">%s</a>", escape.HTML(url), mark)
	}
	h.w.WriteString(mark)
}

func (h *htmlWriter) end() error {
	h.begin()
	h.w.WriteString("<footer>")
	for i, t := range h.types {
		fmt.Fprintf(h.w, "<mark class=\"e\" style=\"--h:%d\">%s</mark> ", hues[i%len(hues)], escape.HTML(escape.Text(t)))
	}
	_, err := h.w.WriteString("<mark class=\"e negated\" style=\"--h:0\">negated</mark> <mark class=\"e hypothetical\" style=\"--h:0\">hypothetical</mark> <mark class=\"e other\" style=\"--h:0\">of somebody else</mark></footer>\n</body></html>\n")
	return err
}
