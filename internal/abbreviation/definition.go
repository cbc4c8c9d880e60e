package abbreviation

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Definition is an abbreviation with what it stands for in a text, and where both begin there, in bytes.
type Definition struct {
	Short, Long     string
	ShortAt, LongAt int
	Loose           bool // a mention nearby explains it, and few of its initials
}

// Definitions returns the abbreviations that a text defines, in their order: beside parentheses, as in "hepatocellular
// carcinoma (HCC)" (Schwartz and Hearst 2003), or without them.
func Definitions(text string) []Definition {
	out := stated(text)
	for _, a := range asides(text) {
		if d, ok := a.define(text); ok {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b Definition) int { return cmp.Compare(a.ShortAt, b.ShortAt) })
	return out
}

// aside is a parenthesis: where it opens, what it holds, and the first item of that.
type aside struct {
	open         int
	inner, first span
}

// asides returns the parentheses of a text that hold something.
func asides(text string) (out []aside) {
	for i := range len(text) {
		if text[i] != '(' && text[i] != '[' {
			continue
		}
		end := closing(text, i)
		if end < 0 {
			continue
		}
		inner := span{i + 1, end}.trim(text)
		first := inner
		if cut := strings.IndexAny(inner.of(text), ",;"); cut >= 0 {
			first.end = inner.start + cut // "(AT; also A-T)"
		}
		if first = bare(text, first.trim(text)); first.start < first.end {
			out = append(out, aside{i, inner, first})
		}
	}
	return out
}

// closing returns where the parenthesis at open ends, -1 if it does not end within maxParenthesis or the line.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text) && i-open <= maxParenthesis; i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i
			}
		case '\n':
			return -1
		}
	}
	return -1
}

// define reads a parenthesis as a short form or, if it cannot be one, as a long form.
func (a aside) define(text string) (Definition, bool) {
	if short := a.first.of(text); isShort(short) {
		n := utf8.RuneCountInString(short)
		return match(text, a.first, lastWords(text, a.open, min(n+5, 2*n)))
	}
	if before := lastWords(text, a.open, 1); isShort(before.of(text)) {
		return match(text, before, a.inner)
	}
	return Definition{}, false
}

// span is a part of a text.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

func (s span) trim(text string) span {
	part := s.of(text)
	s.start += len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
	s.end = s.start + len(strings.TrimSpace(part))
	return s
}

// lastWords returns at most n words before end, in the same sentence.
func lastWords(text string, end, n int) span {
	first := max(0, end-maxLong)
	for first > 0 && first < end && !isBlank(text[first]) {
		first++ // the start of a word is out of sight
	}
	s := span{first, end}.trim(text)
	s.start = s.end
	for range n {
		word := s.start
		for word > first && isBlank(text[word-1]) && text[word-1] != '\n' {
			word--
		}
		if word < s.start && word > first && strings.IndexByte(".;:?!\n", text[word-1]) >= 0 {
			break // the sentence before
		}
		for word > first && !isBlank(text[word-1]) {
			word--
		}
		if word == s.start || text[word] == '(' && strings.IndexByte(text[word:s.start], ')') < 0 {
			break // the start of the text, or of a parenthesis around this one
		}
		s.start = word
	}
	return s.trim(text)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// isShort reports whether s can be a short form.
func isShort(s string) bool {
	n := utf8.RuneCountInString(s)
	if n < minShort || n > maxShort || countWords(s) > maxShortWords {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	return isAlnum(first) && strings.IndexFunc(s, unicode.IsLetter) >= 0
}

func countWords(s string) (n int) {
	for range strings.FieldsSeq(s) {
		n++
	}
	return n
}

// match looks for a long form of short in the span in.
func match(text string, short, in span) (Definition, bool) {
	s, region := short.of(text), in.of(text)
	start := longStart(s, region)
	if start < 0 {
		return Definition{}, false
	}
	long := strings.TrimRight(region[start:], " ,;:")
	if !fits(s, long) {
		return Definition{}, false
	}
	return Definition{Short: s, Long: long, ShortAt: short.start, LongAt: in.start + start}, true
}

// longStart returns where the long form of short that ends with region starts, -1 without one: the last words with its
// letters as initials, or else the shortest that has its letters.
func longStart(short, region string) int {
	if at := spelled(strings.TrimSuffix(short, "s"), region); at >= 0 {
		return at
	}
	found := letters(short, region)
	if len(found) == 0 {
		return -1
	}
	at := found[len(found)-1]
	for at > 0 && !isBlank(region[at-1]) { // "3,4-" of "3,4-methylenedioxyamphetamine" belongs to it
		at--
	}
	return at
}

// spelled returns where the last words of region start whose first letters are those of short, -1 if they are others.
func spelled(short, region string) int {
	at := len(region)
	for end := len(short); end > 0; {
		c, size := utf8.DecodeLastRuneInString(short[:end])
		end -= size
		var r rune
		for r = utf8.RuneError; !isAlnum(r) || !startsWord(region, at); {
			if at == 0 {
				return -1
			}
			var n int
			r, n = utf8.DecodeLastRuneInString(region[:at])
			at -= n
		}
		if unicode.ToLower(r) != unicode.ToLower(c) {
			return -1
		}
	}
	if at > 0 && !isBlank(region[at-1]) {
		return -1 // within a word
	}
	return at
}

// letters returns where in region the letters and digits of short stand, searched from the last to the first, which
// must start a word; nil if one is missing.
func letters(short, region string) []int {
	var out []int
	at := len(region)
	for end := len(short); end > 0; {
		c, size := utf8.DecodeLastRuneInString(short[:end])
		end -= size
		if !isAlnum(c) {
			continue
		}
		c = unicode.ToLower(c)
		for {
			if at == 0 {
				return nil
			}
			r, n := utf8.DecodeLastRuneInString(region[:at])
			at -= n
			if unicode.ToLower(r) == c && (end > 0 || startsWord(region, at)) {
				break
			}
		}
		out = append(out, at)
	}
	return out
}

// startsWord reports whether no letter or digit precedes position at.
func startsWord(s string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return !isAlnum(r)
}

// fits reports whether long can be a long form: longer than short, not holding it as a word, of at most the number of
// words that Schwartz and Hearst allow, and with its parentheses closed.
func fits(short, long string) bool {
	n := utf8.RuneCountInString(short)
	if utf8.RuneCountInString(long) <= n || countWords(long) > min(n+5, 2*n) {
		return false
	}
	if strings.Count(long, "(") != strings.Count(long, ")") || strings.Count(long, "[") != strings.Count(long, "]") {
		return false
	}
	_, found := replaceWord(long, short, "")
	return !found
}

func isAlnum(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r)) }
