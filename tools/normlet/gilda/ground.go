package gilda

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// Ground answers queries each by itself. Abbreviations that the context of a query defines are written out.
func Ground(lookup document.Lookup, queries []core.Query, o core.Options) ([]core.Answer, error) {
	answers := make([]core.Answer, 0, len(queries))
	places := func(yield func(document.Place) bool) {
		for _, q := range queries {
			if !yield(document.Place{Text: q.Context, Namespace: q.Namespace, Mentions: []string{q.Mention}}) {
				return
			}
		}
	}
	for results, err := range document.New(lookup, document.Options{Options: o, Scope: document.Single}).Resolve(places) {
		if err != nil {
			return nil, err
		}
		answers = append(answers, results[0].Answer())
	}
	return answers, nil
}
