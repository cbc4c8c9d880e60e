package names

import (
	"bytes"
	"slices"

	"github.com/normlet/normlet/knowledge"
)

// Denial says what a word denies: what stands beside it (without salt), or its own rest (unsalted, seedless).
type Denial uint8

// The denials.
const (
	DeniesNothing Denial = iota
	DeniesOthers
	DeniesEnd   // what follows its first letters
	DeniesStart // what is before its last letters
)

// minDenied is the number of letters of what a word denies: uncle denies nothing.
const minDenied = 4

// denying are the words that deny what stands beside them, starts and ends those parts that deny the rest of a word, by their
// first and last byte: most words have none.
var denying, starts, ends = func() (words []uint32, starts, ends [256][][]byte) {
	for _, w := range knowledge.Words("denial") {
		words = append(words, HashWord(w))
	}
	for _, w := range knowledge.Words("denying start") {
		starts[w[0]] = append(starts[w[0]], []byte(w))
	}
	for _, w := range knowledge.Words("denying end") {
		last := w[len(w)-1]
		ends[last] = append(ends[last], []byte(w))
	}
	return words, starts, ends
}()

// readDenials fills in what the words of t deny.
func (t *Text) readDenials() {
	for i := range t.Words {
		w := &t.Words[i]
		if w.Digit {
			continue
		}
		if w.Denial = denialOf(w, t.Of(w)); w.Denial != DeniesNothing {
			t.Denies = true
		}
	}
}

func denialOf(w *Word, word []byte) Denial {
	if len(word) > minDenied {
		if is := starts[word[0]]; is != nil && cutAny(bytes.CutPrefix, word, is) != nil {
			return DeniesEnd
		}
		if is := ends[word[len(word)-1]]; is != nil && cutAny(bytes.CutSuffix, word, is) != nil {
			return DeniesStart
		}
	}
	if slices.Contains(denying, w.Hash) {
		return DeniesOthers
	}
	return DeniesNothing
}

// Denied returns what one of t's words denies of its own letters, nil if nothing.
func (t *Text) Denied(w *Word) []byte {
	switch word := t.Of(w); w.Denial {
	case DeniesEnd:
		return cutAny(bytes.CutPrefix, word, starts[word[0]])
	case DeniesStart:
		return cutAny(bytes.CutSuffix, word, ends[word[len(word)-1]])
	}
	return nil
}

// cutAny cuts one of some affixes off a word and returns the rest, nil if it is no word of English.
func cutAny(cut func(word, affix []byte) ([]byte, bool), word []byte, affixes [][]byte) []byte {
	for _, affix := range affixes {
		if rest, ok := cut(word, affix); ok && len(rest) >= minDenied && Ordinary(HashWord(rest)) > 0 {
			return rest
		}
	}
	return nil
}
