package core

import (
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/encoder"
)

// Numbers are written in Roman and in Arabic figures: collagen VII is COL7A1, type
// IIa is type 2A. So a Roman numeral among the words of a name is the number that it
// is, and a mention with a number is looked up in the other figures, too. I, V and X
// alone are more often letters, and stay what they are.

// romans are the Roman numerals in text form, by number.
var romans = [...]string{
	1: "i", 2: "ii", 3: "iii", 4: "iv", 5: "v", 6: "vi", 7: "vii", 8: "viii", 9: "ix", 10: "x",
	11: "xi", 12: "xii", 13: "xiii", 14: "xiv", 15: "xv", 16: "xvi", 17: "xvii", 18: "xviii", 19: "xix", 20: "xx",
}

// arabics are the Arabic figures of those of several letters.
var arabics = func() map[string]string {
	m := map[string]string{}
	for i, r := range romans {
		if len(r) > 1 {
			m[r] = strconv.Itoa(i)
		}
	}
	return m
}()

// maxRoman is the length of the longest.
const maxRoman = 5

// arabic returns the Arabic figures of a Roman numeral of several letters, "" of
// anything else.
func arabic(word []byte) string {
	if len(word) < 2 || len(word) > maxRoman || !isRoman(word[0]) || !isRoman(word[1]) {
		return ""
	}
	return arabics[string(word)]
}

func isRoman(c byte) bool { return c == 'i' || c == 'v' || c == 'x' }

// numeral returns how many letters at the start of a word are a Roman numeral, all
// of them or all but one (iia), and its Arabic figures; 0 if they are none.
func numeral(word []byte) (size int, figures string) {
	if figures = arabic(word); figures != "" {
		return len(word), figures
	}
	if size = len(word) - 1; size < 2 || word[size] < 'a' || word[size] > 'f' || string(word) == "via" {
		return 0, ""
	}
	if figures = arabic(word[:size]); figures == "" {
		return 0, ""
	}
	return size, figures
}

// appendOtherFigures appends the compact form of t with Arabic figures in place of
// Roman ones or, if there are none, with Roman ones for numbers that stand apart.
func (t *text) appendOtherFigures(dst []byte) []byte {
	start := len(dst)
	dst = t.appendFigures(dst, (*text).arabicOf)
	if string(dst[start:]) == string(t.compact) {
		dst = t.appendFigures(dst[:start], (*text).romanOf)
	}
	if string(dst[start:]) == string(t.compact) {
		return dst[:start]
	}
	return dst
}

// appendFigures appends t's compact form with the words that number knows as it has
// them.
func (t *text) appendFigures(dst []byte, number func(*text, *token) string) []byte {
	for i := range t.tokens {
		w := &t.tokens[i]
		if other := number(t, w); other != "" {
			dst = append(dst, other...)
		} else {
			dst = encoder.AppendCompact(dst, t.form[w.start:w.start+w.size])
		}
	}
	return dst
}

func (t *text) arabicOf(w *token) string { return arabic(t.form[w.start : w.start+w.size]) }

// romanOf returns the Roman figures of a number that stands apart, but for a letter
// after it.
func (t *text) romanOf(w *token) string {
	start, end := int(w.start), int(w.start+w.size)
	if !w.digit || start == 0 || runClass[t.form[start-1]] != 0 {
		return ""
	}
	if rest := t.form[end:]; len(rest) > 0 && runClass[rest[0]] != 0 && len(rest) > 1 && runClass[rest[1]] != 0 {
		return ""
	}
	if n, err := strconv.Atoi(string(t.form[start:end])); err == nil && n < len(romans) {
		return romans[n]
	}
	return ""
}

// lastFigures returns a word that ends in a Roman numeral, written in capitals in the
// mention, with Arabic figures: col7 for the colvii of COLVII.
func lastFigures(mention, word string) (string, bool) {
	mention = mention[:min(len(mention), encoder.MaxTextBytes)] // of which word is
	for n := min(maxRoman, len(word)-2); n > 1; n-- {
		stem, last := word[:len(word)-n], word[len(word)-n:]
		if figures := arabic([]byte(last)); figures != "" && strings.Contains(mention, strings.ToUpper(last)) {
			return stem + figures, true
		}
	}
	return "", false
}
