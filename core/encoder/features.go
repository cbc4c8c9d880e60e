package encoder

import (
	"unicode/utf8"

	"github.com/normlet/normlet/core/form"
)

// Hashing of features: FNV-1a over the feature's bytes, seeded by its class,
// then a finalizer, because FNV's low bits mix poorly on two-byte grams.
const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// The classes of features. The values are part of the weights' meaning.
const (
	classToken = iota + 1
	classGram2
	classGram3
	classGram4
	classWhole
)

// maxFeatures bounds the work on a long text; real names have 20 to 150.
const maxFeatures = 4096

func mix(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// row maps a feature's hash to a row of a table of n rows.
func row(h uint32, n int) uint32 { return uint32(uint64(mix(h)) * uint64(n) >> 32) }

func hashBytes(class uint32, s []byte) uint32 {
	h := uint32(fnvOffset) ^ class*0x9e3779b9
	for _, c := range s {
		h = (h ^ uint32(c)) * fnvPrime
	}
	return h
}

// AppendFeatures appends the rows, of a table of so many, of a text form's features:
// its tokens (letter runs, digit runs, single punctuation marks), the 2-, 3- and
// 4-grams of its compact form with boundary marks ^ and $, and that form as a whole.
// Grams are bytes, so scripts beyond ASCII need no table. scratch is for the next call.
func AppendFeatures(dst []uint32, form []byte, rows int, scratch []byte) (features []uint32, _ []byte) {
	dst = appendTokens(dst, form, rows)
	marked := append(scratch[:0], '^')
	marked = append(AppendCompact(marked, form), '$')
	for n := 2; n <= 4; n++ {
		class := uint32(classGram2 + n - 2)
		for i := 0; i+n <= len(marked); i++ {
			dst = append(dst, row(hashBytes(class, marked[i:i+n]), rows))
		}
	}
	dst = append(dst, row(hashBytes(classWhole, marked), rows))
	if len(dst) > maxFeatures {
		dst = dst[:maxFeatures]
	}
	return dst, marked
}

// appendTokens appends the rows of the letter runs, digit runs and punctuation
// marks of form.
func appendTokens(dst []uint32, form []byte, rows int) []uint32 {
	start, class := 0, 0
	for i := 0; i <= len(form); {
		next, n := 0, 1
		if i < len(form) {
			next, n = tokenClass(form[i:])
		}
		if next != class || class == tokenPunct || i == len(form) {
			if i > start && class != tokenBlank {
				dst = append(dst, row(hashBytes(classToken, form[start:i]), rows))
			}
			start, class = i, next
		}
		i += n
	}
	return dst
}

const (
	tokenBlank = iota
	tokenLetters
	tokenDigits
	tokenPunct
)

func tokenClass(s []byte) (class, size int) {
	c := s[0]
	switch {
	case 'a' <= c && c <= 'z':
		return tokenLetters, 1
	case '0' <= c && c <= '9':
		return tokenDigits, 1
	case c == ' ':
		return tokenBlank, 1
	case c < utf8.RuneSelf:
		return tokenPunct, 1
	}
	r, n := utf8.DecodeRune(s)
	if form.IsWord(r) {
		return tokenLetters, n
	}
	return tokenPunct, n
}
