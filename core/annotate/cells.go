package annotate

import (
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// What words for cells stand behind is a cell line, if one has this name, whatever else has it: AGS cells, H9 human embryonic
// stem cells. Models have learned from texts with few cell lines.

// The p of such spans. Of 232 names of Cellosaurus directly before such words in BioRED and NLM-Gene, .93 of those with a digit
// are marked as cell lines, and most others are cell lines that annotators passed over; of those without one, that are no
// abbreviations of the text, .83. Letters mean a cell line only if they are its primary name: NK cells are no Novikoff cells.
const (
	lineP    = 0.9
	lettersP = 0.8
)

// maxBetween is how many names may stand between: RKO human colon cancer cells.
const maxBetween = 2

// maxShort is the size of a name with a digit that one word behind it does not make a cell line: B-1 cells are lymphocytes.
const maxShort = 2

const figures = "0123456789"

// cells has the words for cells, as hashes, by the first one.
type cells map[uint32][][]uint32

func newCells(known *names.Knowledge) cells {
	out := cells{}
	for form := range known.Cells() {
		var words []uint32
		for _, w := range names.Words(form) {
			words = append(words, names.Hash(w))
		}
		out[words[0]] = append(out[words[0]], words)
	}
	return out
}

// at returns how many tokens from one on are words for cells.
func (of cells) at(w *work, token int) (words int) {
	for _, hashes := range of[w.Hash(token)] {
		if w.Spells(token, hashes) {
			words = max(words, len(hashes))
		}
	}
	return words
}

// addLines adds, to the group of cell lines, what is written as they are before words for cells, unless a model has found it. An
// abbreviation that the text defines keeps its meaning.
func (w *work) addLines(group uint8, of cells) {
	taken, begins := make([]bool, len(w.Tokens)+1), make([]int, len(w.Tokens)+1) // by the token behind; begins: 1 plus where a name does
	for _, c := range w.candidates {
		for i := c.from + 1; c.group == group && i <= c.to; i++ {
			taken[i] = true
		}
	}
	for _, n := range w.Names {
		if begins[n.To] == 0 { // the longest
			begins[n.To] = n.From + 1
		}
	}
	for to := 1; to < len(w.Tokens); to++ {
		words := of.at(w, to)
		if words == 0 {
			continue
		}
		end := to
		for range maxBetween + 1 {
			c := candidate{w.wordBefore(end), end, group, lineP}
			if c.from < end && !taken[end] && w.isLine(c, words) {
				w.candidates, taken[end] = append(w.candidates, c), true
				break
			}
			if begins[end] == 0 {
				break
			}
			end = begins[end] - 1
			words++
		}
	}
}

// wordBefore returns where the tokens before one begin that no blank or bracket parts.
func (w *work) wordBefore(end int) (from int) {
	parts := func(i int) bool { return strings.ContainsRune("()[]{}<>\"", rune(w.Source[w.Tokens[i].Start])) }
	for from = end; from > 0 && !parts(from-1) && (from == end || w.Tokens[from-1].End == w.Tokens[from].Start); from-- {
	}
	return from
}

// isLine reports whether a candidate is written as cell lines are, with some words for cells and names between behind it, and
// the text does not define it.
func (w *work) isLine(c candidate, words int) bool {
	text := w.text(c)
	short := words == 1 && strings.ContainsAny(text, figures) && len(names.Key(text)) <= maxShort
	return len(text) <= maxSpan && !short && w.Tokens[c.to-1].Class != names.Mark && names.IsLine(text) && !w.explained[text]
}

// lineOf returns the p of a span that addLines has found, 0 if it has not the name of a cell line, and takes its answer for
// found: alone, so short a name may mean anything.
func lineOf(s *Span, text string) float64 {
	a := &s.Answers[0]
	if len(a.Matches) == 0 || !a.Matches[0].Stage.IsName() {
		return 0
	}
	a.NIL = false
	switch {
	case strings.ContainsAny(text, figures):
		return lineP
	case a.Matches[0].Matched == a.Matches[0].Name:
		return lettersP
	}
	return 0
}
