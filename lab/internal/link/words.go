package link

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// MaxWords is how many words on each side of a mention are its context.
const MaxWords = 64

// newExample returns an example without gold entities: what Linker.points takes. An empty sentence is no context.
func newExample(mention, sentence string) Example {
	e := Example{Mention: mention, Sentence: sentence, Count: 1}
	left, right, _ := around(mention, sentence)
	for field := range strings.FieldsSeq(mention) {
		e.middle = appendWords(e.middle, field)
	}
	e.middle = e.middle[:min(len(e.middle), MaxWords)]
	for field := range strings.FieldsSeq(right) {
		if len(e.right) >= MaxWords {
			break
		}
		e.right = appendWords(e.right, field)
	}
	e.right = e.right[:min(len(e.right), MaxWords)]
	var fields [][]uint32 // backwards
	for n := 0; n < MaxWords && left != ""; n += len(fields[len(fields)-1]) {
		left = strings.TrimRight(left, " \t")
		at := strings.LastIndexAny(left, " \t") + 1
		fields = append(fields, appendWords(nil, left[at:]))
		left = left[:at]
	}
	slices.Reverse(fields)
	e.left = slices.Concat(fields...)
	e.left = e.left[max(0, len(e.left)-MaxWords):]
	return e
}

// appendWords appends the hashes of a field's words. A text form has a largest length, so fields
// come one by one.
func appendWords(dst []uint32, field string) []uint32 {
	for _, w := range names.Words(field) {
		dst = append(dst, names.Hash(w))
	}
	return dst
}

// around returns what is left and right of a mention in its sentence, between blanks if it can
// be.
func around(mention, sentence string) (left, right string, found bool) {
	at := strings.Index(" "+sentence+" ", " "+mention+" ")
	if at < 0 {
		at = strings.Index(sentence, mention)
	}
	if at < 0 || mention == "" {
		return sentence, "", false
	}
	return sentence[:at], sentence[at+len(mention):], true
}

// row maps the hash of a word to a row of a table.
func row(hash uint32, rows int) uint32 {
	return uint32(uint64(hash*0x9e3779b1) * uint64(rows) >> 32)
}
