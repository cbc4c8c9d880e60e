package mapping

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// DefaultMinP is Config.MinP unless the user states another: an id is written if it is likelier right than not.
// docs/map.md says what other cut-offs cost.
const DefaultMinP = 0.5

// An answer with at least sureP that is not tied needs no second look. An entity with at least reviewP is worth one even
// if it is no answer. docs/map.md says how many of either are right.
const (
	sureP   = 0.9
	reviewP = 0.1
)

// The verdicts on a mention.
const (
	VerdictAccept = "accept" // an id that is sure
	VerdictReview = "review" // one that is not, or that others are tied with; or none though an entity may be meant
	VerdictNone   = "none"   // nothing that is worth a look
)

// cutOff is the p from which on the best entity is an answer: Config.MinP.
type cutOff float64

// found reports whether an answer is an entity that is likely enough.
func (c cutOff) found(a *core.Answer) bool { return isFound(a) && a.Matches[0].P >= float64(c) }

// below reports whether an answer is an entity, and only the cut-off says that it is none.
func (c cutOff) below(a *core.Answer) bool { return isFound(a) && !c.found(a) }

// isNIL reports whether a mention has no entity, in the way of Stats.
func (c cutOff) isNIL(r *document.Result) bool { return len(r.Answers) > 0 && !c.found(&r.Answers[0]) }

// applied returns an answer as it is shown: NIL if it is below the cut-off.
func (c cutOff) applied(a core.Answer) core.Answer {
	if c.below(&a) {
		a.NIL = true // Ambiguous stays: often that is why none is likely enough
	}
	return a
}

// verdict returns that on a result, of several parts the one that all of them allow; "" for a cell without text.
func (c cutOff) verdict(r *document.Result) string {
	if len(r.Answers) == 0 {
		if quantity(r.Mention) != "" {
			return VerdictNone
		}
		return ""
	}
	accept, none := true, true
	for i := range r.Answers {
		a := &r.Answers[i]
		found, p := c.found(a), 0.0
		if len(a.Matches) > 0 {
			p = a.Matches[0].P
		}
		accept = accept && found && p >= sureP && len(a.Ambiguous) == 0
		none = none && !found && p < reviewP
	}
	switch {
	case accept:
		return VerdictAccept
	case none:
		return VerdictNone
	}
	return VerdictReview
}

// loss returns the probability that a result is wrong, in one of its parts if it has several, and whether it is
// doubtful at all: of a mention that its verdict does not accept.
func (c cutOff) loss(r *document.Result) (p float64, doubtful bool) {
	for i := range r.Answers {
		a := &r.Answers[i]
		right := a.PNIL
		if c.found(a) {
			right = a.Matches[0].P
		}
		p = max(p, 1-right)
	}
	return p, len(r.Answers) > 0 && c.verdict(r) != VerdictAccept
}

// HasID reports whether a result has an entity that is likely enough, as Stats counts.
func (c *Config) HasID(r *document.Result) bool {
	return len(r.Answers) > 0 && !cutOff(c.MinP).isNIL(r)
}
