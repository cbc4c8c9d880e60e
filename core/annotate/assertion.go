package annotate

import (
	"cmp"
	"slices"
	"sort"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// Assertion is what a text says about an entity that it names: see the package comment.
type Assertion struct {
	Negated      bool // the text denies the entity: "no fever"
	Hypothetical bool // the text only considers it: "to rule out pneumonia"
	OfOther      bool // it concerns somebody else: "mother had diabetes"
}

// The scopes of triggers, in tokens.
const (
	scope   = 6  // from the trigger, or from the verb if the trigger is a subject
	subject = 12 // from a subject to its verb: "none of the patients with diabetes had"
)

// triggers has the triggers of a pack by the Hash of their first word, the longest first.
type triggers map[uint32][]trigger

type trigger struct {
	words    []uint32
	says, of string
}

func newTriggers(known []names.Trigger) triggers {
	out := triggers{}
	for _, k := range known {
		t := trigger{says: k.Says, of: k.Of}
		for _, w := range k.Words {
			t.words = append(t.words, names.Hash(w))
		}
		out[t.words[0]] = append(out[t.words[0]], t)
	}
	for _, of := range out {
		slices.SortStableFunc(of, func(a, b trigger) int { return cmp.Compare(len(b.words), len(a.words)) })
	}
	return out
}

// triggerMatch is a place of a trigger in a text.
type triggerMatch struct {
	*trigger
	from, to int // tokens [from, to)
}

// assert fills in the assertions of spans, which are in the order of the text.
func (all triggers) assert(w *tag.Work, spans []Span) {
	if len(spans) == 0 || len(all) == 0 {
		return
	}
	found := all.in(w)
	ends := barriers(w, found)
	for i := range found {
		switch t := &found[i]; t.of {
		case "after":
			t.reach(w, spans, ends, t.to, 1)
		case "before":
			t.reach(w, spans, ends, t.from-1, -1)
		case "subject":
			if verb := t.verb(found[i+1:], ends); verb != nil {
				t.reach(w, spans, ends, verb.to, 1)
			}
		}
	}
}

// in returns the triggers of a text.
func (all triggers) in(w *tag.Work) (out []triggerMatch) {
	for i := 0; i < len(w.Tokens); i++ {
		for k := range all[w.Hash(i)] {
			t := &all[w.Hash(i)][k]
			if w.Spells(i, t.words) {
				out = append(out, triggerMatch{t, i, i + len(t.words)})
				i += len(t.words) - 1
				break
			}
		}
	}
	return out
}

// barriers says which tokens end the scope of triggers: ends of sentences, semicolons, and words such as "but".
func barriers(w *tag.Work, found []triggerMatch) []bool {
	out := make([]bool, len(w.Tokens))
	for i, t := range w.Tokens {
		switch w.Source[t.Start] {
		case ';', ':', '?', '!':
			out[i] = true
		case '.':
			out[i] = w.EndsSentence(i)
		}
	}
	for _, t := range found {
		if t.says == "end" {
			out[t.from] = true
		}
	}
	return out
}

// verb returns the first verb among the triggers after a subject, or nil if there is none near it in its clause.
func (t *triggerMatch) verb(next []triggerMatch, ends []bool) *triggerMatch {
	for i := range next {
		switch v := &next[i]; {
		case v.from-t.to > subject || slices.Contains(ends[t.to:v.from+1], true):
			return nil
		case v.says == "verb":
			return v
		}
	}
	return nil
}

// reach marks the spans in the scope of a trigger, which begins at token i. Each span counts as one token.
func (t *triggerMatch) reach(w *tag.Work, spans []Span, ends []bool, i, step int) {
	inside := -1 // span of the previous token
	for left := scope; left > 0 && i >= 0 && i < len(ends) && !ends[i]; i += step {
		at := spanAt(spans, w.Tokens[i].Start)
		if at >= 0 {
			t.mark(&spans[at].Assertion)
		}
		if at < 0 || at != inside {
			left--
		}
		inside = at
	}
}

func (t *triggerMatch) mark(a *Assertion) {
	switch t.says {
	case "negated":
		a.Negated = true
	case "hypothetical":
		a.Hypothetical = true
	case "other":
		a.OfOther = true
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
