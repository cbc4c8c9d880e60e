package core

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// LookupMany is LookupWith for each of many mentions, in their order. The context of each replaces
// that of o, and so does its namespace if it has one. The answers are those of LookupWith, in about
// three quarters of the time: mentions of about one size share a scan of the codes.
func (n *Normalizer) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !n.engine.Enter() {
		return nil, ErrClosed
	}
	defer n.engine.Leave()
	return n.lookupMany(queries, o, nil)
}

// lookupMany answers queries; cache is nil if nothing is remembered.
func (n *Normalizer) lookupMany(queries []Query, o Options, cache *LookupCache) ([]Answer, error) {
	r, err := n.request(&o)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(queries))
	b := n.engine.NewBatch()
	defer b.Close()
	b.Found = func(i int, s *engine.Lookup, cs []score.Candidate, r *engine.Request) {
		cache.keep(&queries[i], cs)
		answers[i] = n.choose(s, cs, queries[i].Mention, r, &o, cache)
	}
	order, forms := inOrder(queries)
	namespace, recalled := "", []score.Candidate(nil)
	for _, i := range order {
		q := &queries[i]
		if q.Namespace != namespace {
			b.Flush()
			namespace, o.Namespaces = q.Namespace, []string{q.Namespace}
			if r, err = n.request(&o); err != nil {
				return nil, err
			}
		}
		if a, ok := n.identified(q.Mention, &o); ok {
			answers[i] = a
		} else if cs, ok := cache.of(recalled[:0], q.Mention); ok {
			recalled = cs
			of := q.request(r)
			b.WithLookup(func(s *engine.Lookup) { answers[i] = n.choose(s, cs, q.Mention, &of, &o, cache) })
		} else {
			b.Add(i, q.Mention, forms[i], q.request(r))
		}
	}
	b.Flush()
	return answers, nil
}

// request returns that of all, with what the query has in its place.
func (q *Query) request(of engine.Request) engine.Request {
	if of.Context = q.Context; q.Organisms != "" {
		of.Organisms = strings.FieldsFunc(q.Organisms, organism.Between)
	}
	of.Fields = cmp.Or(q.Fields, of.Fields)
	return of
}

// inOrder returns the numbers of queries by namespace and then by size, and the text forms of all.
func inOrder(queries []Query) (order []int, forms [][]byte) {
	order, forms = make([]int, len(queries)), make([][]byte, len(queries))
	for i, q := range queries {
		forms[i], order[i] = names.AppendForm(nil, q.Mention), i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(queries[i].Namespace, queries[j].Namespace),
			cmp.Compare(search.SizeOf(len(forms[i])), search.SizeOf(len(forms[j]))))
	})
	return order, forms
}

// LookupMany is like Normalizer.LookupMany, but never seeks near names for a mention that is a name, so that the candidates do
// not depend on the text. Queries and options must not name namespaces.
func (c *LookupCache) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !c.n.engine.Enter() {
		return nil, ErrClosed
	}
	defer c.n.engine.Leave()
	o.Namespaces, o.Near, o.named = c.namespaces, false, true
	return c.n.lookupMany(queries, o, c)
}
