package words

import (
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// addWritten adds a name with its forms in Latin letters and its letters that are others.
func (r *indexer) addWritten(row int, forms []string, foreign []rune) {
	for _, form := range forms {
		r.written = append(r.written, search.Posting(names.Hash(names.Key(form)), int32(row)))
	}
	for _, letter := range foreign {
		r.letters[letter] = true
	}
}

// Respell returns what a mention that is no name may be in other letters, the likeliest first: itself in Latin ones, and
// names that are as it is once they are in Latin ones. near is what it is to be compared with names as, if that is not as
// it is written: in Latin letters, where no name has all of its own.
func (x *Index) Respell(mention string, q *score.Query) (texts []string, near string) {
	if q.Off.Has(names.OtherLetters) {
		return nil, ""
	}
	texts = x.appendWritten(nil, names.View(q.Compact))
	forms, foreign := names.InLatin(mention)
	if other, ok := names.LookAlike(mention); ok {
		forms = append([]string{other}, forms...)
	}
	for _, form := range forms {
		texts = x.appendWritten(append(texts, form), names.Key(form))
	}
	unknown := func(letter rune) bool { return !x.letters[letter] }
	if slices.ContainsFunc(foreign, unknown) && forms[0] != names.View(q.Form) {
		near = forms[0]
	}
	return texts, near
}

// appendWritten appends the names that have a key once they are in Latin letters.
func (x *Index) appendWritten(texts []string, key string) []string {
	for _, posting := range x.written.Of(names.Hash(key)) {
		name := x.names.At(int(uint32(posting)))
		forms, _ := names.InLatin(name)
		if slices.ContainsFunc(forms, func(form string) bool { return names.Key(form) == key }) {
			texts = append(texts, name)
		}
	}
	return texts
}
