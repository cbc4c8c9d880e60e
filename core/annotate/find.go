package annotate

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// candidate is a run of tokens that may name an entity.
type candidate struct {
	from, to int // tokens [from, to)
	group    uint8
	p        float64
}

// work is the working memory for one text.
type work struct {
	tag.Work
	spans      []tag.Span
	candidates []candidate // sorted by group and place
	defined    []abbreviation.Definition
	explained  map[string]bool // what they define
	note       bool
	means      map[int]string // what the abbreviations of a note mean, by token
}

func (w *work) text(c candidate) string {
	return w.Source[w.Tokens[c.from].Start:w.Tokens[c.to-1].End]
}

// of returns the candidates of a group.
func (w *work) of(group uint8) []candidate {
	byGroup := func(c candidate, g uint8) int { return cmp.Compare(c.group, g) }
	from, _ := slices.BinarySearchFunc(w.candidates, group, byGroup)
	to, _ := slices.BinarySearchFunc(w.candidates, group+1, byGroup)
	return w.candidates[from:to]
}

// find fills in the candidates of a text.
func (w *work) find(text string, a *Annotator) {
	w.spans = w.Find(w.spans[:0], text, a.lexicon, a.tagger)
	w.candidates = w.candidates[:0]
	for _, s := range w.spans {
		if c := (candidate{s.From, s.To, uint8(s.Model), s.P}); len(w.text(c)) <= maxSpan {
			w.candidates = append(w.candidates, c)
		}
	}
	w.defined, w.explained = abbreviation.NewGlossary(text).Definitions, map[string]bool{}
	for _, d := range w.defined {
		w.explained[d.Short] = true
	}
	w.repeat(w.abbreviated())
	w.addNames()
	if a.lines > 0 {
		w.addLines(a.lines-1, a.cells)
	}
	w.trimNumbers()
	w.note, w.means = false, nil
	w.sort()
}

func (w *work) sort() {
	slices.SortStableFunc(w.candidates, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(x.group, y.group), cmp.Compare(x.from, y.from), cmp.Compare(y.to, x.to))
	})
}

// trimNumbers takes the beginning of a number off the end of candidates: IL-2 3.5 ng/ml, BNP 1,240.
func (w *work) trimNumbers() {
	isDigit := func(at int) bool { return at < len(w.Source) && '0' <= w.Source[at] && w.Source[at] <= '9' }
	for i := range w.candidates {
		c := &w.candidates[i]
		last, end := w.Tokens[c.to-1], w.Tokens[c.to-1].End
		goesOn := isDigit(end+1) && (w.Source[end] == '.' || w.Source[end] == ',')
		if goesOn && last.Class == names.Digits && c.to > c.from+1 && w.Tokens[c.to-2].End < last.Start {
			c.to--
		}
	}
}

// abbreviated returns a candidate for each abbreviation that the text defines and whose long form ends with a candidate. It
// has the type of that candidate.
func (w *work) abbreviated() (out []candidate) {
	if len(w.defined) == 0 {
		return nil
	}
	byEnd := map[int]candidate{}
	for _, c := range w.candidates {
		if c.p > byEnd[c.to].p {
			byEnd[c.to] = c
		}
	}
	for _, d := range w.defined {
		_, end, ok := w.Between(d.LongAt, d.LongAt+len(d.Long))
		from, to, short := w.Between(d.ShortAt, d.ShortAt+len(d.Short))
		if c, found := byEnd[end]; ok && short && found {
			out = append(out, candidate{from, to, c.group, c.p})
		}
	}
	return out
}

// repeat adds candidates at the other places of the same text: of the abbreviations in more, and of candidates that are
// certain and no ordinary English.
func (w *work) repeat(more []candidate) {
	byWord := map[int32][]candidate{}
	seen := map[string]bool{}
	taken := make([]bool, len(w.Tokens))
	add := func(c candidate) {
		if t := w.text(c); !seen[t] && len(byWord[w.WordAt(c.from)]) < maxRepeated {
			seen[t] = true
			byWord[w.WordAt(c.from)] = append(byWord[w.WordAt(c.from)], c)
		}
	}
	for _, c := range more {
		add(c)
	}
	for _, c := range w.candidates {
		for i := c.from; i < c.to; i++ {
			taken[i] = true
		}
		if c.p >= certain && !w.Ordinary(c.from, c.to) {
			add(c)
		}
	}
	if len(byWord) == 0 {
		return
	}
	for i := 0; i < len(w.Tokens); i++ {
		for _, c := range byWord[w.WordAt(i)] {
			end := i + c.to - c.from
			if end > len(w.Tokens) || w.Source[w.Tokens[i].Start:w.Tokens[end-1].End] != w.text(c) || slices.Contains(taken[i:end], true) {
				continue
			}
			w.candidates = append(w.candidates, candidate{i, end, c.group, c.p})
			for k := i; k < end; k++ {
				taken[k] = true
			}
		}
	}
}

// maxSpan is the largest size of a candidate, in bytes.
const maxSpan = 256

// certain is the least probability of a candidate that repeat seeks at other places.
const certain = 0.75

// maxRepeated is how many candidates with the same first word repeat seeks at other places.
const maxRepeated = 32

// byName is the p of a candidate that is a name of the pack, and that no model has found.
const byName = 0

// addNames adds the longest names of the namespaces that no model covers, and the entries of notes that are names: without a
// sentence around them models find few.
func (w *work) addNames() {
	next := 0
	for i := 0; i < len(w.Names); i++ {
		n := w.Names[i]
		w.addEntry(n)
		for i+1 < len(w.Names) && w.Names[i+1].From == n.From {
			i++
			if w.addEntry(w.Names[i]); w.Names[i].Groups>>tag.Untagged&1 != 0 {
				n = w.Names[i]
			}
		}
		if n.Groups>>tag.Untagged&1 == 0 || n.From < next || n.To == n.From+1 && w.Tokens[n.From].Class == names.Digits {
			continue
		}
		w.candidates = append(w.candidates, candidate{n.From, n.To, tag.Untagged, byName})
		next = n.To
	}
}

// addEntry adds a name for each group of a model, if it is all of a line.
func (w *work) addEntry(n tag.Name) {
	if !w.IsEntry(n.From, n.To) {
		return
	}
	for g := range uint8(tag.Untagged) {
		if n.Groups>>g&1 != 0 {
			w.candidates = append(w.candidates, candidate{n.From, n.To, g, byName})
		}
	}
}
