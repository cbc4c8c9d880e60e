package rank

import "strings"

// acronym returns the first letters of a name of two to six words, or "".
func acronym(name string) string {
	if head, tail, ok := strings.Cut(name, ", "); ok && !strings.Contains(tail, ",") {
		name = tail + " " + head // "fibrillation, atrial"
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' })
	if len(words) < 2 || len(words) > 6 {
		return ""
	}
	var b strings.Builder
	for _, w := range words {
		switch w {
		case "of", "the", "and", "in", "with", "by", "for", "to", "due", "on", "or", "from":
			continue
		}
		if c := w[0] | 0x20; c < 'a' || c > 'z' {
			return ""
		}
		b.WriteByte(w[0])
	}
	return strings.ToUpper(b.String())
}
