package annotate

import "github.com/normlet/normlet/internal/core/names"

// List is a set of texts and ids, for Options.Exclude and Options.Only.
type List struct{ keys, ids map[string]bool }

// NewList makes a List; each line is a text or an id. A text matches every spelling with the same letters and digits, an id
// only itself.
func NewList(lines []string) *List {
	l := &List{keys: map[string]bool{}, ids: map[string]bool{}}
	for _, line := range lines {
		if key := names.Key(line); key != "" {
			l.keys[key], l.ids[line] = true, true
		}
	}
	return l
}

// has reports whether the list has the text of a span, or the id of a match.
func (l *List) has(text string, s *Span) bool {
	if l == nil {
		return false
	}
	for _, id := range s.IDs() {
		if l.ids[id] {
			return true
		}
	}
	return l.keys[names.Key(text[s.Start:s.End])]
}
