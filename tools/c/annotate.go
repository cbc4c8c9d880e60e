package main

import (
	"cmp"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// span is a span in the JSON of normlet_annotate.
type span struct {
	Start        int      `json:"start"` // characters
	End          int      `json:"end"`
	Text         string   `json:"text"`
	Type         string   `json:"type"`
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	P            float64  `json:"p"`
	Negated      bool     `json:"negated"`
	Hypothetical bool     `json:"hypothetical"`
	OfOther      bool     `json:"of_other"`
	Past         bool     `json:"past"`
	Answers      []answer `json:"answers"`
}

// answer has the fields of an answer in a normlet_result, and its mention.
type answer struct {
	Mention    string   `json:"mention"`
	NIL        bool     `json:"nil"`
	Undecided  bool     `json:"undecided"`
	PNIL       float64  `json:"p_nil"`
	Matches    []match  `json:"matches"`
	Ambiguous  []string `json:"ambiguous"`
	Parent     string   `json:"parent"`
	ParentName string   `json:"parent_name"`
	ParentP    float64  `json:"parent_p"`
	Organism   string   `json:"organism"`
}

// match has the fields of a match in a normlet_result.
type match struct {
	ID        string  `json:"id"`
	Namespace string  `json:"namespace"`
	Name      string  `json:"name"`
	Matched   string  `json:"matched"`
	Kind      string  `json:"kind"`
	Stage     string  `json:"stage"`
	Distance  int     `json:"distance"`
	Score     float64 `json:"score"`
	P         float64 `json:"p"`
	Margin    float64 `json:"margin"`
	Same      string  `json:"same"`
	Broader   string  `json:"broader"`
	Exactly   float64 `json:"exactly"`
	Taxon     string  `json:"taxon"`
}

// annotated returns the spans of a text as JSON.
func annotated(a *annotate.Annotator, text string, o annotate.Options) ([]byte, error) {
	if err := checkNumbers(0, 0, o.MinP); err != nil {
		return nil, err
	}
	found, err := a.Annotate(text, o)
	if err != nil {
		return nil, err
	}
	out := make([]span, len(found)) // [] rather than null
	for i, at := range annotate.Places(text, found, nil) {
		s, said := &found[i], found[i].Assertion
		out[i] = span{at[0], at[1], text[s.Start:s.End], s.Type, strings.Join(s.IDs(), "|"), strings.Join(s.Names(), "|"), s.P,
			said.Negated, said.Hypothetical, said.OfOther, said.Past, nil}
		for k := range s.Answers {
			out[i].Answers = append(out[i].Answers, newAnswer(&s.Answers[k]))
		}
	}
	return marshal(out)
}

func newAnswer(a *core.Answer) answer {
	parent := cmp.Or(a.Parent, &core.Match{})
	out := answer{a.Mention, a.NIL, a.Undecided(), a.PNIL, []match{}, append([]string{}, a.Ambiguous...), parent.ID, parent.Name, parent.P, a.Organism}
	for i := range a.Matches {
		m := &a.Matches[i]
		out.Matches = append(out.Matches, match{m.ID, m.Namespace, m.Name, m.Matched, m.Kind, m.Stage.String(), m.Distance, m.Score, m.P, m.Margin, strings.Join(m.Same, " "), m.Broader, m.Exactly(), m.Taxon})
	}
	return out
}
