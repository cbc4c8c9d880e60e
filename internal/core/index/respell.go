package index

import (
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
)

// Respell returns other spellings of a mention that is no name, the likeliest first: the mention in Latin letters, and names
// that equal it once they are in Latin letters. near is the mention in Latin letters if it has letters that no name has, so
// that names have to be compared with near instead; else near is empty.
func (x *Words) Respell(mention string, q *score.Query) (texts []string, near string) {
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
	if slices.ContainsFunc(foreign, func(r rune) bool { return !x.letters[r] }) && forms[0] != names.View(q.Form) {
		near = forms[0]
	}
	return texts, near
}

// appendWritten appends the names whose key in Latin letters is key.
func (x *Words) appendWritten(texts []string, key string) []string {
	for _, posting := range x.written.Of(names.Hash(key)) {
		name := x.names.At(int(uint32(posting)))
		forms, _ := names.InLatin(name)
		if slices.ContainsFunc(forms, func(form string) bool { return names.Key(form) == key }) {
			texts = append(texts, name)
		}
	}
	return texts
}
