package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slashed splits words at the slashes of words[i]: "BRCA1/2", "lamin A/C", "TNF/NF-kB", "breast/ovarian cancer". It returns
// a text for each part, to which the other words belong as well, or nil if the slashes separate no names.
func Slashed(words []string, i int) []string {
	parts := strings.Split(words[i], "/")
	for _, p := range parts {
		if p == "" || strings.ContainsAny(p, "()[]") {
			return nil
		}
	}
	stem, tail := SplitTail(parts[0])
	whole := false      // the parts are whole names rather than tails of the first
	alike := tail != "" // the parts are names that differ only in their tails: "E2/E3"
	for _, p := range parts[1:] {
		whole = whole || !SameTail(tail, strings.TrimLeft(p, "-"))
		s, t := SplitTail(p)
		alike = alike && s == stem && SameTail(tail, t)
	}
	switch {
	case !whole && stem == "" && i == 0:
		return nil // "1/2", "A/C"
	case whole && !alike && !wholeNames(parts, len(words) == 1 || i+1 < len(words)):
		return nil
	}
	out := make([]string, len(parts))
	for j, p := range parts {
		if !whole && j > 0 {
			p = stem + strings.TrimLeft(p, "-")
		}
		w := append(append([]string{}, words[:i]...), p)
		out[j] = strings.Join(append(w, words[i+1:]...), " ")
	}
	return out
}

// wholeNames reports whether parts may be names, or words that describe the same noun: each begins with a letter and has at
// least two characters. shareable says that no word before them can belong to the first part alone.
func wholeNames(parts []string, shareable bool) bool {
	if !shareable {
		return false // "Parkinson disease/dementia"
	}
	for _, p := range parts {
		if r, n := utf8.DecodeRuneInString(p); !unicode.IsLetter(r) || n == len(p) {
			return false
		}
	}
	return true
}

// SplitTail splits a word into a stem and a tail, which other items of a list may replace. A tail is a number, which may have a
// letter, as in "BRCA1"; a separate Greek or Latin letter, as in "p38α", "HLA-A" and "A"; or a Roman numeral. It is empty if
// the word has none.
func SplitTail(word string) (stem, tail string) {
	if at := tailStart(word); at >= 0 {
		return word[:at], word[at:]
	}
	return word, ""
}

func tailStart(word string) int {
	if class(word) != noTail {
		return 0
	}
	for _, sep := range []string{"-", "‐", "‑", "–"} {
		if i := strings.LastIndex(word, sep); i >= 0 && class(word[i+len(sep):]) != noTail {
			return i + len(sep)
		}
	}
	if at := len(strings.TrimRightFunc(word, unicode.IsDigit)); at < len(word) {
		if r, _ := utf8.DecodeLastRuneInString(word[:at]); unicode.IsLetter(r) {
			return at
		}
		return -1
	}
	if r, n := utf8.DecodeLastRuneInString(word); unicode.Is(unicode.Greek, r) {
		return len(word) - n
	}
	return -1
}

// tailClass is a kind of tail; only tails of the same kind can replace each other.
type tailClass uint8

const (
	noTail tailClass = iota
	numberTail
	letterTail
	greekTail
	romanTail
)

func class(s string) tailClass {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "":
		return noTail
	case unicode.IsDigit(r):
		if rest := strings.TrimLeftFunc(s, unicode.IsDigit); len(s) <= 4 && (rest == "" || len(rest) == 1 && HasLetter(rest)) {
			return numberTail
		}
		return noTail
	case unicode.Is(unicode.Greek, r):
		if n == len(s) {
			return greekTail
		}
		return noTail
	case IsRoman(s):
		return romanTail
	case n == len(s) && unicode.IsUpper(r):
		return letterTail
	case isGreekLetter(strings.ToLower(s)):
		return greekTail
	}
	return noTail
}

// SameTail reports whether b can replace the tail a. A Roman numeral of one character may be a letter.
func SameTail(a, b string) bool {
	x, y := class(a), class(b)
	return x != noTail && y != noTail && (x == y || isLetterTail(a, x) && isLetterTail(b, y))
}

func isLetterTail(s string, c tailClass) bool {
	return c == letterTail || c == romanTail && len(s) == 1
}

// HasLetter reports whether s has a letter of any script.
func HasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }
