package core

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/internal/core/score"
)

// LookupMany answers each query as LookupWith does, and returns the answers in their order. The context of a query replaces
// that of o, and so do its namespace, fields and organisms if it has any. It takes about three quarters of the time, because
// mentions of similar size share a scan of the codes.
func (n *Normalizer) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !n.engine.Enter() {
		return nil, ErrClosed
	}
	defer n.engine.Leave()
	return n.lookupMany(queries, o, nil)
}

// lookupMany answers queries. cache may be nil.
func (n *Normalizer) lookupMany(queries []Query, o Options, cache *LookupCache) ([]Answer, error) {
	r, err := n.request(&o)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(queries))
	b := n.engine.NewBatch()
	defer b.Close()
	b.Found = func(i int, w *engine.Work, cs []score.Candidate, r *engine.Request) {
		cache.keepCandidates(&queries[i], cs)
		answers[i] = n.choose(w, cs, queries[i].Mention, r, &o, cache)
	}
	order, forms := engine.InOrder(len(queries), func(i int) (namespace, mention string) { return queries[i].Namespace, queries[i].Mention })
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
		} else if cs, ok := cache.candidates(recalled[:0], q.Mention); ok {
			recalled = cs
			of := q.request(r)
			b.WithWork(func(w *engine.Work) { answers[i] = n.choose(w, cs, q.Mention, &of, &o, cache) })
		} else {
			b.Add(i, q.Mention, forms[i], q.request(r))
		}
	}
	b.Flush()
	return answers, nil
}

// request returns the request of all queries with the values that this query has of its own.
func (q *Query) request(of engine.Request) engine.Request {
	if of.Context = q.Context; q.Organisms != "" {
		of.Organisms = organism.Split(q.Organisms)
	}
	of.Fields = cmp.Or(q.Fields, of.Fields)
	return of
}

// LookupMany is like Normalizer.LookupMany, but does not seek near names for a mention that is a name, so that the candidates
// do not depend on the text. The namespaces of o do not count, and a query with a namespace is an error.
func (c *LookupCache) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !c.n.engine.Enter() {
		return nil, ErrClosed
	}
	defer c.n.engine.Leave()
	if i := slices.IndexFunc(queries, func(q Query) bool { return q.Namespace != "" }); i >= 0 {
		return nil, fmt.Errorf("core: a LookupCache has its namespaces, and query %d names %s", i, queries[i].Namespace)
	}
	o.Namespaces, o.Near, o.named = c.namespaces, false, true
	return c.n.lookupMany(queries, o, c)
}
