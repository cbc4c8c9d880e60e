package core

import (
	"maps"
	"slices"

	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/core/search"
)

// together is how many mentions are searched for at once: enough to share the
// reading of codes, few enough for the second-level cache to hold what is known of
// them.
const together = 16

// batch is the working memory of together look-ups.
type batch struct {
	lookups [together]*lookup
	codes   []uint64
	near    [together]search.Nearest
}

// LookupMany is LookupWith for each of many mentions, in their order, with the
// context of each in place of that of o, and its namespace if it has one. The search for near names goes through
// the codes once for several mentions of a size, so that all takes about three
// quarters of the time; the answers are the same.
func (n *Normalizer) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !n.guard.enter() {
		return nil, ErrClosed
	}
	defer n.guard.leave()
	answers := make([]Answer, len(queries))
	var b batch
	lists := byNamespace(queries)
	for _, namespace := range slices.Sorted(maps.Keys(lists)) {
		of := o
		if namespace != "" {
			of.Namespaces = []string{namespace}
		}
		filter, err := n.filterOf(&of)
		if err != nil {
			return nil, err
		}
		for size, list := range bySize(queries, lists[namespace]) {
			for part := range slices.Chunk(list, together) {
				n.lookupTogether(&b, answers, queries, part, size, filter, o)
			}
		}
	}
	return answers, nil
}

// byNamespace lists the numbers of the queries of each Query.Namespace; "" is always there.
func byNamespace(queries []Query) map[string][]int {
	lists := map[string][]int{"": nil}
	for i, q := range queries {
		lists[q.Namespace] = append(lists[q.Namespace], i)
	}
	return lists
}

// bySize lists those of the given queries that are of each size.
func bySize(queries []Query, numbers []int) (lists [search.Sizes][]int) {
	var form []byte
	for _, i := range numbers {
		form = names.AppendForm(form[:0], queries[i].Mention)
		size := search.SizeOf(len(form))
		lists[size] = append(lists[size], i)
	}
	return lists
}

// lookupTogether answers as many mentions, of one size, as a batch holds: those
// of the given numbers.
func (n *Normalizer) lookupTogether(b *batch, answers []Answer, queries []Query, numbers []int, size int, filter *search.RowFilter, o Options) {
	b.codes = b.codes[:0]
	for k, i := range numbers {
		s := n.pool.Get().(*lookup)
		b.lookups[k] = s
		s.form = names.AppendForm(s.form[:0], queries[i].Mention)
		if n.retrieve(s, queries[i].Mention, filter) && !s.answered(o.SkipNear) {
			b.codes = append(b.codes, s.code...)
		}
	}
	n.codes.NearestBatch(b.near[:len(b.codes)/n.head.Words()], b.codes, size, score.NearestRows, filter)
	searched := 0
	for k, i := range numbers {
		s := b.lookups[k]
		if len(s.form) > 0 {
			near := &search.Nearest{}
			if !s.answered(o.SkipNear) {
				near = &b.near[searched]
				searched++
			}
			n.featurize(s, near)
			n.addReadings(s, queries[i].Mention, filter)
		}
		o.Context = queries[i].Context
		answers[i] = n.rank(s, queries[i].Mention, o)
		n.pool.Put(s)
	}
}
