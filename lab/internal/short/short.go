// Package short finds abbreviations in documents with marked mentions by their marks alone: it judges package
// abbreviation, and so has no code of it.
package short

import (
	"regexp"
	"strings"

	"github.com/normlet/normlet/train/data/document"
)

// Sense is the text of an abbreviation with the ids that the document gives it.
type Sense struct{ Text, ID string }

// Defined returns the abbreviations that stand in brackets right behind a mention of the same ids, with its number.
func Defined(d *document.Document) map[Sense]int {
	starts := map[int]int{}
	for i := range d.Annotations {
		starts[d.Annotations[i].Start] = i
	}
	out := map[Sense]int{}
	for long := range d.Annotations {
		l := &d.Annotations[long]
		end := opening.FindString(d.Text[l.End:])
		i, marked := starts[l.End+len(end)]
		if end == "" || !marked {
			continue
		}
		s := &d.Annotations[i]
		sense := Sense{s.Mention, s.ID}
		if _, known := out[sense]; !known && s.ID == l.ID && s.ID != "" && isWord(s.Mention) && len(s.Mention) < len(l.Mention) && closing.MatchString(d.Text[s.End:]) {
			out[sense] = long
		}
	}
	return out
}

// IsUndefined reports whether a mention is a word of capitals that the text has nowhere right behind or before brackets.
func IsUndefined(mention, text string) bool {
	if !isWord(mention) {
		return false
	}
	for rest := text; ; {
		at := strings.Index(rest, mention)
		if at < 0 {
			return true
		}
		before, after := strings.TrimRight(rest[:at], " "), strings.TrimLeft(rest[at+len(mention):], " s")
		if strings.HasSuffix(before, "(") || strings.HasSuffix(before, "[") || strings.HasPrefix(after, "(") || strings.HasPrefix(after, "[") {
			return false
		}
		rest = rest[at+len(mention):]
	}
}

var (
	opening = regexp.MustCompile(`^ ?[(\[]`)
	closing = regexp.MustCompile(`^[)\],;]`)
	word    = regexp.MustCompile(`^[A-Z0-9][A-Za-z0-9-]{0,7}[A-Z0-9]s?$`)
	capital = regexp.MustCompile(`[A-Z].*[A-Z]`)
)

// isWord reports whether a mention is a short word with capitals.
func isWord(mention string) bool { return word.MatchString(mention) && capital.MatchString(mention) }
