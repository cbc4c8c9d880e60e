package index

import (
	"iter"
	"slices"

	"github.com/normlet/normlet/internal/core/names"
)

// maxMended bounds the number of corrections of a mention.
const maxMended = 16

// Slip returns the word of a mention that may be a typing error, or nil. It has to be the only word that no name has, and
// neither an English word nor a name of people or places.
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

// Mended returns copies of the text in which one of words that names have replaces w, at most maxMended.
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
