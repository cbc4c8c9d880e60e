// Package resolve looks mentions up as they stand in text: with the abbreviations
// that the text defines written out, and taken apart where they name several
// entities.
//
// A mention that is a name of the terminology is not taken apart. A long form takes
// the place of its abbreviation where it is a name, for that is what the text says,
// and else where it is the likelier of the two. A loose one, which a mention nearby
// happens to fit, does not where the mention is itself a name.
//
// A text speaks of few entities, each of them often, and by several names. So the
// answers for its mentions, known one by one, are looked at once more together: see
// Cohere, and Text, which does all of this.
package resolve

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
)

// Resolver looks mentions up. It is safe for concurrent use if Lookup is.
type Resolver struct {
	Lookup     func(core.Query) (core.Answer, error)
	Many       func([]core.Query) ([]core.Answer, error) // Lookup for each, faster; only for ResolveMany
	Composites bool                                      // take mentions apart
	MinP       float64                                   // as core.Options.MinP, which Lookup is to know, too; only for Text
	K          int                                       // matches of an answer of Text at most; 0: all
}

// New returns a Resolver that looks up in n with options, but for their Context. Its
// answers one by one have Depth matches at least.
func New(n *core.Normalizer, o core.Options) *Resolver {
	k := cmp.Or(o.K, core.DefaultK)
	o.K = max(k, Depth)
	return &Resolver{
		Lookup: func(q core.Query) (core.Answer, error) {
			o := o
			o.Context = q.Context
			return n.LookupWith(q.Mention, o)
		},
		Many: func(queries []core.Query) ([]core.Answer, error) { return n.LookupMany(queries, o) },
		MinP: o.MinP,
		K:    k,
	}
}

// Result is what a mention means.
type Result struct {
	Expanded bool          // it was looked up with an abbreviation written out
	Answers  []core.Answer // one for each entity that it names, so one at least
}

// Resolve looks a mention up, which stands where definitions hold. Its errors are
// those of Lookup.
func (r *Resolver) Resolve(q core.Query, definitions []mention.Definition) (Result, error) {
	whole, err := r.Lookup(q)
	if err != nil {
		return Result{}, err
	}
	return r.resolve(q, whole, nil, definitions)
}

// ResolveMany is Resolve for each mention, where its definitions hold. It needs Many.
func (r *Resolver) ResolveMany(queries []core.Query, definitions [][]mention.Definition) ([]Result, error) {
	wholes, err := r.Many(queries)
	if err != nil {
		return nil, err
	}
	out := make([]Result, len(queries))
	for i, q := range queries {
		if out[i], err = r.resolve(q, wholes[i], nil, definitions[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// resolve is Resolve for a mention whose own answer is known. Before the definitions
// come those of a glossary, none of which is loose.
func (r *Resolver) resolve(q core.Query, whole core.Answer, glossary *mention.Glossary, definitions []mention.Definition) (res Result, err error) {
	if isName(&whole) {
		definitions = slices.DeleteFunc(slices.Clone(definitions), func(d mention.Definition) bool { return d.Loose })
	}
	if long, ok := glossary.Expand(q.Mention, definitions...); ok {
		expanded, err := r.Lookup(core.Query{Mention: long, Context: q.Context})
		if err != nil {
			return res, err
		}
		if isName(&expanded) || likelihood(&expanded) >= likelihood(&whole) {
			q.Mention, whole, res.Expanded = long, expanded, true
		}
	}
	res.Answers = []core.Answer{whole}
	if !r.Composites || isName(&whole) {
		return res, nil
	}
	parts, err := r.parts(q, likelihood(&whole))
	if parts != nil {
		res.Answers = parts
	}
	return res, err
}

// parts returns the answers of the reading whose least likely part is the
// likeliest, if it is likelier than atLeast.
func (r *Resolver) parts(q core.Query, atLeast float64) (best []core.Answer, err error) {
	for _, reading := range mention.Readings(q.Mention) {
		least := 1.0
		answers := make([]core.Answer, len(reading))
		for i, part := range reading {
			if answers[i], err = r.Lookup(core.Query{Mention: part, Context: q.Context}); err != nil {
				return nil, err
			}
			least = min(least, likelihood(&answers[i]))
		}
		if least > atLeast {
			best, atLeast = answers, least
		}
	}
	return best, nil
}

// likelihood is the probability of the best match, 0 for NIL.
func likelihood(a *core.Answer) float64 {
	if a.NIL || len(a.Matches) == 0 {
		return 0
	}
	return a.Matches[0].P
}

// isName reports whether the mention is a name of the terminology.
func isName(a *core.Answer) bool {
	return !a.NIL && len(a.Matches) > 0 && a.Matches[0].Stage < core.StageHamming
}
