package format

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/pattern"
)

var oboFormat = &Format{
	Name: "obo", Title: "OBO",
	sniff: func(h *head) bool {
		return slices.ContainsFunc(h.lines, func(line string) bool { return line == "[Term]" || strings.HasPrefix(line, "format-version:") })
	},
	read: func(in *input) error { return (&oboReader{input: in}).readAll() },
}

// oboObsolete is the value of is_obsolete, or of a property that says the same.
var oboObsolete = pattern.Of(`(?i)^(\S*deprecated\s+"?)?(true|1)\b`)

// oboReader reads [Term] stanzas; of the others it reads nothing.
type oboReader struct {
	*input
	stanza string
	start  int // line of the stanza
}

func (r *oboReader) readAll() error {
	if err := r.eachLine(r.readLine); err != nil {
		return err
	}
	return r.finish()
}

func (r *oboReader) readLine(line string) error {
	line = strings.TrimSpace(line)
	switch {
	case line == "" || line[0] == '!':
		return nil
	case line[0] == '[':
		return r.begin(line)
	case r.stanza != "Term":
		return nil // the header, or a stanza of no interest
	}
	tag, value, ok := strings.Cut(line, ":")
	if !ok {
		return r.bad("no colon; a line of an OBO stanza is tag: value")
	}
	return r.tag(tag, strings.TrimSpace(value))
}

// begin ends the stanza before and begins the one of this header.
func (r *oboReader) begin(header string) error {
	if err := r.finish(); err != nil {
		return err
	}
	name, _, ok := strings.Cut(header[1:], "]")
	if !ok {
		r.stanza = ""
		return r.bad("the stanza header %.40q has no closing bracket", header)
	}
	r.stanza, r.start = name, r.line
	r.term.reset(r.line, "")
	return nil
}

// finish hands on the term of the stanza that ends.
func (r *oboReader) finish() error {
	if r.stanza != "Term" {
		return nil
	}
	r.stanza = ""
	if r.term.ID == "" {
		return r.sink.Bad(r.start, "a [Term] without an id")
	}
	return r.emit()
}

func (r *oboReader) tag(tag, value string) error {
	t := &r.term
	switch tag {
	case "id":
		first := cmp.Or(t.ID, firstWord(value))
		if t.ID = first; first != firstWord(value) { // what follows would be names of the first
			err := r.bad("a second id, %.40q, in the stanza of %.40q; is a line [Term] missing before it?", firstWord(value), first)
			return cmp.Or(err, r.finish())
		}
	case "name":
		r.name(unescapeOBO(withoutModifiers(value)), pack.KindPrimary, languageOBO(value), "")
	case "def":
		text, _, ok := quoted(value)
		if !ok {
			return r.bad("the definition has no closing quotation mark, or some inside without a backslash")
		}
		t.Definition = text
	case "synonym", "exact_synonym", "narrow_synonym", "broad_synonym", "related_synonym":
		return r.synonym(tag, value)
	case "alt_id":
		t.AltIDs = append(t.AltIDs, firstWord(value))
	case "xref":
		t.XRefs = append(t.XRefs, meshCURIE(firstWord(value)))
	case "is_a":
		t.link("is_a", firstWord(value))
	case "relationship":
		relation, target, _ := strings.Cut(value, " ")
		t.link(relation, firstWord(target))
	case "is_obsolete", "property_value":
		t.Obsolete = t.Obsolete || oboObsolete().MatchString(value)
	case "replaced_by":
		t.ReplacedBy = firstWord(value)
	}
	return nil
}

func (r *oboReader) synonym(tag, value string) error {
	text, rest, ok := quoted(value)
	if !ok {
		return r.bad("the synonym %.40q has no quotation marks around it, or some inside without a backslash", value)
	}
	rest, _, _ = strings.Cut(rest, "[")
	words := strings.Fields(rest)
	scope, kind := strings.ToUpper(strings.TrimSuffix(tag, "_synonym")), ""
	if len(words) > 0 && tag == "synonym" {
		scope, words = words[0], words[1:]
	}
	if len(words) > 0 {
		kind = words[0]
	}
	r.name(text, scopeKind(scope, kind), languageOBO(value), "")
	return nil
}

// oboLanguage is a modifier at the end of a value.
var oboLanguage = pattern.Of(`\{[^{}]*\blanguage="([^"]+)"[^{}]*\}[^"{}]*$`)

func languageOBO(value string) string {
	if strings.Contains(value, "language=") { // few have it
		if m := oboLanguage().FindStringSubmatch(value); m != nil {
			return m[1]
		}
	}
	return ""
}

// scopeKind returns the kind of a synonym by its scope, such as EXACT (none is RELATED), and
// type, such as ABBREVIATION.
func scopeKind(scope, synonymType string) pack.Kind {
	if scope != "EXACT" {
		return pack.KindRelated
	}
	if isAbbreviation(synonymType) {
		return pack.KindAlias
	}
	return pack.KindExact
}

// isAbbreviation knows the synonym types of the OBO metadata ontology, and older spellings.
func isAbbreviation(synonymType string) bool {
	s := strings.ToUpper(synonymType)
	return strings.HasSuffix(s, "0003000") || strings.HasSuffix(s, "0003012") ||
		strings.Contains(s, "ABBREV") || strings.Contains(s, "ACRONYM")
}

// meshCURIE returns a reference to MeSH with its usual prefix, and others as they are.
func meshCURIE(id string) string {
	if local, ok := strings.CutPrefix(id, "MSH:"); ok {
		return "MESH:" + local
	}
	return id
}

// firstWord returns a value that is an id, without comment and modifiers.
func firstWord(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		s = s[:i]
	}
	return unescapeOBO(s)
}

// withoutModifiers cuts {source="..."} off the end of a value.
func withoutModifiers(s string) string {
	if i := strings.LastIndex(s, " {"); i > 0 && strings.HasSuffix(s, "}") && strings.Contains(s[i:], "=") {
		return s[:i]
	}
	return s
}

// afterQuoted are what follows a quoted text: scope and type of a synonym, references, modifiers, a comment; first with
// the marks and brackets paired in the references.
var afterQuoted = []func() *regexp.Regexp{
	pattern.Of(`^(\s+[^\s"\[{!]+){0,2}\s*(\[([^\]"\\]|\\.|"([^"\\]|\\.)*")*\]\s*)?(\{[^{}]*\}\s*)?(!.*)?$`),
	pattern.Of(`^(\s+[^\s"\[{!]+){0,2}\s+\[.*\]\s*(\{.*\}\s*)?(!.*)?$`),
}

// quoted returns the text between the quotation marks at the beginning of s, and what follows. A text may have marks
// without a backslash, unless it stays open which one ends it.
func quoted(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '"' {
		return "", s, false
	}
	var marks []int
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			marks = append(marks, i)
		}
	}
	if len(marks) == 1 {
		return unescapeOBO(s[1:marks[0]]), s[marks[0]+1:], true
	}
	for _, follows := range afterQuoted {
		for _, end := range marks {
			if end+1 < len(s) && follows().MatchString(s[end+1:]) {
				return unescapeOBO(s[1:end]), s[end+1:], true
			}
		}
	}
	return "", s, false
}

// unescapeOBO replaces \W, \n and \t by what they are, and other escaped characters by
// themselves.
func unescapeOBO(s string) string {
	return replaceEscapes(s, func(b *strings.Builder, rest string) int {
		switch c := rest[0]; c {
		case 'W':
			b.WriteByte(' ')
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		default:
			b.WriteByte(c)
		}
		return 1
	})
}
