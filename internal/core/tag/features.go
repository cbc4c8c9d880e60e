package tag

import (
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// The kinds of features. Their numbers are part of what a fitted tagger means.
const (
	featBias = iota + 1
	featWord
	featShape
	featBegin
	featEnd
	featPart
	featGrade
	featBeside    // word at an offset
	featNearEnd   // ending of the word before or after
	featNearGrade // grade of the word before or after
	featPair      // word and the next
	featAround    // words before and after
	featBack      // the two words before
	featAhead     // the two words after
	featShapes
	featThree // shapes
	featShort // in parentheses of its own elsewhere in the text
	featName  // what is a name of the pack
	featTerms // register of the text
)

// feature mixes a kind and values to a hash.
func feature(kind uint32, values ...uint32) uint32 {
	h := kind * 0x9e3779b1
	for _, v := range values {
		h = (h ^ v) * 0x85ebca6b
		h ^= h >> 13
	}
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// tokenOffsets are where the words stand that say something about a token, itself first.
var tokenOffsets = [offsets]int{0, 1, -1, 2, -2}

const (
	offsets = 5
	itself  = 0
	after   = 1 // the place in tokenOffsets of the next word
	before  = 2 // that of the word before
	beside  = 2 // the last of the words right beside it
)

// Affixes of words.
const (
	maxAffix = 5
	partSize = 4
	maxParts = 12
)

// appendOf appends the features that a word gives a token at one of the offsets.
func (w *word) appendOf(dst []uint32, offset int) []uint32 {
	f := w.form
	if offset != itself {
		dst = append(dst, feature(featBeside, uint32(offset), w.hash))
		if offset <= beside {
			dst = append(dst, feature(featNearGrade, uint32(offset), w.grade))
			for k := 3; k <= 4 && k < len(f); k++ {
				dst = append(dst, feature(featNearEnd, uint32(offset), names.Hash(f[len(f)-k:])))
			}
		}
		return dst
	}
	dst = append(dst, feature(featBias), feature(featWord, w.hash), feature(featShape, w.shape), feature(featGrade, w.grade, w.shape))
	for k := 1; k <= maxAffix && k <= len(f); k++ {
		dst = append(dst, feature(featBegin, names.Hash(f[:k])), feature(featEnd, names.Hash(f[len(f)-k:])))
	}
	for k := 1; k+partSize < len(f) && k <= maxParts; k++ {
		dst = append(dst, feature(featPart, names.Hash(f[k:k+partSize])))
	}
	return dst
}

// none stands for a token before the first or after the last.
var none = newWord("")

func (t *Text) at(i int) *word {
	if i < 0 || i >= len(t.Tokens) {
		return &none
	}
	return t.of(i)
}

// appendContext appends the features of the words around a token together.
func (t *Text) appendContext(dst []uint32, i int) []uint32 {
	b2, b, w, a, a2 := t.at(i-2), t.at(i-1), t.at(i), t.at(i+1), t.at(i+2)
	return append(dst,
		feature(featPair, 0, b.hash, w.hash), feature(featPair, 1, w.hash, a.hash),
		feature(featAround, b.hash, a.hash), feature(featBack, b2.hash, b.hash), feature(featAhead, a.hash, a2.hash),
		feature(featShapes, 0, b.shape, w.shape), feature(featShapes, 1, w.shape, a.shape),
		feature(featThree, b.shape, w.shape, a.shape),
		feature(featTerms, 0, uint32(t.terms[i])), feature(featTerms, 1, uint32(t.terms[i]), w.hash))
}

// Flags of a token: whether it begins or continues a name, of how many tokens.
const (
	flagBegin  = 1
	flagInside = 2
	flagSize   = 2 // bits before the size
	maxFlagged = 8
)

// appendCounted appends the features that a word gives a token at one of the offsets by c, in how many names of a group it
// is.
func (w *word) appendCounted(dst []uint32, offset int, c uint32) []uint32 {
	switch tokenOffsets[offset] {
	case 0:
		return append(dst, feature(featName, 20, c), feature(featName, 21, c, w.grade), feature(featName, 23, c, w.shape))
	case -1:
		return append(dst, feature(featName, 25, c))
	case 1:
		return append(dst, feature(featName, 26, c))
	}
	return dst
}

// appendNamed appends the features of what is a name, but for those of appendCounted. flags is of all tokens; c is in how
// many names of a group the word before a token, its word and the next one are.
func (t *Text) appendNamed(dst []uint32, flags []uint8, i int, c [3]uint32) []uint32 {
	at := func(i int) uint32 {
		if i < 0 || i >= len(flags) {
			return 0
		}
		return uint32(flags[i])
	}
	const kind = 1<<flagSize - 1
	dst = append(dst, feature(featName, 22, c[0], c[1], c[2]), feature(featName, 24, c[1], at(i)&kind))
	if open, ok := t.short[t.Tokens[i].word]; ok {
		long := at(open-1) & kind
		dst = append(dst, feature(featShort, 0), feature(featShort, 1, long), feature(featShort, 2, t.at(open-1).hash), feature(featShort, 3, long, t.of(i).shape))
	}
	key, sized, back, ahead := at(i)&kind, at(i), at(i-1)&kind, at(i+1)&kind
	if key == 0 && back == 0 && ahead == 0 {
		return dst
	}
	w := t.of(i)
	dst = append(dst, feature(featName, 0, back, key, ahead))
	if key == 0 {
		return dst
	}
	return append(dst, feature(featName, 1, key), feature(featName, 2, sized), feature(featName, 3, key, w.shape), feature(featName, 4, key, w.hash),
		feature(featName, 5, key, t.at(i-1).hash), feature(featName, 6, key, t.at(i+1).hash), feature(featName, 7, sized, w.grade),
		feature(featName, 8, key, back, ahead, w.grade), feature(featTerms, 2, key, uint32(t.terms[i]), w.grade))
}

// appendFlags appends the flags of all tokens for the names of one group, of longest names first and left to right.
func appendFlags(dst []uint8, named []Name, tokens int, group uint8) []uint8 {
	start := len(dst)
	dst = append(dst, make([]uint8, tokens)...)
	flags := dst[start:]
	next := 0
	for i := 0; i < len(named); i++ {
		n := named[i]
		if n.Groups>>group&1 == 0 || n.From < next {
			continue
		}
		for k := i + 1; k < len(named) && named[k].From == n.From; k++ {
			if named[k].Groups>>group&1 != 0 {
				n = named[k]
			}
		}
		size := uint8(min(n.To-n.From, maxFlagged)) << flagSize
		flags[n.From] = flagBegin | size
		for k := n.From + 1; k < n.To; k++ {
			flags[k] = flagInside | size
		}
		next = n.To
	}
	return dst
}

// Flags returns the flags of all tokens for the names of a group.
func (k *Work) Flags(group uint8) []uint8 { return appendFlags(nil, k.Names, len(k.Tokens), group) }

// Features appends all features of a token, given the flags of all: what Find adds up.
func (t *Text) Features(dst []uint32, flags []uint8, i int, lex *Lexicon, group uint8) []uint32 {
	for o, far := range tokenOffsets {
		if j := i + far; j >= 0 && j < len(t.Tokens) {
			dst = t.of(j).appendOf(dst, o)
		}
	}
	c := func(i int) uint32 { return count(lex.counts(t.at(i).stem), int(group)) }
	around := [3]uint32{c(i - 1), c(i), c(i + 1)}
	dst = t.appendContext(dst, i)
	own, named := t.of(i).appendCounted(nil, itself, around[1]), t.appendNamed(nil, flags, i, around)
	// Training draws a number for each feature, so that their order is part of what a fitted tagger is.
	dst = append(dst, own[0], own[1], named[0], own[2], named[1])
	dst = t.at(i+1).appendCounted(t.at(i-1).appendCounted(dst, before, around[0]), after, around[2])
	return append(dst, named[2:]...)
}

// EndsSentence reports whether a token ends a sentence: a full stop, then a blank, then a capital or a digit.
func (t *Text) EndsSentence(i int) bool {
	if i+1 >= len(t.Tokens) {
		return true
	}
	end, next := t.Tokens[i], t.Tokens[i+1]
	r, _ := utf8.DecodeRuneInString(t.Source[next.Start:])
	return t.Source[end.Start] == '.' && next.Start > end.End && (unicode.IsUpper(r) || unicode.IsDigit(r))
}

// parts reports whether a token parts the entries of a list: the end of a line, or a dash or a bullet between blanks. No
// corpus has a mention across one.
func (t *Text) parts(i int) bool {
	if t.EndsLine(i) {
		return true
	}
	if i > 0 && !t.EndsLine(i-1) && t.Tokens[i-1].End == t.Tokens[i].Start || i+1 < len(t.Tokens) && t.Tokens[i].End == t.Tokens[i+1].Start {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t.Source[t.Tokens[i].Start:])
	return unicode.Is(unicode.Dash, r) || r == '•' || r == '·'
}
