package resolve

import (
	"iter"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
)

// Text looks the mentions of a text up, given in their order, in the light of each
// other: with the abbreviations that the text defines, or mentions nearby explain,
// written out (Resolve), and their answers together (Cohere). The text may be empty
// where nothing but its mentions is known. There is a result for each mention, without
// answers for a blank one. Lookup has to return Depth matches or more. Its errors are
// those of Lookup.
func (r *Resolver) Text(text string, mentions []string) ([]Result, error) {
	out := make([]Result, len(mentions))
	places := make([]Place, len(mentions))
	defined := mention.NewGlossary(mention.Abbreviations(text))
	for i, m := range mentions {
		if strings.TrimSpace(m) == "" {
			continue
		}
		var explained []mention.Definition
		if d, ok := mention.Neighbours(m, around(mentions, i)); ok {
			explained = append(explained, d)
		}
		q := core.Query{Mention: m, Context: text}
		whole, err := r.Lookup(q)
		if err != nil {
			return nil, err
		}
		if out[i], err = r.resolve(q, whole, defined, explained); err != nil {
			return nil, err
		}
		places[i].Answers = out[i].Answers
	}
	for i := range out {
		out[i].Answers = Cohere(places, i, r.MinP)
		for j := range out[i].Answers {
			if a := &out[i].Answers[j]; r.K > 0 {
				a.Matches = a.Matches[:min(len(a.Matches), r.K)]
			}
		}
	}
	return out, nil
}

// around returns the mentions around mention i.
func around(mentions []string, i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := range mention.Nearby(i, len(mentions)) {
			if !yield(mentions[at]) {
				return
			}
		}
	}
}
