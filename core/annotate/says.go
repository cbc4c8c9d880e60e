package annotate

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
)

// Says returns a function that tells what a mention says about the entity that it names first, as Annotate would: "r/o stroke".
func Says(n *core.Normalizer) func(mention string) Assertion {
	all := newTriggers(engine.Of(n).Lexicon().Triggers)
	return func(mention string) Assertion {
		var w work
		w.Read(mention)
		s := newSaid(&w, all)
		s.assert(s.unsaid())
		if len(s.spans) == 0 {
			return Assertion{}
		}
		return s.spans[0].Assertion
	}
}

// unsaid returns the first part of a text that is no trigger, if there is any.
func (s *said) unsaid() (first []Span) {
	for i := 0; i < len(s.Tokens); i++ {
		t := s.at(i)
		switch tells := t != nil && t.of != "both" && t.of != "list"; {
		case tells && first != nil:
			return first
		case tells:
			i = t.to - 1
		case first != nil:
			first[0].End = s.Tokens[i].End
		case s.Tokens[i].Class != names.Mark:
			first = []Span{{Start: s.Tokens[i].Start, End: s.Tokens[i].End}}
		}
	}
	return first
}
