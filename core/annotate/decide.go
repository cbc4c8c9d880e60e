package annotate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// decide returns the probability that a name of the group means its entity in the text, or 0 if it does not, and sets the type
// of the span to that of the best match.
func (w *work) decide(c *candidate, s *Span, g *group, l *names.Lexicon) float64 {
	text := w.text(*c)
	inflects := w.Spoken != nil && w.inflects(s, text, l.Rewrites)
	if len(s.Answers) == 0 || s.Answers[0].NIL || w.Spoken != nil && !inflects && !s.Expanded {
		return 0
	}
	m := &s.Answers[0].Matches[0]
	if g.isRival(m.Namespace) || l.NamesNothing(strings.ToLower(text)) ||
		w.Ordinary(c.from, c.to) && !spelled(text, m.Matched) && !l.Rewrites.IsForm(text, m.Matched) && !inflects ||
		c.to > c.from+1 && strings.Count(text, " ") != strings.Count(m.Matched, " ") && w.HoldsOrdinary(c.from, c.to) {
		return 0 // "c in" is not CIN
	}
	if g.name == "" {
		s.Type = m.Namespace
	}
	p := 1 - s.Answers[0].PNIL
	if w.note && !w.HoldsOrdinary(c.from, c.to) {
		return max(entryP*p, tag.NameP(w.Traits(c.from, c.to, p)))
	}
	return tag.NameP(w.Traits(c.from, c.to, p))
}

// entryP is p of a name in a note if the look-up is certain: of 9 that models had not found, Plavix 75, 8 were right.
const entryP = 0.8

// inflects reports whether the text is a form of a matched name in a language of the pack, and makes the first such match the
// best one: look-ups know the forms of English words alone.
func (w *work) inflects(s *Span, text string, english *names.Rewrites) bool {
	if len(s.Answers) == 0 || len(s.Answers[0].Matches) == 0 {
		return false
	}
	a := &s.Answers[0]
	i := slices.IndexFunc(a.Matches, func(m core.Match) bool { return w.Spoken.IsForm(text, m.Matched) })
	if i < 0 {
		return english.IsForm(text, a.Matches[0].Matched)
	}
	a.Matches, a.NIL = slices.Concat(a.Matches[i:i+1], a.Matches[:i], a.Matches[i+1:]), false
	return true
}

// weigh returns the probability that the text means what a model has found.
func (w *work) weigh(c *candidate, s *Span) float64 {
	text := w.text(*c)
	l := tag.Looked{NIL: true, Defined: w.explained[text]}
	if len(s.Answers) > 0 && len(s.Answers[0].Matches) > 0 {
		m := &s.Answers[0].Matches[0]
		l.P, l.NIL, l.IsName = m.P, s.Answers[0].NIL, m.Stage.IsName()
	}
	return w.P(tag.Span{From: c.from, To: c.to, Model: int(c.group)}, l)
}

// misspelled reports whether an ordinary English word was taken for a symbol in capitals: "April" is not APRIL.
func (w *work) misspelled(c *candidate, s *Span) bool {
	if !w.Ordinary(c.from, c.to) || len(s.Answers) == 0 || len(s.Answers[0].Matches) == 0 {
		return false
	}
	m := &s.Answers[0].Matches[0]
	return m.Stage.IsName() && strings.ToUpper(m.Matched) == m.Matched
}

// isCode reports whether the pack lacks what looks like a symbol: notes are full of abbreviations that no table has, and of
// those that models took for entities, 24 of 25 were none. A few letters and a number apart are a result or a stage: K 3.9.
func (w *work) isCode(c *candidate, s *Span) bool {
	tokens := w.Tokens[c.from:c.to]
	isLetters := func(t tag.Token) bool { return t.Class == names.Letters }
	if result := len(tokens) > 1 && tokens[1].Class == names.Digits && tokens[0].End < tokens[1].Start; result && tokens[0].End-tokens[0].Start < longWord && !slices.ContainsFunc(tokens[1:], isLetters) {
		return true
	}
	return len(s.IDs()) == 0 && slices.ContainsFunc(tokens, func(t tag.Token) bool {
		text := w.Source[t.Start:t.End]
		return t.Class == names.Digits || isLetters(t) && strings.ToUpper(text) == text
	})
}

// spelled reports whether a word and a name are equal except for number and a first capital.
func spelled(word, name string) bool {
	word, name = uncapitalized(word), uncapitalized(name)
	return word == name || strings.TrimSuffix(word, "s") == strings.TrimSuffix(name, "s")
}

func uncapitalized(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}
