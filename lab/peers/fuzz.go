package main

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"github.com/normlet/normlet/lab/internal/tfidf"
)

// openFuzz compares with all names as RapidFuzz does unless told otherwise: by the scorer WRatio, here in Go and of bytes.
func openFuzz(dir string) (index, error) {
	texts, refs, err := texts(dir, fuzzText)
	if err != nil {
		return nil, err
	}
	names := make([]phrase, len(texts))
	for i, text := range texts {
		names[i] = newPhrase(text)
	}
	return ofRows{refs, func(mention string) []tfidf.Hit {
		w, best := newWRatio(mention), newTop()
		for row, name := range names {
			best.add(row, float32(w.of(name, float64(best.floor))))
		}
		return best.hits()
	}}, nil
}

// fuzzText is RapidFuzz's default_process: lower case, anything but letters and digits a blank.
func fuzzText(text string) string {
	return strings.TrimSpace(strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return ' '
	}, text)))
}

// phrase is a text with its words in order.
type phrase struct {
	text, sorted string
	words        []string // each once
}

func newPhrase(text string) phrase {
	words := strings.Fields(text)
	slices.Sort(words)
	return phrase{text, strings.Join(words, " "), slices.Compact(words)}
}

// wRatio compares a mention with names.
type wRatio struct {
	phrase
	byText, bySorted pattern
}

func newWRatio(mention string) *wRatio {
	p := newPhrase(fuzzText(mention))
	return &wRatio{p, newPattern(p.text), newPattern(p.sorted)}
}

// of returns how alike a name is, up to 1; too little may be returned where it is no more than floor.
func (w *wRatio) of(name phrase, floor float64) float64 {
	short, long := min(len(w.text), len(name.text)), max(len(w.text), len(name.text))
	if short == 0 {
		return 0
	}
	common := w.byText.lcs(name.text)
	best := indel(len(w.text)+len(name.text)-2*common, len(w.text)+len(name.text))
	if 2*long < 3*short {
		return max(best, 0.95*w.tokens(name))
	}
	scale := 0.9
	if long > 8*short {
		scale = 0.6
	}
	if shared(w.words, name.words) {
		best = max(best, 0.95*scale)
	}
	// No part has more in common than the whole.
	if scale*indel(short-common, short+common) > max(best, floor) {
		best = max(best, scale*w.byText.partial(w.text, name.text))
	}
	short, common, scale = min(len(w.sorted), len(name.sorted)), w.bySorted.lcs(name.sorted), 0.95*scale
	if scale*indel(short-common, short+common) > max(best, floor) {
		best = max(best, scale*w.bySorted.partial(w.sorted, name.sorted))
	}
	return best
}

// tokens is the larger one of RapidFuzz's token_sort_ratio and token_set_ratio.
func (w *wRatio) tokens(name phrase) float64 {
	all := len(w.sorted) + len(name.sorted)
	best := indel(all-2*w.bySorted.lcs(name.sorted), all)
	if !shared(w.words, name.words) {
		return best
	}
	both, a, b := split(w.words, name.words)
	if a == "" || b == "" {
		return 1
	}
	other := newPattern(a)
	apart := len(a) + len(b) - 2*other.lcs(b)
	return max(best, indel(apart, 2*both+2+len(a)+len(b)), indel(1+len(a), 2*both+1+len(a)), indel(1+len(b), 2*both+1+len(b)))
}

// indel is the share of bytes that stay if so many are deleted and inserted.
func indel(distance, length int) float64 { return 1 - float64(distance)/float64(length) }

func shared(a, b []string) bool {
	return slices.ContainsFunc(a, func(word string) bool { return slices.Contains(b, word) })
}

// split returns the length of the words of both, and the words of each alone.
func split(a, b []string) (both int, alone, other string) {
	without := func(list, of []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(list), func(word string) bool { return slices.Contains(of, word) }), " ")
	}
	alone, other = without(a, b), without(b, a)
	both = len(strings.Join(a, " ")) - len(alone)
	if alone != "" {
		both-- // the blank between
	}
	return both, alone, other
}

// pattern finds longest common subsequences with a text, 64 bytes of it at a time (Hyyrö 2004).
type pattern struct {
	at  [][256]uint64 // where it has each byte
	row []uint64
}

func newPattern(text string) pattern {
	words := (len(text) + 63) / 64
	p := pattern{make([][256]uint64, words), make([]uint64, words)}
	for i := range len(text) {
		p.at[i/64][text[i]] |= 1 << (i % 64)
	}
	return p
}

// lcs returns the length of the longest common subsequence.
func (p *pattern) lcs(text string) (length int) {
	for i := range p.row {
		p.row[i] = ^uint64(0)
	}
	for i := range len(text) {
		var carry uint64
		for w, v := range p.row {
			u := v & p.at[w][text[i]]
			var sum uint64
			sum, carry = bits.Add64(v, u, carry)
			p.row[w] = sum | (v - u)
		}
	}
	for _, v := range p.row {
		length += bits.OnesCount64(^v)
	}
	return length
}

// partial is RapidFuzz's partial_ratio: of the shorter text and the part of the other that is most like it. p is of a.
func (p *pattern) partial(a, b string) (best float64) {
	if len(a) > len(b) {
		other := newPattern(b)
		return other.partial(b, a)
	}
	for end := 1; end < len(a)+len(b); end++ {
		part := b[max(0, end-len(a)):min(end, len(b))]
		best = max(best, indel(len(a)+len(part)-2*p.lcs(part), len(a)+len(part)))
	}
	return best
}
