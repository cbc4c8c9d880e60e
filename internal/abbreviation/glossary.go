package abbreviation

import (
	"sort"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Glossary is what a text says of its abbreviations. The cost of a mention grows with its length, not with that of the
// text. It is safe for concurrent use.
type Glossary struct {
	// Definitions are those of the text, in their order.
	Definitions []Definition

	text    string
	byShort map[string][]Definition // in their order
	beside  map[string][]aside      // by the last word of what stands in them or before them, in the singular
}

// last is the glossary of a short text: annotate asks for that of one text again for each type of entity.
var last atomic.Pointer[Glossary]

// maxKept is the largest size of a text, in bytes, whose glossary is last.
const maxKept = 8192

// NewGlossary reads a text, unless it was the last one.
func NewGlossary(text string) *Glossary {
	if g := last.Load(); g != nil && g.text == text {
		return g
	}
	g := &Glossary{Definitions: Definitions(text), text: text, beside: map[string][]aside{}}
	g.define(g.Definitions)
	g.note()
	if len(text) <= maxKept {
		last.Store(g)
	}
	return g
}

// Empty reports whether the text says nothing of abbreviations.
func (g *Glossary) Empty() bool { return len(g.byShort)+len(g.beside) == 0 }

// define sets the definitions. One that repeats the one before counts once.
func (g *Glossary) define(definitions []Definition) {
	g.byShort = map[string][]Definition{}
	for _, d := range definitions {
		same := g.byShort[d.Short]
		if n := len(same); n == 0 || same[n-1].Long != d.Long {
			g.byShort[d.Short] = append(same, d)
		}
	}
}

// Expand writes out the short forms, and plurals of them, that a mention at a place of the text holds as words, of two
// that begin at the same place the longer one: "sporadic AT" becomes "sporadic ataxia telangiectasia". The definition
// right before the place counts, or else the first one; others count after those of the text. It reports whether it
// replaced anything.
func (g *Glossary) Expand(mention string, at int, others ...Definition) (string, bool) {
	if len(g.byShort)+len(others) == 0 {
		return mention, false
	}
	var out strings.Builder
	done := 0
	for from := 0; from < len(mention); from++ {
		if from < done || !startsWord(mention, from) {
			continue
		}
		rest := mention[from:]
		for size := min(len(rest), maxShort*utf8.UTFMax); size > 0; size-- {
			if !endsWord(rest[size:]) {
				continue
			}
			long, ok := g.long(rest[:size], at, others)
			if !ok || out.Len()+from-done+len(long)+len(rest)-size > maxExpanded {
				continue
			}
			out.WriteString(mention[done:from])
			out.WriteString(long)
			if done = from + size; strings.HasPrefix(rest[size:], "s") {
				done++ // a plural
			}
			break
		}
	}
	if done == 0 {
		return mention, false
	}
	return out.String() + mention[done:], true
}

// long returns the long form of a short one at a place.
func (g *Glossary) long(short string, at int, others []Definition) (string, bool) {
	if same := g.byShort[short]; len(same) > 0 {
		next := sort.Search(len(same), func(i int) bool { return same[i].ShortAt > at })
		return same[max(0, next-1)].Long, true
	}
	for _, d := range others {
		if d.Short == short {
			return d.Long, true
		}
	}
	return "", false
}

// endsWord reports whether a short form, or its plural, ends before rest.
func endsWord(rest string) bool {
	next := func(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
	return !isAlnum(next(rest)) || strings.HasPrefix(rest, "s") && !isAlnum(next(rest[1:]))
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
