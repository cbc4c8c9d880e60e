package annotate

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// Assertion is what a text says about an entity that it names: see the package comment.
type Assertion struct {
	Negated      bool // the text denies the entity: "no fever"
	Hypothetical bool // the text only considers it: "to rule out pneumonia"
	OfOther      bool // it concerns somebody else: "mother had diabetes"
	Past         bool // it is over, or may be: "h/o stroke"
}

// The scopes of triggers, in tokens.
const (
	scope   = 6  // from the trigger, or from the verb if the trigger is a subject
	subject = 12 // from a subject to its verb: "none of the patients with diabetes had"
	item    = 4  // from an item of a list to the next: "denies chills, stiffness of the neck, or fever"
	listed  = 99 // of a list
	heading = 5  // of a heading, with its colon: "past medical and surgical history:"
)

// triggers has the triggers of a pack in each language, by the Hash of their first word, the longest first.
type triggers [len(names.Speech{})]map[uint32][]trigger

type trigger struct {
	words    []uint32
	says, of string
}

func newTriggers(known []names.Trigger) *triggers {
	out := &triggers{}
	for _, k := range known {
		of := &out[k.Language]
		if *of == nil {
			*of = map[uint32][]trigger{}
		}
		t := trigger{says: k.Says, of: k.Of}
		for _, w := range k.Words {
			t.words = append(t.words, names.Hash(w))
		}
		(*of)[t.words[0]] = append((*of)[t.words[0]], t)
	}
	for _, of := range out {
		for _, first := range of {
			slices.SortStableFunc(first, func(a, b trigger) int { return cmp.Compare(len(b.words), len(a.words)) })
		}
	}
	return out
}

// triggerMatch is a place of a trigger in a text.
type triggerMatch struct {
	*trigger
	from, to int // tokens [from, to)
}

// said is a text with its triggers and spans.
type said struct {
	*work
	spans []Span
	found []triggerMatch
	over  []*triggerMatch // by token, nil for none
	note  bool            // the text has two different headings or words of notes that no other texts have
	ends  []bool          // tokens that end the scope of triggers: ends of sentences, semicolons, and words such as "but"
}

// newSaid returns a text with its triggers.
func newSaid(w *work, all *triggers) *said {
	s := &said{work: w, found: all.in(&w.Work), over: make([]*triggerMatch, len(w.Tokens)), ends: make([]bool, len(w.Tokens))}
	for i := range s.Tokens {
		switch s.char(i) {
		case '\n', ';', ':', '?', '!':
			s.ends[i] = true
		case '.':
			s.ends[i] = s.EndsSentence(i)
		}
	}
	for k := range s.found {
		t := &s.found[k]
		for i := t.from; i < t.to; i++ {
			s.over[i] = t
		}
		if t.says == "end" && t.of == "both" {
			s.ends[t.from] = true
		}
	}
	marks := map[*trigger]bool{}
	for k := range s.found {
		if t := &s.found[k]; s.heads(t) || t.says == "nothing" && t.of == "both" {
			marks[t.trigger] = true
		}
	}
	s.note = len(marks) >= 2
	return s
}

// isEntity reports whether a span may be one: no word of notes, no heading, and no part of a trigger, or beyond one of its
// ends. What the text defines as an abbreviation may.
func (s *said) isEntity(x *Span) bool {
	from, to, _ := s.Between(x.Start, x.End)
	for to > from+1 && (s.Tokens[to-1].Class == names.Digits || s.char(to-1) == '#') { // HR 80
		to--
	}
	for _, t := range s.over[from:to] {
		if t == nil || t.from >= from && t.to <= to && (t.from > from || t.to < to || !s.heads(t) && !s.isNothing(t)) {
			continue
		}
		short := s.Source[x.Start:x.End]
		return slices.ContainsFunc(s.defined, func(d abbreviation.Definition) bool { return d.Short == short })
	}
	return true
}

// isNothing reports whether a trigger is a word that is no entity: of notes, or of this text if it is a note.
func (s *said) isNothing(t *triggerMatch) bool {
	return t.says == "nothing" && (t.of == "both" || t.of == "note" && s.note)
}

// trim takes a word that denies off the front of candidates: "denies fever". NO is no such word.
func (s *said) trim() {
	for i := range s.candidates {
		c := &s.candidates[i]
		t := s.at(c.from)
		if t != nil && t.of == "after" && t.says == "negated" && len(t.words) == 1 && t.to < c.to && s.Source[s.Tokens[c.from].End-1] >= 'a' {
			c.from = t.to
		}
	}
}

// assert fills in the assertions of spans, which are in the order of the text.
func (s *said) assert(spans []Span) {
	if len(spans) == 0 {
		return
	}
	s.spans = spans
	for i := range s.found {
		t := &s.found[i]
		mark, isLabel := s.label(t)
		switch {
		case s.heads(t):
			s.markSection(t)
		case isLabel:
			s.reach(t, mark-1, -1)
		case t.of == "after" || t.of == "near":
			s.reach(t, t.to, 1)
		case t.of == "before" || t.of == "beside" || t.of == "last" && s.closes(t) && s.char(mark) != '-':
			s.reach(t, t.from-1, -1)
		case t.of == "subject":
			if verb := s.verb(i); verb != nil {
				s.reach(t, verb.to, 1)
			}
		}
	}
}

// in returns the triggers of a text in the language that most of its words are of, English if there are several: none if the
// pack has none in that.
func (all *triggers) in(w *tag.Work) (out []triggerMatch) {
	var words names.Speech
	for i := range w.Tokens {
		words.Hear(w.Hash(i))
	}
	most := -1
	for language, of := range all {
		found := triggersIn(w, of)
		for _, t := range found {
			for i := t.from; i < t.to && t.says != "and"; i++ {
				if !names.IsCommon(w.Hash(i), language) {
					words[language]++
				}
			}
		}
		if words[language] > most {
			out, most = found, words[language]
		}
	}
	return out
}

func triggersIn(w *tag.Work, of map[uint32][]trigger) (out []triggerMatch) {
	for i := 0; i < len(w.Tokens) && len(of) > 0; i++ {
		for k := range of[w.Hash(i)] {
			t := &of[w.Hash(i)][k]
			if w.Spells(i, t.words) && !(i > 0 && w.Source[w.Tokens[i].Start] == '?' && w.Tokens[i-1].End == w.Tokens[i].Start && w.Tokens[i-1].Class != names.Mark) {
				out = append(out, triggerMatch{t, i, i + len(t.words)})
				i += len(t.words) - 1
				break
			}
		}
	}
	return out
}

// char returns the first byte of a token, or a line end around the text.
func (s *said) char(i int) byte {
	if i < 0 || i >= len(s.Tokens) {
		return '\n'
	}
	return s.Source[s.Tokens[i].Start]
}

// verb returns the first verb after the subject at a place of s.found, or nil if there is none near it in its clause.
func (s *said) verb(at int) *triggerMatch {
	t := &s.found[at]
	for i := range s.found[at+1:] {
		switch v := &s.found[at+1+i]; {
		case v.from-t.to > subject || slices.Contains(s.ends[t.to:v.from+1], true):
			return nil
		case v.says == "verb":
			return v
		}
	}
	return nil
}

// label returns the mark before a trigger that is all that a text says of what it names before: "Asthma: no", "fever - none".
func (s *said) label(t *triggerMatch) (mark int, ok bool) {
	mark = t.from - 1
	if t.of == "both" || t.of == "list" || t.of == "section" || !s.closes(t) {
		return mark, false
	}
	switch s.char(mark) {
	case ':', '?', '=', '(', '|':
		return mark, true
	case '-', "–"[0]:
		return mark, mark > 0 && s.Tokens[mark-1].End < s.Tokens[mark].Start
	}
	return mark, false
}

// closes reports whether a clause ends behind a trigger.
func (s *said) closes(t *triggerMatch) bool {
	return strings.ContainsRune("\n,.;?!()", rune(s.char(t.to)))
}

// heads reports whether a trigger is a heading, of a section or of a line.
func (s *said) heads(t *triggerMatch) bool {
	next, alone := s.char(t.to), t.of == "section" || len(t.words) > 1
	return (t.of == "after" || t.of == "section") && s.beginsClause(t.from) && (next == ':' || next == '\n' && alone)
}

// markSection marks the spans of the section whose heading a trigger is. If that begins behind the colon, its line or
// sentence is all of it; else it goes on to a blank line or another heading. Of allergies only reactions are past, which
// stand behind the name of what they were to, and a mark.
func (s *said) markSection(t *triggerMatch) {
	i := t.to + 1
	inline := s.char(t.to) == ':' && s.char(i) != '\n'
	named, marked := false, false
	for ; i < len(s.Tokens); i++ {
		before := s.Tokens[i-1]
		blank := s.char(i) == '\n' && i > t.to+1 && strings.Count(s.Source[before.End:s.Tokens[i].End], "\n") > 1
		if inline && s.ends[i] && before.Class != names.Digits || blank || s.beginsClause(i) && s.isHeading(i) {
			return
		}
		switch at, c := spanAt(s.spans, s.Tokens[i].Start), rune(s.char(i)); {
		case at >= 0 && (t.says != "reaction" || marked):
			s.mark(t, at)
		case at >= 0:
			named = true
		case strings.ContainsRune("\n;)]", c):
			named, marked = false, false
		default:
			marked = marked || named && strings.ContainsRune("([:-|", c)
		}
	}
}

// mark says of a span what a trigger says. What somebody takes now is not past, nor is what goes on a plan.
func (s *said) mark(t *triggerMatch, at int) {
	from, _, _ := s.Between(s.spans[at].Start, s.spans[at].End)
	isNow := from > 0 && s.over[from-1] != nil && s.over[from-1].says == "now"
	if !isNow || t.says != "past" && t.of != "section" {
		t.mark(&s.spans[at].Assertion)
	}
}

// beginsClause reports whether a token is the first of a line, of a sentence, or behind a heading.
func (s *said) beginsClause(i int) bool {
	c := s.char(i - 1)
	return c == '\n' || c == ';' || c == ':' || c == '.' && s.ends[i-1]
}

// isHeading reports whether a trigger that is a heading begins here, or a colon follows soon, and no entity before it.
func (s *said) isHeading(from int) bool {
	if t := s.at(from); t != nil && s.heads(t) {
		return true
	}
	for i := from; i < min(from+heading, len(s.Tokens)) && spanAt(s.spans, s.Tokens[i].Start) < 0; i++ {
		if s.char(i) == ':' || s.ends[i] {
			return i > from && s.char(i) == ':'
		}
	}
	return false
}

// reach marks the spans in the scope of a trigger, which begins at token i. Each span counts as one token, and a list goes on
// as long as there are items.
func (s *said) reach(t *triggerMatch, i, step int) {
	inside, comma := -1, false // span of the previous token; whether there was a comma
	for all, left := listed, scope; all > 0 && left > 0 && i >= 0 && i < len(s.ends) && !s.ends[i] && s.char(i) != '|'; i += step {
		all--
		at := spanAt(s.spans, s.Tokens[i].Start)
		if at >= 0 {
			s.mark(t, at)
		}
		if at < 0 || at != inside {
			left--
		}
		inside = at
		other := s.at(i)
		switch {
		case s.char(i) == ',' && (t.of == "near" || t.of == "beside"):
			return
		case step < 0 && comma && at < 0 && (s.Tokens[i].Class == names.Digits || s.char(i) == ')'): // another result
			return
		case s.char(i) == ',':
			comma, left = true, max(left, item)
		case other != nil && other.says == "and":
			left = max(left, item)
		case other != nil && comma && at < 0 && other.endsList(t):
			return
		}
	}
}

// at returns the trigger that begins at a token, or nil.
func (s *said) at(i int) *triggerMatch {
	if t := s.over[i]; t != nil && t.from == i {
		return t
	}
	return nil
}

// endsList reports whether a trigger behind a comma begins what a list before it is not about.
func (t *triggerMatch) endsList(of *triggerMatch) bool {
	return t.says == "verb" || t.says == "end" || (t.of == "after" || t.of == "near") && t.says != of.says
}

func (t *triggerMatch) mark(a *Assertion) {
	switch t.says {
	case "negated":
		a.Negated = true
	case "hypothetical":
		a.Hypothetical = true
	case "other":
		a.OfOther = true
	case "past", "reaction":
		a.Past = true
	}
}

// spanAt returns the index of the first span that has a byte, or -1.
func spanAt(spans []Span, at int) int {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return i
	}
	return -1
}
