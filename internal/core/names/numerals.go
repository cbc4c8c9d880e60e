package names

import (
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/knowledge"
)

// People write numbers in Roman and in Arabic figures: collagen VII is COL7A1, type IIa is type 2A. A Roman numeral among the
// words of a name is read as a number, and a mention with a number is also looked up in the other figures. The single letters
// I, V and X are more often letters than numbers, and stay letters.

// romans has the Roman numerals in text form, by number.
var romans = [...]string{
	1: "i", 2: "ii", 3: "iii", 4: "iv", 5: "v", 6: "vi", 7: "vii", 8: "viii", 9: "ix", 10: "x",
	11: "xi", 12: "xii", 13: "xiii", 14: "xiv", 15: "xv", 16: "xvi", 17: "xvii", 18: "xviii", 19: "xix", 20: "xx",
}

// arabics maps Roman numerals of several letters to Arabic figures.
var arabics = func() map[string]string {
	m := map[string]string{}
	for i, r := range romans {
		if len(r) > 1 {
			m[r] = strconv.Itoa(i)
		}
	}
	return m
}()

// maxRoman is the length of the longest Roman numeral.
const maxRoman = 5

// IsRoman reports whether a word in capitals is a Roman numeral, up to XX.
func IsRoman(word string) bool {
	return word == strings.ToUpper(word) && slices.Contains(romans[1:], strings.ToLower(word))
}

// arabic returns the Arabic figures of a Roman numeral of several letters, and "" for anything else.
func arabic(word []byte) string {
	if len(word) < 2 || len(word) > maxRoman || !isRoman(word[0]) || !isRoman(word[1]) {
		return ""
	}
	return arabics[string(word)]
}

func isRoman(c byte) bool { return c == 'i' || c == 'v' || c == 'x' }

var unnumbered = knowledge.Words("unnumbered")

// numeral returns the number of letters of a Roman numeral at the start of a word, and its Arabic figures. The numeral has all
// letters of the word, or all but one (iia); size is 0 if there is none.
func numeral(word []byte) (size int, figures string) {
	if len(word) < 2 || !isRoman(word[0]) || !isRoman(word[1]) {
		return 0, ""
	}
	if figures = arabic(word); figures != "" {
		return len(word), figures
	}
	if size = len(word) - 1; size < 2 || word[size] < 'a' || word[size] > 'f' || slices.Contains(unnumbered, string(word)) {
		return 0, ""
	}
	if figures = arabic(word[:size]); figures == "" {
		return 0, ""
	}
	return size, figures
}

// AppendOtherFigures appends the compact form of t with Arabic figures instead of Roman ones. If t has no Roman figures, it
// replaces numbers that stand alone by Roman ones. It appends nothing if there are none of either.
func (t *Text) AppendOtherFigures(dst []byte) []byte {
	start := len(dst)
	for _, other := range [...]func(*Word) string{func(w *Word) string { return arabic(t.Of(w)) }, t.roman} {
		found := false
		dst = dst[:start]
		for i := range t.Words {
			w := &t.Words[i]
			if figures := other(w); figures != "" {
				dst, found = append(dst, figures...), true
			} else {
				dst = AppendCompact(dst, t.Of(w))
			}
		}
		if found {
			return dst
		}
	}
	return dst[:start]
}

// roman returns the Roman figures of a number that stands alone or before a single letter, else "".
func (t *Text) roman(w *Word) string {
	start, end := int(w.Start), int(w.Start+w.Size)
	if !w.Digit || start == 0 || inWord(t.Form[start-1]) {
		return ""
	}
	if rest := t.Form[end:]; len(rest) > 1 && inWord(rest[0]) && inWord(rest[1]) {
		return ""
	}
	if n, err := strconv.Atoi(string(t.Of(w))); err == nil && n < len(romans) {
		return romans[n]
	}
	return ""
}

// inWord reports whether a byte of a text form belongs to a word or to a character beyond ASCII.
func inWord(c byte) bool { return classes[c] != Blank && classes[c] != Mark }
