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
	text, mention    string // of words and own
	reader
}

// Read reads the text around a mention, of a long one the part around it, unless it has read the same before.
func (s *Surroundings) Read(context, mention string) {
	if mention != s.mention {
		s.mention, s.own = mention, s.appendWords(s.own[:0], mention)
	}
	if text := around(context, mention); text != s.text {
		s.text, s.words = text, s.appendWords(s.words[:0], text)
	}
}

// Stands returns how much of a name stands in the text, 0 to 1: the square of the share of its words, by weight, the
// mention's own left out, and less for a name of common words alone.
func (s *Surroundings) Stands(name string, f *names.Frequencies) float32 {
	s.name = s.appendWords(s.name[:0], name)
	var all, have float32
	for _, w := range s.name {
		if _, own := slices.BinarySearch(s.own, w); own {
			continue
		}
		weight := f.Weight(w)
		all += weight
		if _, ok := slices.BinarySearch(s.words, w); ok {
			have += weight
		}
	}
	if all == 0 {
		return 0
	}
	share := have / all
	return float32(share*share) * min(1, have/f.Most())
}

// around returns the part of context that is read.
func around(context, mention string) string {
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
