package annotate

import (
	"slices"
	"sort"
	"strings"

	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/names"
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
	scope    = 6  // from the trigger, or from the verb if the trigger is a subject
	subject  = 12 // from a subject to its verb: "none of the patients with diabetes had"
	item     = 4  // from an item of a list to the next: "denies chills, stiffness of the neck, or fever"
	listed   = 99 // of a list
	longWord = 4  // bytes of a word before a full stop that is no abbreviation
	heading  = 5  // of a heading, with its colon: "past medical and surgical history:"
)

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
			s.ends[i] = s.EndsSentence(i) || s.endsWord(i)
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
// ends. What the text defines as an abbreviation may, but for headings.
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
		return !s.heads(t) && slices.ContainsFunc(s.defined, func(d abbreviation.Definition) bool { return d.Short == short })
	}
	return true
}

// isNothing reports whether a trigger is a word that is no entity: of notes, or of this text if it is a note.
func (s *said) isNothing(t *triggerMatch) bool {
	return t.says == "nothing" && (t.of == "both" || t.of == "note" && s.note)
}

// trim takes a word that denies off the front of candidates: "denies fever", and what is behind a vs. NO is no such word.
func (s *said) trim() {
	for i := range s.candidates {
		c := &s.candidates[i]
		t := s.at(c.from)
		if t != nil && t.isBefore() && t.says == "negated" && len(t.words) == 1 && t.to < c.to && s.Source[s.Tokens[c.from].End-1] >= 'a' {
			c.from = t.to
		}
		for i := c.from + 1; i < c.to; i++ {
			if t := s.over[i]; t != nil && t.of == "around" {
				c.to = i
			}
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
			s.markSection(t, s.headingEnd(t))
		case isLabel:
			s.reach(t, mark-1, -1)
		case t.says == "reaction" && t.of == "after":
			s.markSection(t, t.to-1)
		case (t.of == "around" || t.of == "condition") && s.note:
			s.reach(t, t.from-1, -1)
			s.reach(t, t.to, 1)
		case t.of == "before" || t.of == "beside" || t.of == "note" && s.note || t.of == "either" && s.follows(t) || t.of != "subject" && s.isLast(t):
			s.reach(t, t.from-1, -1)
		case t.says == "other" && s.supposes(t.to): // mother worried about
		case t.of == "sign" && s.note && s.isSign(t):
			t.mark(&s.spans[spanAt(s.spans, s.Tokens[t.to].Start)].Assertion)
		case t.isBefore() || t.of == "ahead" && s.note || t.of == "either" && s.distance(t.to, 1) <= 1:
			s.reach(t, t.to, 1)
		case t.of == "subject":
			if verb := s.verb(i); verb != nil {
				s.reach(t, verb.to, 1)
			}
		}
	}
}

// endsWord reports whether a token is a full stop behind a word of English, and before a blank: a sentence may begin with p63.
func (s *said) endsWord(i int) bool {
	return i > 0 && i+1 < len(s.Tokens) && s.Tokens[i+1].Start > s.Tokens[i].End && s.Tokens[i-1].End-s.Tokens[i-1].Start >= longWord && s.Ordinary(i-1, i)
}

// follows reports whether the name that a trigger is about stands before it, in words but doses: "Amlodipine 5 mg stopped for".
// One behind it is right there: "stopped his amlodipine".
func (s *said) follows(t *triggerMatch) bool {
	before, after := s.distance(t.from-1, -1), s.distance(t.to, 1)
	return before < scope && (after > 1 || before <= after)
}

// distance returns how many words are between a token and the next span of its clause, no more than scope.
func (s *said) distance(i, step int) (words int) {
	for ; words < scope && i >= 0 && i < len(s.ends); i += step {
		switch dose := i > 0 && s.Tokens[i-1].Class == names.Digits; {
		case spanAt(s.spans, s.Tokens[i].Start) >= 0:
			return words
		case s.ends[i] || s.char(i) == ',':
			return scope
		case s.Tokens[i].Class == names.Letters && !dose:
			words++
		}
	}
	return scope
}

// isSign reports whether a trigger is a sign before an item of a list: "ROS: +cough, -fever".
func (s *said) isSign(t *triggerMatch) bool {
	before := s.char(t.from - 1)
	return (before == ',' || before == ':') && t.to < len(s.Tokens) && s.Tokens[t.from].End == s.Tokens[t.to].Start && spanAt(s.spans, s.Tokens[t.to].Start) >= 0
}

// isLast reports whether a trigger that may stand behind what it is about ends a clause: "syphilis negative", "PE unlikely."
func (s *said) isLast(t *triggerMatch) bool {
	return s.closes(t) && s.char(t.from-1) != '-' && (t.of == "last" || t.of == "either" || (t.isBefore() || t.of == "ahead" && s.note) && (t.says == "negated" || t.says == "hypothetical"))
}

// supposes reports whether what somebody supposes begins at a token.
func (s *said) supposes(i int) bool {
	if i >= len(s.over) {
		return false
	}
	t := s.at(i)
	return t != nil && t.says == "hypothetical" && t.of != "near"
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
	if slices.Contains([]string{"both", "list", "section", "sign", "around"}, t.of) || !s.closes(t) {
		return mark, false
	}
	switch s.char(mark) {
	case ':', '?', '=', '(', '|':
		return mark, true
	}
	return mark, mark > 0 && (s.char(mark) == '-' || s.char(mark) == "–"[0]) && s.Tokens[mark-1].End < s.Tokens[mark].Start
}

// closes reports whether a clause ends behind a trigger.
func (s *said) closes(t *triggerMatch) bool {
	return strings.ContainsRune("\n,.;?!()", rune(s.char(t.to)))
}

// heads reports whether a trigger is a heading, of a section or of a line.
func (s *said) heads(t *triggerMatch) bool { return s.headingEnd(t) >= 0 }

// headingEnd returns the token that ends the heading which a trigger begins, or -1: a colon, a dash between blanks or the end
// of the line. Words may stand before a colon: "Risks of the operation: bleeding".
func (s *said) headingEnd(t *triggerMatch) int {
	if !slices.Contains([]string{"after", "near", "section", "either"}, t.of) || !s.beginsClause(t.from) {
		return -1
	}
	switch c := s.char(t.to); {
	case c == ':', c == '\n' && (t.of != "after" || len(t.words) > 1), t.of == "section" && s.isDash(t.to):
		return t.to
	case t.of != "either" && (t.says == "hypothetical" || t.says == "other" || t.says == "past"):
		return s.colon(t.to)
	}
	return -1
}

// isDash reports whether a token is a dash between blanks.
func (s *said) isDash(i int) bool {
	dash := i > 0 && i+1 < len(s.Tokens) && (s.char(i) == '-' || s.char(i) == "–"[0])
	return dash && s.Tokens[i-1].End < s.Tokens[i].Start && s.Tokens[i].End < s.Tokens[i+1].Start
}

// colon returns the colon that follows soon and before any entity, or -1.
func (s *said) colon(from int) int {
	for i := from; i < min(from+heading, len(s.Tokens)) && spanAt(s.spans, s.Tokens[i].Start) < 0; i++ {
		if s.char(i) == ':' {
			return i
		}
		if s.ends[i] {
			break
		}
	}
	return -1
}

// markSection marks the spans of the section whose heading ends at a token. If that begins behind the colon, its line or
// sentence is all of it; else it goes on to a blank line or another heading. Of allergies only reactions are past, which
// stand behind the name of what they were to, and a mark.
func (s *said) markSection(t *triggerMatch, end int) {
	inline := s.char(end) != '\n' && s.char(end+1) != '\n'
	word, named, marked := false, false, false
	for i := end + 1; i < len(s.Tokens); i++ {
		before := s.Tokens[i-1]
		blank := s.char(i) == '\n' && i > end+1 && strings.Count(s.Source[before.End:s.Tokens[i].End], "\n") > 1
		ends := s.ends[i] && s.over[i] == nil && (s.char(i) != ':' || t.says != "reaction")
		if inline && ends && (s.char(i) != ';' || t.says == "hypothetical") && before.Class != names.Digits || blank || s.beginsClause(i) && s.isHeading(i) {
			return
		}
		switch at, c := spanAt(s.spans, s.Tokens[i].Start), rune(s.char(i)); {
		case at >= 0 && (t.says != "reaction" || marked && !s.isNext(at)):
			s.mark(t, at)
		case strings.ContainsRune("\n;)]", c):
			word, named, marked = false, false, false
		default:
			marked = marked || word && strings.ContainsRune("([-|", c) || named && c == ':'
			word, named = word || s.Tokens[i].Class == names.Letters, named || at >= 0
		}
	}
}

// isNext reports whether a span is the next item of a list of allergies: "penicillin - rash, codeine - nausea".
func (s *said) isNext(at int) bool {
	from, to, _ := s.Between(s.spans[at].Start, s.spans[at].End)
	return s.char(from-1) == ',' && (s.char(to) == '(' || s.isDash(to))
}

// mark says of a span what a trigger says. What somebody takes now is not past, nor is what goes on a plan.
func (s *said) mark(t *triggerMatch, at int) {
	from, _, _ := s.Between(s.spans[at].Start, s.spans[at].End)
	isNow := from > 0 && s.over[from-1] != nil && s.over[from-1].says == "now"
	if !isNow || t.of == "note" || t.says != "past" && t.of != "section" {
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
	t := s.at(from)
	return t != nil && s.heads(t) || s.colon(from) > from
}

// reach marks the spans in the scope of a trigger, which begins at token i. Each span counts as one token, and a list goes on
// as long as there are items. Before a trigger, an item is a name, or words that are none: "EGFR wild type, ALK negative".
func (s *said) reach(t *triggerMatch, i, step int) {
	inside, depth, comma, loose := -1, 0, false, false // span of the previous token; open brackets; whether there was a comma, and then a word
	own := spanAt(s.spans, s.Tokens[t.from].Start)     // childhood absence epilepsy
	short := step < 0 && (t.of == "either" || t.of == "condition" || t.of == "ahead" || t.of == "last" && t.says == "past") || t.of == "near" || t.of == "around" || t.of == "beside" || t.of == "note" || t.of == "noted" && s.note
	bracket := s.char(t.from-1) == '(' || s.char(t.from) == '(' // PE (3/2023)
	for all, left := listed, scope; all > 0 && left > 0 && i >= 0 && i < len(s.ends) && !s.ends[i] && s.char(i) != '|'; i += step {
		all--
		at := spanAt(s.spans, s.Tokens[i].Start)
		other, isComma := s.at(i), s.char(i) == ','
		isAnd := other != nil && other.says == "and"
		switch s.char(i) {
		case '(':
			depth += step
		case ')':
			depth -= step
		}
		number := comma && at < 0 && s.Tokens[i].Class == names.Digits
		dash := (short || s.note && t.says == "negated") && s.isDash(i) && i != t.from-1 && i != t.to
		switch {
		case step > 0 && depth < 0 && s.Tokens[i-1].End-s.Tokens[i-1].Start > 1, // behind the bracket that t is in: not a)
			dash, short && isComma && i != t.from-1,
			short && step < 0 && (other.bounds(t) || bracket && at < 0 && inside >= 0),
			t.of == "last" && isComma && i < t.from-1 && inside < 0,                                           // mild icterus, spleen not palpable
			step < 0 && (at >= 0 && loose || comma && at < 0 && (s.char(i) == ')' || other != nil && !isAnd)), // another result
			step > 0 && at >= 0 && at != inside && comma && s.hasOwn(at),                                      // no CNV, CMO resolved
			number && (step < 0 || s.char(i-1) == ','), at < 0 && comma && other != nil && other.endsList(t, s.char(i-1) == ','):
			return
		case at >= 0 && at != own:
			s.mark(t, at)
		}
		if (depth == 0 || !s.note) && (at < 0 || at != inside) {
			left--
		}
		inside = at
		loose = !isComma && !isAnd && (loose || comma && at < 0)
		switch {
		case isComma:
			comma, left = true, max(left, item)
		case isAnd:
			left = max(left, item)
			if next := s.at(min(i+1, len(s.over)-1)); step > 0 && t.says != "other" && next != nil && next.says == "verb" {
				return
			}
		}
	}
}

// hasOwn reports whether a trigger that is about it stands behind a span, or a result.
func (s *said) hasOwn(at int) bool {
	_, to, _ := s.Between(s.spans[at].Start, s.spans[at].End)
	if to >= len(s.over) {
		return false
	}
	t := s.at(to)
	return s.Tokens[to].Class == names.Digits || t != nil && (t.of == "before" || t.of == "beside" || t.of == "either" || t.of == "last")
}

// at returns the trigger that begins at a token, or nil.
func (s *said) at(i int) *triggerMatch {
	if t := s.over[i]; t != nil && t.from == i {
		return t
	}
	return nil
}

// spanAt returns the index of the first span that has a byte, or -1.
func spanAt(spans []Span, at int) int {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return i
	}
	return -1
}
