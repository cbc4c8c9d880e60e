package format

import (
	"html"
	"strings"
	"unicode"

	"github.com/normlet/normlet/internal/pattern"
)

// CleanName returns a name with character references such as &apos; replaced, and single blanks.
func CleanName(s string) string {
	s = Unescape(s)
	if !crooked(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// reference is a character reference, whose semicolon may be missing. Names of letters with an accent need nothing after
// them: embri&oacuteforo.
var reference = pattern.Of(`&(?:#\d+|#[xX][0-9a-fA-F]+|([A-Za-z](?:acute|circ|grave|uml|tilde|ring|cedil|slash|caron)|[AaOo][Ee]lig|szlig)|[A-Za-z][A-Za-z0-9]*);?`)

// openWord means a character without a semicolon, too, if no letter follows; the group, if none is before (volt&amp).
var openWord = pattern.Of(`^(?:(?i:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)|` +
	`nbsp|quot|apos|[lg]t|deg|reg|micro|plusmn|middot|trade|[nm]dash|[lr][sd]quo|prime|(amp|times))$`)

// Unescape replaces character references by what they are: &#233; &eacute; and, where nothing else can be meant, &eacute
// without a semicolon. Other ampersands stay, as in R&D.
func Unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	at := 0
	for _, m := range reference().FindAllStringSubmatchIndex(s, -1) {
		if text, ok := referred(s[m[0]:m[1]], s[:m[0]], m[2] >= 0); ok {
			b.WriteString(s[at:m[0]] + text)
			at = m[1]
		}
	}
	return b.String() + s[at:]
}

// referred returns the character that a reference after a text means, and whether it means one.
func referred(ref, before string, accented bool) (text string, ok bool) {
	name, closed := strings.CutSuffix(ref[1:], ";")
	text = html.UnescapeString("&" + name + ";")
	switch {
	case text == "&"+name+";":
		return "", false
	case closed || accented:
		return text, true
	case name[0] == '#':
		return text, text[0] >= ' ' && text != "\ufffd"
	}
	word := openWord().FindStringSubmatch(name)
	last := before[len(strings.TrimRightFunc(before, unicode.IsLetter)):]
	return text, word != nil && (last == "" || word[1] == "" && !openWord().MatchString(last))
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
