package topic

import (
	"slices"

	"github.com/normlet/normlet/internal/core/names"
)

// reader has the working memory of appendWords.
type reader struct{ form, whole, part []byte }

// appendWords appends the hashes of the words of text to dst, ascending, each
// once. Words stand between blanks and are reduced to letters and digits; if
// other characters divide one ("NAF-1"), its parts are words, too. Single
// characters and numbers say nothing and are left out.
func (r *reader) appendWords(dst []uint32, text string) []uint32 {
	from := len(dst)
	r.form = names.AppendForm(r.form[:0], text)
	form, whole, part, parts := r.form, r.whole[:0], r.part[:0], 0
	addPart := func() {
		if len(part) > 0 {
			parts++
			dst = appendWord(dst, part)
		}
		part = part[:0]
	}
	for start, end := 0, 0; ; start = end {
		class := names.Blank
		if start < len(form) {
			end, class = names.NextRun(form, start)
		}
		switch class {
		case names.Letters, names.Digits:
			whole, part = append(whole, form[start:end]...), append(part, form[start:end]...)
		case names.Mark:
			addPart()
		case names.Blank:
			if addPart(); parts > 1 { // several parts are one word, too
				dst = appendWord(dst, whole)
			}
			whole, parts = whole[:0], 0
		}
		if start == len(form) {
			break
		}
	}
	r.whole, r.part = whole, part
	words := dst[from:]
	slices.Sort(words)
	return dst[:from+len(slices.Compact(words))]
}

// appendWord appends the hash of a word unless it is too short or a number.
func appendWord(dst []uint32, word []byte) []uint32 {
	letter := slices.ContainsFunc(word, func(c byte) bool { return c > '9' })
	if len(word) < 2 || !letter {
		return dst
	}
	return append(dst, names.HashWord(word))
}
