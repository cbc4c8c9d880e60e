package profiles

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/normlet/normlet/core/encoder"
)

// AppendWords appends the hashes of the words of text to dst, ascending, each once.
// A word is what stands between blanks, reduced to letters and digits, and each part
// of it that other characters separate ("NAF-1"). Single characters and numbers say
// nothing and are left out.
func AppendWords(dst []uint32, text string) []uint32 {
	start := len(dst)
	form := encoder.AppendTextForm(nil, text)
	for len(form) > 0 {
		n := bytes.IndexByte(form, ' ')
		if n < 0 {
			n = len(form)
		}
		dst = appendPiece(dst, form[:n])
		form = form[min(n+1, len(form)):]
	}
	words := dst[start:]
	slices.Sort(words)
	return dst[:start+len(slices.Compact(words))]
}

// appendPiece appends the words in what stands between two blanks.
func appendPiece(dst []uint32, piece []byte) []uint32 {
	var whole, part word
	parts := 0
	whole.reset()
	part.reset()
	for _, c := range piece {
		if isWordByte(c) {
			whole.add(c)
			part.add(c)
			continue
		}
		if part.size > 0 {
			dst = part.append(dst)
			parts++
		}
		part.reset()
	}
	if parts > 0 && part.size > 0 {
		dst = part.append(dst)
		parts++
	}
	if parts != 1 || part.size > 0 {
		return whole.append(dst) // nothing was taken away, or several parts are one word, too
	}
	return dst
}

// isWordByte reports whether c is a letter, digit, or part of another character.
func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c >= utf8.RuneSelf
}

// word is the FNV-1a hash of the bytes of a word.
type word struct {
	hash   uint32
	size   int
	letter bool // not of digits alone
}

func (w *word) reset() { *w = word{hash: 2166136261} }

func (w *word) add(c byte) {
	w.hash = (w.hash ^ uint32(c)) * 16777619
	w.size++
	w.letter = w.letter || c > '9'
}

func (w *word) append(dst []uint32) []uint32 {
	if w.size < 2 || !w.letter {
		return dst
	}
	return append(dst, w.hash)
}
