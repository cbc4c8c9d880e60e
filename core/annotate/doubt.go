package annotate

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
)

// leastShort is the least probability of capitals that the text does not explain. Less likely ones are no spans.
const leastShort = 0.3

// doubt lowers the probability of a span of capitals that the text does not explain, and with it that of its answer, to that
// of tag.ShortP: what stands for a disease where doctors write is a buffer, a strain or a kit in the methods of an article.
func (a *Annotator) doubt(w *work, s *Span) {
	text := w.Source[s.Start:s.End]
	if len(s.Answers) != 1 || s.Answers[0].NIL || s.Expanded || !isCapitals(text) || w.explained[text] {
		return
	}
	answer := &s.Answers[0]
	best := &answer.Matches[0]
	p := tag.ShortP(tag.ShortTraits(s.P, best.P, a.prior(best.ID), len(w.Source) > wholeText))
	if p < leastShort {
		s.P = 0
	} else if p < s.P {
		answer.Matches = slices.Clone(answer.Matches) // others may have them
		for i := range answer.Matches {
			answer.Matches[i].P *= p / s.P
			answer.Matches[i].Margin *= p / s.P
		}
		answer.PNIL = 1 - (1-answer.PNIL)*p/s.P
		s.P = p
	}
}

// prior returns how much people write about an entity, the middle where the pack does not know that.
func (a *Annotator) prior(id string) float64 {
	c := engine.Of(a.n).LoadedContents()
	if e, ok := c.IDs.Find(id); ok && engine.Of(a.n).Calibration.Weighted {
		return float64(c.Prior[e]) / 255
	}
	return 0.5
}

// maxCapitals is how many capitals an abbreviation has; longer ones are words.
const maxCapitals = 5

// isCapitals reports whether a text is an abbreviation of letters, or its plural.
func isCapitals(text string) bool {
	text = strings.TrimSuffix(text, "s")
	return len(text) >= 2 && len(text) <= maxCapitals && !strings.ContainsFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' })
}
