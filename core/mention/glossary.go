package mention

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Glossary expands many mentions where the same definitions hold: what a mention costs
// grows with its length, and not with the number of definitions. It is safe for
// concurrent use; a nil one has no definitions.
type Glossary struct {
	definitions []Definition
	byShort     map[string][]int // numbers of the definitions, ascending
	sizes       []int            // of short forms in bytes, each once, ascending
}

// NewGlossary prepares definitions, in their order.
func NewGlossary(definitions []Definition) *Glossary {
	g := &Glossary{byShort: map[string][]int{}}
	for _, d := range definitions {
		g.add(d)
	}
	for short := range g.byShort {
		g.sizes = append(g.sizes, len(short))
	}
	slices.Sort(g.sizes)
	g.sizes = slices.Compact(g.sizes)
	return g
}

// add adds a definition unless one of the same short form comes before it whose long
// form is no longer: then it never counts, since Expand asks for nothing but room.
func (g *Glossary) add(d Definition) {
	same := g.byShort[d.Short]
	if n := len(same); n > 0 && len(g.definitions[same[n-1]].Long) <= len(d.Long) {
		return
	}
	g.byShort[d.Short] = append(same, len(g.definitions))
	g.definitions = append(g.definitions, d)
}

// Expand is the function Expand for the definitions of g and, after them, others.
func (g *Glossary) Expand(mention string, others ...Definition) (string, bool) {
	return Expand(mention, append(g.in(mention), others...))
}

// in returns the definitions of the words of a mention, in their order.
func (g *Glossary) in(mention string) []Definition {
	if g == nil {
		return nil
	}
	var numbers []int
	for from := range len(mention) {
		if !startsWord(mention, from) {
			continue
		}
		rest := mention[from:]
		for _, size := range g.sizes {
			if size > len(rest) {
				break
			}
			if endsWord(rest[size:]) {
				numbers = append(numbers, g.byShort[rest[:size]]...)
			}
		}
	}
	slices.Sort(numbers)
	var out []Definition
	for _, i := range slices.Compact(numbers) {
		out = append(out, g.definitions[i])
	}
	return out
}

// endsWord reports whether a short form, or its plural, ends before rest.
func endsWord(rest string) bool {
	next := func(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
	return !isAlnum(next(rest)) || strings.HasPrefix(rest, "s") && !isAlnum(next(rest[1:]))
}
