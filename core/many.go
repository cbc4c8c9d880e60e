package core

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// batchSize is how many mentions are searched for at once: enough to share the reading of codes, few enough for the
// second-level cache to hold what is known of them.
const batchSize = 16

// batch is look-ups that wait to be searched for together.
type batch struct {
	answers []Answer // of all
	queries []Query
	forms   [][]byte // text forms of the queries
	options Options
	recall  *LookupCache // nil: nothing is remembered
	filter  *search.RowFilter
	scratch *scratch
	numbers []int // in queries, of those that wait
	lookups []*lookup
	codes   []uint64
	sizes   []int
	near    [batchSize]search.Nearest
}

// LookupMany is LookupWith for each of many mentions, in their order. The context of each replaces
// that of o, and so does its namespace if it has one. The answers are those of LookupWith, in about
// three quarters of the time: mentions of about one size share a scan of the codes.
func (n *Normalizer) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !n.gate.enter() {
		return nil, ErrClosed
	}
	defer n.gate.leave()
	return n.lookupMany(&batch{queries: queries, options: o})
}

// lookupMany answers the queries of a batch.
func (n *Normalizer) lookupMany(b *batch) ([]Answer, error) {
	queries := b.queries
	b.answers, b.scratch = make([]Answer, len(queries)), n.scratches.Get().(*scratch)
	defer n.scratches.Put(b.scratch)
	var err error
	if b.filter, err = n.filterOf(&b.options); err != nil {
		return nil, err
	}
	namespace := ""
	for _, i := range b.inOrder() {
		if of := queries[i].Namespace; of != namespace {
			n.searchBatch(b)
			namespace, b.options.Namespaces = of, []string{of}
			if b.filter, err = n.filterOf(&b.options); err != nil {
				return nil, err
			}
		}
		n.begin(b, i)
	}
	n.searchBatch(b)
	return b.answers, nil
}

// inOrder forms the queries and returns their numbers by namespace and then by size.
func (b *batch) inOrder() []int {
	b.forms = make([][]byte, len(b.queries))
	order := make([]int, len(b.queries))
	for i, q := range b.queries {
		b.forms[i], order[i] = names.AppendForm(nil, q.Mention), i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(b.queries[i].Namespace, b.queries[j].Namespace),
			cmp.Compare(search.SizeOf(len(b.forms[i])), search.SizeOf(len(b.forms[j]))))
	})
	return order
}

// begin reads query i. It answers it if there is nothing to search for, else once as many
// wait as are searched for together.
func (n *Normalizer) begin(b *batch, i int) {
	mention := b.queries[i].Mention
	if a, ok := n.identified(mention, &b.options); ok {
		b.answers[i] = a
		return
	}
	s := n.lookups.Get().(*lookup)
	s.scratch, s.recall = b.scratch, b.recall
	if cs, ok := b.recall.of(s.recalled[:0], mention); ok {
		s.recalled = cs
		b.answers[i] = n.choose(s, cs, mention, b.optionsOf(i))
		b.giveBack(n, s)
		return
	}
	s.form = append(s.form[:0], b.forms[i]...)
	s.candidates = s.candidates[:0] // of others, who have the same working memory
	o := b.optionsOf(i)
	if !n.retrieve(s, mention, b.filter) || n.decided(s, mention, &o) {
		n.finish(b, i, s)
		return
	}
	b.numbers, b.lookups = append(b.numbers, i), append(b.lookups, s)
	b.codes, b.sizes = append(b.codes, s.code...), append(b.sizes, s.size)
	if len(b.numbers) == batchSize {
		n.searchBatch(b)
	}
}

// searchBatch answers the queries that wait.
func (n *Normalizer) searchBatch(b *batch) {
	n.codes.NearestBatch(b.near[:len(b.numbers)], b.codes, b.sizes, score.NearestRows, b.filter)
	for k, i := range b.numbers {
		s := b.lookups[k]
		s.candidates = s.candidates[:0] // of others
		n.featurize(s, &b.near[k])
		n.finish(b, i, s)
	}
	b.numbers, b.lookups, b.codes, b.sizes = b.numbers[:0], b.lookups[:0], b.codes[:0], b.sizes[:0]
}

// finish answers query i, whose candidates s has, but for those of readings, and gives s back.
func (n *Normalizer) finish(b *batch, i int, s *lookup) {
	mention := b.queries[i].Mention
	if len(s.form) > 0 {
		n.addReadings(s, mention, b.filter, len(b.options.Namespaces) > 0)
	}
	cs := n.fold(s)
	b.recall.keep(b.queries[i], cs)
	o := b.optionsOf(i)
	b.answers[i] = n.retryNIL(s, n.choose(s, cs, mention, o), mention, b.filter, o)
	b.giveBack(n, s)
}

func (b *batch) giveBack(n *Normalizer, s *lookup) {
	s.scratch, s.recall = nil, nil
	n.lookups.Put(s)
}

// optionsOf returns those of query i.
func (b *batch) optionsOf(i int) Options {
	q, o := &b.queries[i], b.options
	if o.Context = q.Context; q.Organisms != "" {
		o.Organisms = strings.FieldsFunc(q.Organisms, organism.Between)
	}
	o.Fields = cmp.Or(q.Fields, o.Fields)
	return o
}
