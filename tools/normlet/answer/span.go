package answer

import "github.com/normlet/normlet/core/annotate"

// Span is an annotate.Span in JSON.
type Span struct {
	Start      int      `json:"start"` // characters
	End        int      `json:"end"`
	Text       string   `json:"text"`
	Type       string   `json:"type"`
	P          float64  `json:"p"`
	IDs        []string `json:"ids"`
	Answers    []Answer `json:"answers"`
	Assertions []string `json:"says,omitempty"` // negated, hypothetical, other, past
}

// NewSpans returns the JSON form of the spans of a text, their numbers rounded.
func NewSpans(text string, spans []annotate.Span) []Span {
	out := make([]Span, len(spans)) // [] rather than null
	for i, at := range annotate.Places(text, spans, nil) {
		s := &spans[i]
		out[i] = Span{at[0], at[1], text[s.Start:s.End], s.Type, Round(s.P), append([]string{}, s.IDs()...), nil, Assertions(s.Assertion)}
		for k := range s.Answers {
			out[i].Answers = append(out[i].Answers, New(&s.Answers[k]))
		}
	}
	return out
}

// Assertions returns what a text says of a span, as words.
func Assertions(a annotate.Assertion) (words []string) {
	for _, said := range []struct {
		is   bool
		word string
	}{{a.Negated, "negated"}, {a.Hypothetical, "hypothetical"}, {a.OfOther, "other"}, {a.Past, "past"}} {
		if said.is {
			words = append(words, said.word)
		}
	}
	return words
}
