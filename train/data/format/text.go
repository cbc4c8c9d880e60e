package format

import (
	"html"
	"strings"
)

// CleanName returns a name with character references such as &apos; replaced, and single blanks.
func CleanName(s string) string {
	if strings.IndexByte(s, '&') >= 0 && strings.IndexByte(s, ';') >= 0 {
		s = html.UnescapeString(s)
	}
	if !crooked(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// crooked reports whether s may have blanks that CleanName would change, which few names have.
func crooked(s string) bool {
	if s == "" {
		return false
	}
	blank := true // as before the first character
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80 || c < ' ' || c == ' ' && blank:
			return true
		default:
			blank = c == ' '
		}
	}
	return blank
}

// list returns the parts of a cell, without blanks around them and empty ones.
func list(cell, separator string) []string {
	if cell == "" {
		return nil
	}
	var out []string
	for part := range strings.SplitSeq(cell, separator) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
