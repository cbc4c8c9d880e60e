package names

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxBytes is how many bytes of a text Form reads, so that a pasted page costs no more than a long name. Form cuts longer
// texts at a rune boundary.
const MaxBytes = 2048

// Form returns the text form of s, which features and comparisons use. It decomposes characters (NFKD), drops combining
// marks, makes letters small, spells Greek letters out, and writes every dash as '-' and every quote and prime as an
// apostrophe. White space, control characters and invalid bytes become single blanks, but none at either end. Only the first
// MaxBytes of s count. Form(Form(s)) == Form(s).
//
// Form works character by character and drops the marks that NFKD reorders. So the form of a concatenation is the
// concatenation of the forms, except for blanks and the limit.
func Form(s string) string { return string(AppendForm(nil, s)) }

// AppendForm appends the text form of s to dst. It does not allocate if s is ASCII and dst has room.
func AppendForm(dst []byte, s string) []byte {
	s = Cut(s, MaxBytes)
	start := len(dst)
	for full := false; s != "" && !full; {
		if dst, s = appendASCIIForm(dst, s, start); s != "" {
			dst, s, full = appendOtherForm(dst, s, start)
		}
	}
	return trimBlank(dst[:min(len(dst), start+MaxBytes)], start)
}

// asciiForm is the form of each byte of ASCII, 0 for any other byte.
var asciiForm = func() (table [256]byte) {
	for c := range byte(utf8.RuneSelf) {
		table[c] = byte(fold(rune(c)))
	}
	return table
}()

// appendASCIIForm appends the form of the ASCII with which s begins, and returns what follows. In dst a form begins at start.
func appendASCIIForm(dst []byte, s string, start int) ([]byte, string) {
	n := len(dst)
	dst = slices.Grow(dst, len(s))[:n+len(s)]
	for i := 0; i < len(s); i++ {
		c := asciiForm[s[i]]
		if c <= ' ' {
			if c == 0 {
				return dst[:n], s[i:]
			}
			if n == start || dst[n-1] == ' ' {
				continue // neither a leading nor a double blank
			}
		}
		dst[n] = c
		n++
	}
	return dst[:n], ""
}

// appendOtherForm is appendASCIIForm for other characters. NFKD moves no mark across ASCII. It reports whether the form has
// more than MaxBytes, because letters were spelled out: then it leaves out the last character and all that follows.
func appendOtherForm(dst []byte, s string, start int) (out []byte, rest string, full bool) {
	end := 0
	for end < len(s) && s[end] >= utf8.RuneSelf {
		end++
	}
	s, rest = strings.ReplaceAll(strings.ToValidUTF8(s[:end], " "), "´", "'"), s[end:] // NFKD would make a blank and an accent of it
	for _, r := range norm.NFKD.String(s) {
		if isAccent(r) {
			continue
		}
		r = fold(r)
		mark := len(dst)
		if g, ok := greek[r]; ok {
			dst = append(dst, g.name...)
		} else if r != ' ' || mark > start && dst[mark-1] != ' ' {
			dst = utf8.AppendRune(dst, r)
		}
		if len(dst) > start+MaxBytes {
			return dst[:mark], "", true
		}
	}
	return dst, rest, false
}

func trimBlank(dst []byte, start int) []byte {
	if n := len(dst); n > start && dst[n-1] == ' ' {
		return dst[:n-1]
	}
	return dst
}

// Source returns the part of s that became the bytes from from to before to of its form.
func Source(s string, from, to int) string {
	behind := func(n int) int { // the end of what became the first n bytes
		return sort.Search(len(s), func(i int) bool { return len(AppendForm(nil, Cut(s, i))) >= n })
	}
	first := behind(from + 1)
	_, size := utf8.DecodeLastRuneInString(s[:first])
	return s[first-size : behind(to)]
}

// fold maps one decomposed rune to its text form, and every separator to ' '.
func fold(r rune) rune {
	switch {
	case unicode.Is(unicode.Pd, r), r == '\u2212': // minus sign
		return '-'
	case r == '`', r == '\u2018', r == '\u2019', r == '\u201b', r == '\u2032', r == '\u02b9', r == '\u02bc':
		return '\''
	case unicode.IsSpace(r), unicode.IsControl(r), r == utf8.RuneError, unicode.Is(unicode.Cf, r):
		return ' '
	}
	return unicode.ToLower(r)
}

// isAccent reports whether Form drops r: a mark that combines with the character before it, or a spacing mark that NFKD can
// reorder. Once the former are gone, a second NFKD would move the latter, so that Form(Form(s)) would differ.
func isAccent(r rune) bool {
	return unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) && norm.NFKD.PropertiesString(string(r)).CCC() != 0
}

// Cut returns the longest prefix of s that has at most n bytes and ends at a rune boundary.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// AppendCompact appends the compact form, the letters and digits of a text form, to dst.
func AppendCompact(dst []byte, form []byte) []byte {
	n := len(dst)
	dst = slices.Grow(dst, len(form))[:n+len(form)]
	for i, c := range form {
		if c >= utf8.RuneSelf {
			return appendCompactRunes(dst[:n], form[i:])
		}
		dst[n] = c
		n += int(isAlnum[c])
	}
	return dst[:n]
}

// appendCompactRunes is AppendCompact for text beyond ASCII.
func appendCompactRunes(dst []byte, form []byte) []byte {
	for i := 0; i < len(form); {
		r, n := utf8.DecodeRune(form[i:])
		if r < utf8.RuneSelf && isAlnum[r] == 1 || r >= utf8.RuneSelf && isWord(r) {
			dst = append(dst, form[i:i+n]...)
		}
		i += n
	}
	return dst
}

// Key returns the compact form of a name. Names with the same key are the same when normalized. The rows of a pack are sorted
// by key.
func Key(name string) string { return string(AppendCompact(nil, AppendForm(nil, name))) }

// isAlnum is 1 for the letters and digits of ASCII text forms.
var isAlnum = func() (table [utf8.RuneSelf]byte) {
	for c := range table {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			table[c] = 1
		}
	}
	return table
}()

// isWord reports whether a rune beyond ASCII belongs to the compact form: a letter, a number or a spacing mark.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Mc, r)
}
