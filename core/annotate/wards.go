package annotate

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// Wards abbreviate without saying so, in letters that mean genes in papers: URI, LBP, CBG. A table says what they mean in
// notes; there, what a model took them for does not count.

// wardP is p of an abbreviation of the table whose meaning the pack has.
const wardP = 0.85

// maxWard is how many tokens an abbreviation may have: HbA1c.
const maxWard = 4

// longest is the size of an abbreviation with digits, in bytes.
const longest = 8

// ward is an abbreviation of a note.
type ward struct {
	from, to int // tokens
	means    string
}

// ofNotes is how many different abbreviations of wards, undefined, only notes have: 9 of 4,000 abstracts have as many.
const ofNotes = 5

// readWards puts the meanings of a note's abbreviations in the place of all candidates that overlap them. What the text
// defines itself stays.
func (a *Annotator) readWards(w *work, s *said) error {
	if a.meanings == nil || w.IsLong() {
		return nil
	}
	found, different := w.wards(a.words.Wards), map[string]bool{}
	for _, x := range found {
		different[w.Source[w.Tokens[x.from].Start:w.Tokens[x.to-1].End]] = true
	}
	s.note = s.note || len(different) >= ofNotes
	if w.note = s.note; !s.note {
		return nil
	}
	w.wholeNames()
	w.trim()
	found = slices.DeleteFunc(found, w.isInName)
	taken, nothing := make([]bool, len(w.Tokens)), make([]bool, len(w.Tokens))
	queries := make([]core.Query, len(found))
	for i, x := range found {
		queries[i].Mention = x.means
		for k := x.from; k < x.to; k++ {
			taken[k], nothing[k] = true, x.means == ""
		}
	}
	answers, err := a.meanings.LookupMany(queries, core.Options{})
	if err != nil {
		return err
	}
	w.cut(nothing)
	w.candidates = slices.DeleteFunc(w.candidates, func(c candidate) bool { return slices.Contains(taken[c.from:c.to], true) })
	affirm(answers)
	w.means = map[int]string{}
	for i, x := range found {
		if x.means != "" && !answers[i].NIL && len(answers[i].Matches) > 0 {
			w.means[x.from] = x.means
			w.candidates = append(w.candidates, candidate{x.from, x.to, a.groupOf(answers[i].Matches[0].Namespace), wardP})
		}
	}
	w.sort()
	return nil
}

// isInName reports whether an abbreviation that means nothing ends or begins a longer name that a model found: vitamin D3.
func (w *work) isInName(x ward) bool {
	return x.means == "" && slices.ContainsFunc(w.candidates, func(c candidate) bool {
		ends, begins := c.from < x.from && c.to == x.to && w.isWords(c.from, x.from), c.from == x.from && c.to > x.to && w.isWords(x.to, c.to)
		return (ends || begins) && w.isName(c)
	})
}

// isName reports whether a candidate is a name of the pack.
func (w *work) isName(c candidate) bool {
	return slices.ContainsFunc(w.Names, func(n tag.Name) bool { return n.From == c.from && n.To == c.to })
}

// cut takes tokens that mean nothing off the ends of candidates, if words are left: LLL pneumonia.
func (w *work) cut(nothing []bool) {
	for i := range w.candidates {
		from, to := w.candidates[i].from, w.candidates[i].to
		for from < to && nothing[from] {
			from++
		}
		for to > from && nothing[to-1] {
			to--
		}
		if from < to && w.isWords(from, to) && w.isApart(from, to) {
			w.candidates[i].from, w.candidates[i].to = from, to
		}
	}
}

// isApart reports whether blanks, brackets or the ends of clauses are around a run of tokens.
func (w *work) isApart(from, to int) bool {
	parts := func(i int, marks string) bool {
		return i < 0 || i >= len(w.Tokens) || strings.IndexByte(marks, w.Source[w.Tokens[i].Start]) >= 0
	}
	return (parts(from-1, "(\n,;:") || w.Tokens[from-1].End < w.Tokens[from].Start) && (parts(to, ").,;:\n?") || w.Tokens[to-1].End < w.Tokens[to].Start)
}

// isNothing reports whether a type means nothing in notes: of 5 spans of processes, nurse and hearing among them, none was right.
func (a *Annotator) isNothing(kind string) bool {
	means, ok := a.words.Wards[kind]
	return ok && means == ""
}

// groupOf returns the number of the group of a model that has a namespace.
func (a *Annotator) groupOf(namespace string) uint8 {
	all, _ := pack.Organism(namespace)
	i := slices.IndexFunc(a.groups, func(g group) bool {
		return slices.Contains(g.namespaces, namespace) || slices.Contains(g.namespaces, all)
	})
	return a.groups[i].number
}

// wards returns the abbreviations of a text, the longest of those that begin at a token, with 0 for each digit: 58F.
func (w *work) wards(known map[string]string) (out []ward) {
	for i := 0; i < len(w.Tokens); i++ {
		for to := min(i+maxWard, len(w.Tokens)); to > i; to-- {
			text := w.Source[w.Tokens[i].Start:w.Tokens[to-1].End]
			means, ok := known[text]
			if !ok {
				means, ok = known[strings.TrimSuffix(text, "s")]
			}
			if !ok && len(text) <= longest && w.isApart(i, to) {
				means, ok = known[strings.Map(digit, text)]
			}
			if ok && !w.explained[text] && w.isWhole(i, to) {
				out = append(out, ward{i, to, means})
				i = to - 1
				break
			}
		}
	}
	return out
}

// digit returns 0 for digits.
func digit(r rune) rune {
	if '0' <= r && r <= '9' {
		return '0'
	}
	return r
}

// isWhole reports whether no letter or digit stands right before or behind a run of tokens.
func (w *work) isWhole(from, to int) bool {
	parts := func(i int) bool {
		before, after := w.Tokens[i-1], w.Tokens[i]
		return before.End < after.Start || before.Class == names.Mark || after.Class == names.Mark || w.EndsLine(i-1) || w.EndsLine(i)
	}
	return (from == 0 || parts(from)) && (to == len(w.Tokens) || parts(to))
}

// wholeNames puts names of several words in the place of the parts of them that models found: notes have too few sentences to
// tell the models where a name ends.
func (w *work) wholeNames() {
	for i := range w.candidates {
		c := &w.candidates[i]
		for _, n := range w.Names {
			if n.From > c.from {
				break
			}
			if longer := n.To-n.From > c.to-c.from && n.To >= c.to; longer && n.Groups&(1<<tag.Untagged-1) != 0 && w.isWords(n.From, n.To) {
				c.from, c.to = n.From, n.To
				if n.Groups>>c.group&1 == 0 {
					c.group = uint8(bits.TrailingZeros32(n.Groups))
				}
			}
		}
	}
}

// isWords reports whether a run of tokens is nothing but words of three letters or more.
func (w *work) isWords(from, to int) bool {
	return !slices.ContainsFunc(w.Tokens[from:to], func(t tag.Token) bool { return t.Class != names.Letters || t.End-t.Start < 3 })
}

// trim takes off the end of candidates what is behind a clause, and a result or a dose, unless it belongs to a name: ALT 24,
// iron 3.
func (w *work) trim() {
	for i := range w.candidates {
		c := &w.candidates[i]
		for k := c.from + 1; k < c.to; k++ {
			t, blank := w.Tokens[k], k+1 < c.to && w.Tokens[k].End < w.Tokens[k+1].Start
			if w.Source[t.Start] == ';' || w.Source[t.Start] == ',' && blank && !w.isName(*c) || w.EndsSentence(k) && w.Tokens[k-1].End-w.Tokens[k-1].Start > 2 {
				c.to = k
			}
		}
		if last := c.to - 1; last > c.from && !w.isName(*c) && w.Tokens[last].Class == names.Digits && w.Tokens[last-1].End < w.Tokens[last].Start {
			for c.to = last; c.to > c.from+1 && w.Tokens[c.to-1].Class == names.Mark; c.to-- {
			}
		}
	}
}
