package topic

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// Surroundings are the words of the text around a mention, apart from its own: AR beside "androgen receptor" is that gene.
// The zero value has none. It is not safe for concurrent use.
type Surroundings struct {
	words, own, name []uint32
	marks            marks  // of words
	text, mention    string // of words and own
	reader
}

// marks has a bit for each word of a text: most words are not there, which a bit tells faster than a search.
type marks [64]uint64

func (s *Surroundings) has(word uint32) bool {
	if s.marks[word/64%uint32(len(s.marks))]>>(word%64)&1 == 0 {
		return false
	}
	_, ok := slices.BinarySearch(s.words, word)
	return ok
}

// Read reads the text Around a mention, unless it has read the same before.
func (s *Surroundings) Read(text, mention string) {
	if mention != s.mention {
		s.mention, s.own = mention, s.appendWords(s.own[:0], mention)
	}
	if text == s.text {
		return
	}
	s.text, s.words, s.marks = text, s.appendWords(s.words[:0], text), marks{}
	for _, w := range s.words {
		s.marks[w/64%uint32(len(s.marks))] |= 1 << (w % 64)
	}
}

// Stands returns how much of a name stands in the text, 0 to 1: the square of the share of its words, by weight, the
// mention's own left out, and less for a name of common words alone.
func (s *Surroundings) Stands(name string, f *names.Frequencies) float32 {
	s.name = s.appendWords(s.name[:0], name)
	var all, have float32
	for _, w := range s.name {
		if slices.Contains(s.own, w) {
			continue
		}
		weight := f.Weight(w)
		all += weight
		if s.has(w) {
			have += weight
		}
	}
	if all == 0 {
		return 0
	}
	share := have / all
	return float32(share*share) * min(1, have/f.Most())
}

// Around returns the part of the text around a mention that is read: all of it, unless it is long.
func Around(context, mention string) string {
	if len(context) <= names.MaxBytes {
		return context
	}
	start := max(0, strings.Index(context, mention)+len(mention)/2-names.MaxBytes/2)
	start = min(start, len(context)-names.MaxBytes)
	for start < len(context) && !utf8.RuneStart(context[start]) {
		start++
	}
	return context[start:min(start+names.MaxBytes, len(context))]
}
