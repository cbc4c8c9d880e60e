package names

import (
	"unicode/utf8"
	"unsafe"
)

// Class is the kind of the characters in a run of a text form.
type Class uint8

// The classes of runs.
const (
	Blank Class = iota
	Letters
	Digits
	Mark // any other character; each is a run of its own
)

// classes has the class of each byte of ASCII text forms, and undecided for all other bytes.
var classes = func() (table [256]Class) {
	for c := range table {
		switch {
		case 'a' <= c && c <= 'z':
			table[c] = Letters
		case '0' <= c && c <= '9':
			table[c] = Digits
		case c == ' ':
			table[c] = Blank
		case c < utf8.RuneSelf:
			table[c] = Mark
		default:
			table[c] = undecided
		}
	}
	return table
}()

const undecided Class = 255

// NextRun returns the end and the class of the run that begins at form[start], start < len(form): letters, digits or blanks
// in a row, or one other character.
func NextRun(form []byte, start int) (end int, class Class) {
	class, n := classAt(form, start)
	end = start + n
	if class == Mark {
		return end, class
	}
	for end < len(form) {
		next, n := classAt(form, end)
		if next != class {
			break
		}
		end += n
	}
	return end, class
}

func classAt(form []byte, i int) (Class, int) {
	if c := classes[form[i]]; c != undecided {
		return c, 1
	}
	r, n := utf8.DecodeRune(form[i:])
	if isWord(r) {
		return Letters, n
	}
	return Mark, n
}

// The hash of words is 32-bit FNV-1a.
const hashStart, hashPrime = 2166136261, 16777619

// Hash identifies a word of a text form.
func Hash[T string | []byte](word T) uint32 {
	return HashOn(hashStart, word)
}

// HashOn returns the Hash of a text that goes on from one with hash h.
func HashOn[T string | []byte](h uint32, rest T) uint32 {
	for i := range len(rest) {
		h = (h ^ uint32(rest[i])) * hashPrime
	}
	return h
}

// nextHashed is NextRun and also returns the Hash of the run. It reads ASCII in one pass.
func nextHashed(form []byte, start int) (end int, class Class, hash uint32) {
	class, hash = classes[form[start]], hashStart
	for end = start; end < len(form); end++ {
		c := form[end]
		if next := classes[c]; next == undecided {
			end, class = NextRun(form, start)
			return end, class, Hash(form[start:end])
		} else if next != class || class == Mark && end > start {
			break
		}
		hash = (hash ^ uint32(c)) * hashPrime
	}
	return end, class, hash
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsVowel reports whether a letter of a text form is a vowel.
func IsVowel(c byte) bool {
	return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y'
}

// View returns b as a string without a copy. The string is valid until b changes.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
