// Package protocol scores packs as three papers do, for figures to compare with theirs. What differs from the papers is
// in docs/accuracy.md.
package protocol

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/hits"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// The protocols: how queries are looked up, and which count.
const (
	biosyn = "biosyn" // abbreviations written out, composites taken apart: right if each part finds a gold entity
	BELB   = "belb"   // mentions as they stand; entities that share a name count by a Score
	unseen = "unseen" // abbreviations written out, each pair of mention and ids once, without the mentions that were seen
)

// Names are those of the protocols.
func Names() []string { return []string{biosyn, BELB, unseen} }

// Options says what to measure.
type Options struct {
	Protocol   string
	Namespaces []string     // only entities of these are looked for; none: all
	Score      string       // BELB: a Score
	Train      []data.Query // biosyn: mentions that are added to the names; unseen: mentions that are left out
}

// Result has the figures of a run.
type Result struct {
	Queries       int       `json:"queries"`
	Unique        int       `json:"unique"`         // pairs of mention and ids; biosyn: all queries
	WithoutEntity int       `json:"without_entity"` // queries whose ids are all absent from the pack
	Hits          eval.Hits `json:"hits"`
	HitsUnique    eval.Hits `json:"hits_unique"`
	ECE           *float64  `json:"ece,omitempty"`      // unseen
	Added         int       `json:"added,omitempty"`    // biosyn: names
	LeftOut       int       `json:"left_out,omitempty"` // unseen: queries
	Expanded      int       `json:"expanded,omitempty"` // unseen: queries whose abbreviation was written out
}

// Run measures the pack in file on queries.
func Run(ctx context.Context, file []byte, queries []data.Query, o Options) (*Result, error) {
	added := 0
	if o.Protocol == biosyn {
		var err error
		if file, added, err = addTraining(file, o.Train); err != nil {
			return nil, err
		}
	}
	n, err := core.OpenBytes(file, nil)
	if err != nil {
		return nil, err
	}
	lookup := core.Options{K: hits.Most, Namespaces: o.Namespaces, Near: true}
	switch o.Protocol {
	case biosyn:
		res, err := bioSyn(ctx, n, queries, lookup)
		if err == nil {
			res.Added = added
		}
		return res, err
	case BELB:
		return belb(ctx, n, queries, o.Score, lookup)
	}
	return unseenOnly(ctx, n, queries, o)
}

// bioSyn resolves the mentions of a document or sentence together.
func bioSyn(ctx context.Context, n *core.Normalizer, queries []data.Query, lookup core.Options) (*Result, error) {
	resolver := document.New(n.LookupMany, document.Options{Lookup: lookup, Scope: document.Abbreviations, Composites: true})
	t, ids := hits.NewTally(engine.Of(n).Contents()), engine.Of(n).Contents().IDs
	next := 0
	for results, err := range resolver.Resolve(places(queries)) {
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range results {
			q := &queries[next]
			if next++; len(q.Gold) > 0 {
				t.Add(q, next, func(right []int32) hits.Credits { return hits.Parts(found(ids, results[i].Answers), right) })
			}
		}
	}
	return resultOf(t.Result()), nil
}

func resultOf(r *eval.Result) *Result {
	return &Result{Queries: r.Queries, Unique: r.Unique, WithoutEntity: r.WithoutEntity, Hits: r.Hits, HitsUnique: r.HitsUnique, ECE: r.ECE}
}

func places(queries []data.Query) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		for i := range queries {
			q := &queries[i]
			if !yield(document.Place{Document: cmp.Or(q.Document, q.Sentence), Text: q.Sentence, Mentions: []string{q.Mention}}) {
				return
			}
		}
	}
}

// belb looks each mention up as it stands.
func belb(ctx context.Context, n *core.Normalizer, queries []data.Query, score string, lookup core.Options) (*Result, error) {
	queries = eval.Scored(queries)
	answers := make(map[string]core.Answer)
	for i := range queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		mention := queries[i].Mention
		if _, ok := answers[mention]; ok {
			continue
		}
		a, err := n.LookupWith(mention, lookup)
		if err != nil {
			return nil, err
		}
		answers[mention] = a
	}
	named := newHomonyms(engine.Of(n).Contents(), answers, lookup.Namespaces)
	t := hits.NewTally(engine.Of(n).Contents())
	for i := range queries {
		q := &queries[i]
		t.Add(q, 0, func(right []int32) hits.Credits { return drawn(score, named.places(answers[q.Mention]), right) })
	}
	return resultOf(t.Result()), nil
}

// unseenOnly is what normlet eval measures, of unseen mentions.
func unseenOnly(ctx context.Context, n *core.Normalizer, queries []data.Query, o Options) (*Result, error) {
	lookup := core.Options{K: 1, Namespaces: o.Namespaces, Near: true}
	queries, expanded, err := eval.WriteOut(queries, n.LookupMany, lookup)
	if err != nil {
		return nil, err
	}
	seen, _, err := eval.WriteOut(o.Train, n.LookupMany, lookup)
	if err != nil {
		return nil, err
	}
	left := withoutSeen(queries, seen)
	if len(left) == 0 {
		return nil, errors.New("all mentions were seen")
	}
	figures, err := eval.Run(ctx, n, left, nil, eval.Options{Namespaces: o.Namespaces}, nil)
	if err != nil {
		return nil, err
	}
	res := resultOf(figures)
	res.LeftOut, res.Expanded = len(queries)-len(left), expanded
	return res, nil
}

// withoutSeen returns the scored queries with mentions that seen lacks, in any case, and each of them with the same ids
// once.
func withoutSeen(queries, seen []data.Query) (out []data.Query) {
	known, taken := map[string]bool{}, map[string]bool{}
	for _, q := range seen {
		known[strings.ToLower(q.Mention)] = true
	}
	for _, q := range eval.Scored(queries) {
		mention := strings.ToLower(q.Mention)
		key := mention + "\t" + strings.Join(slices.Sorted(slices.Values(q.Gold)), "|")
		if !known[mention] && !taken[key] {
			taken[key] = true
			out = append(out, q)
		}
	}
	return out
}
