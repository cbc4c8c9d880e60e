package index

import (
	"iter"
	"slices"

	"github.com/normlet/normlet/internal/core/names"
)

// maxMended is how many corrections of a mention there are at most.
const maxMended = 16

// Slip returns the only word of letters that no name has, if it may be a slip of the pen: other words of the mention are
// words of names, and the word is none of English and no name of people or places.
func (x *Words) Slip(t *names.Text) (unknown *names.Word) {
	if t.Off.Has(names.WordSlips) {
		return nil
	}
	for i := range t.Words {
		w := &t.Words[i]
		if w.Digit || w.Size < names.MinSwapped || x.more(t.Of(w), 0) {
			continue
		}
		if unknown != nil || names.Ordinary(w.Hash) > 0 || names.IsProperName(w.Hash) || slices.ContainsFunc(t.Of(w), func(c byte) bool { return c < 'a' || c > 'z' }) {
			return nil
		}
		unknown = w
	}
	return unknown
}

// Mended returns the text with words in place of w that names have.
func (x *Words) Mended(t *names.Text, w *names.Word, words iter.Seq[[]byte]) (out []string) {
	for word := range words {
		if x.more(word, 0) {
			out = append(out, string(slices.Concat(t.Form[:w.Start], word, t.Form[w.Start+w.Size:])))
		}
		if len(out) == maxMended {
			break
		}
	}
	return out
}
