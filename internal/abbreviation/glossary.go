package abbreviation

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Glossary expands many mentions with the same definitions: the cost of a mention grows with its length, not with the
// number of definitions. It is safe for concurrent use.
type Glossary struct {
	definitions []Definition
	byShort     map[string][]int // numbers of the definitions, ascending
}

// NewGlossary prepares definitions, in their order.
func NewGlossary(definitions []Definition) *Glossary {
	g := &Glossary{byShort: map[string][]int{}}
	for _, d := range definitions {
		g.add(d)
	}
	return g
}

// add adds a definition unless one of the same short form comes before it whose long form is no longer: then it never
// counts, as expand takes the first that fits into maxExpanded.
func (g *Glossary) add(d Definition) {
	same := g.byShort[d.Short]
	if n := len(same); n > 0 && len(g.definitions[same[n-1]].Long) <= len(d.Long) {
		return
	}
	g.byShort[d.Short] = append(same, len(g.definitions))
	g.definitions = append(g.definitions, d)
}

// Expand is expand for the definitions of g and, after them, others.
func (g *Glossary) Expand(mention string, others ...Definition) (string, bool) {
	return expand(mention, append(g.in(mention), others...))
}

// in returns the definitions of the words of a mention, in their order.
func (g *Glossary) in(mention string) []Definition {
	var numbers []int
	for from := range len(mention) {
		if len(g.definitions) == 0 || !startsWord(mention, from) {
			continue
		}
		for rest, size := mention[from:], 1; size <= min(len(rest), maxShort*utf8.UTFMax); size++ {
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

// expand replaces the longest short form that mention holds as a word, or its plural, by its long form: "sporadic AT"
// becomes "sporadic ataxia telangiectasia". Of several definitions of a short form the first counts. It reports
// whether anything was replaced.
func expand(mention string, definitions []Definition) (string, bool) {
	longestFirst := slices.Clone(definitions)
	slices.SortStableFunc(longestFirst, func(a, b Definition) int { return cmp.Compare(len(b.Short), len(a.Short)) })
	for _, d := range longestFirst {
		for _, short := range [...]string{d.Short, d.Short + "s"} {
			if out, ok := replaceWord(mention, short, d.Long); ok && len(out) <= maxExpanded {
				return out, true // one is enough: a long form is not expanded again
			}
		}
	}
	return mention, false
}

// replaceWord replaces the first occurrence of old in s without a letter or digit beside it.
func replaceWord(s, old, new string) (string, bool) {
	for from := 0; old != ""; {
		i := strings.Index(s[from:], old)
		if i < 0 {
			break
		}
		i += from
		after, _ := utf8.DecodeRuneInString(s[i+len(old):])
		if startsWord(s, i) && !isAlnum(after) {
			return s[:i] + new + s[i+len(old):], true
		}
		from = i + 1
	}
	return s, false
}
