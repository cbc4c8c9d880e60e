package core

import (
	"cmp"
	"runtime"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/parallel"
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

// apart is how many queries a goroutine gets at least: a batch, which takes milliseconds, beside which starting it is nothing.
const apart = 16

// chooseMany answers queries by choose, or on all processors as the Normalizer does if it is nil. r is the request of o.
func (n *Normalizer) chooseMany(queries []Query, o Options, r engine.Request, choose chooser) ([]Answer, error) {
	answers, parts := make([]Answer, len(queries)), 1
	order, forms := engine.InOrder(len(queries), func(i int) (namespace, mention string) { return queries[i].Namespace, queries[i].Mention })
	if choose == nil {
		parts = max(1, min(runtime.GOMAXPROCS(0), len(queries)/apart))
		choose = func(i int, w *engine.Work, cs []score.Candidate, r *engine.Request, o *Options) Answer {
			return n.choose(w, cs, queries[i].Mention, r, o)
		}
	}
	errs := make([]error, parts)
	parallel.Parts(parts, len(order), func(part, from, to int) {
		errs[part] = n.choosePart(answers, queries, order[from:to], forms, o, r, choose)
	})
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	return answers, nil
}

// choosePart answers the queries with the numbers in order.
func (n *Normalizer) choosePart(answers []Answer, queries []Query, order []int, forms [][]byte, o Options, r engine.Request, choose chooser) error {
	b := n.engine.NewBatch()
	defer b.Close()
	b.Found = func(i int, w *engine.Work, cs []score.Candidate, r *engine.Request) {
		answers[i] = choose(i, w, cs, r, &o)
	}
	namespace := ""
	for _, i := range order {
		q := &queries[i]
		if q.Namespace != namespace {
			b.Flush()
			namespace, o.Namespaces = q.Namespace, []string{q.Namespace}
			var err error
			if r, err = n.request(&o); err != nil {
				return err
			}
		}
		if a, ok := n.identified(q.Mention, &o, false); ok {
			answers[i] = a
		} else {
			b.Add(i, q.Mention, forms[i], q.request(r))
		}
	}
	b.Flush()
	for _, i := range order {
		n.show(&answers[i], o.Show)
	}
	return nil
}

// request returns the request of all queries with the values that this query has of its own.
func (q *Query) request(of engine.Request) engine.Request {
	if of.Context = q.Context; q.Organisms != "" {
		of.Organisms = organism.Split(q.Organisms)
	}
	of.Fields = cmp.Or(q.Fields, of.Fields)
	return of
}
