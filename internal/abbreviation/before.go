package abbreviation

import (
	"slices"
	"strings"
)

// Before returns what stands right before the first parenthesis of text that has nothing but an abbreviation in it: its
// last word, its last two words, and so on, the longest first. One of them may be a name of what is abbreviated, with
// other letters: "kala-azar (VL)".
func Before(text, short string) (names []string) {
	if !IsAbbreviation(short) {
		return nil
	}
	open := parenthesis(text, short)
	before := text[max(0, open-maxLong):open]
	words, name := strings.Fields(before[strings.LastIndexByte(before, '\n')+1:]), ""
	for _, word := range slices.Backward(words[max(0, len(words)-maxNameWords):]) {
		inside := strings.TrimLeft(word, "([")
		name = strings.TrimSpace(inside + " " + name)
		if names = append(names, name); inside != word {
			break // the start of a parenthesis around this one
		}
	}
	slices.Reverse(names)
	return names
}

// parenthesis returns where the first one begins that has nothing but a word in it, 0 without one.
func parenthesis(text, word string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return 0
		}
		before := strings.TrimRight(text[:from+at], " ")
		from += at + len(word)
		after := strings.TrimLeft(text[from:], " ")
		if strings.HasSuffix(before, "(") && strings.HasPrefix(after, ")") || strings.HasSuffix(before, "[") && strings.HasPrefix(after, "]") {
			return len(before) - 1
		}
	}
}
