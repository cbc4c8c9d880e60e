package core

import (
	"cmp"

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
	return n.lookupMany(queries, o)
}

// lookupMany is LookupMany for those who entered.
func (n *Normalizer) lookupMany(queries []Query, o Options) ([]Answer, error) {
	r, err := n.request(&o)
	if err != nil {
		return nil, err
	}
	return n.chooseMany(queries, o, r, nil)
}

// chooser answers the query of a number from the candidates that the engine found.
type chooser func(number int, w *engine.Work, cs []score.Candidate, r *engine.Request, o *Options) Answer

// chooseMany answers queries by choose; nil is that of the Normalizer. r is the request of o.
func (n *Normalizer) chooseMany(queries []Query, o Options, r engine.Request, choose chooser) ([]Answer, error) {
	answers := make([]Answer, len(queries))
	b := n.engine.NewBatch()
	defer b.Close()
	b.Found = func(i int, w *engine.Work, cs []score.Candidate, r *engine.Request) {
		if choose != nil {
			answers[i] = choose(i, w, cs, r, &o)
		} else {
			answers[i] = n.choose(w, cs, queries[i].Mention, r, &o)
		}
	}
	order, forms := engine.InOrder(len(queries), func(i int) (namespace, mention string) { return queries[i].Namespace, queries[i].Mention })
	namespace := ""
	for _, i := range order {
		q := &queries[i]
		if q.Namespace != namespace {
			b.Flush()
			namespace, o.Namespaces = q.Namespace, []string{q.Namespace}
			var err error
			if r, err = n.request(&o); err != nil {
				return nil, err
			}
		}
		if a, ok := n.identified(q.Mention, &o, false); ok {
			answers[i] = a
		} else {
			b.Add(i, q.Mention, forms[i], q.request(r))
		}
	}
	b.Flush()
	for i := range answers {
		n.show(&answers[i], o.Show)
	}
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
