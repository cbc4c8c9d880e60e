package engine

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// batchSize is how many mentions are searched for at once: enough to share the reading of codes, few enough for the
// second-level cache to hold what is known of them.
const batchSize = 16

// InOrder returns the numbers of n mentions in the order in which a Batch answers them fastest: by namespace and then by
// size. It also returns the text form of each.
func InOrder(n int, query func(i int) (namespace, mention string)) (order []int, forms [][]byte) {
	order, forms = make([]int, n), make([][]byte, n)
	for i := range n {
		_, mention := query(i)
		forms[i], order[i] = names.AppendForm(nil, mention), i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, _ := query(i)
		b, _ := query(j)
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(search.SizeOf(len(forms[i])), search.SizeOf(len(forms[j]))))
	})
	return order, forms
}

// Batch looks many mentions up, and seeks the near rows of several together. Mentions with the same Filter have to follow
// each other; InOrder has the best order.
type Batch struct {
	// Found receives what FindEntities returns of each mention, by its number, soon or with others.
	Found func(number int, w *Work, cs []score.Candidate, r *Request)

	e       *Engine
	scratch *scratch
	numbers []int // of those that wait
	waiting []Request
	asked   []string
	works   []*Work
	codes   []uint64
	sizes   []int
}

// NewBatch returns a Batch, which Close ends.
func (e *Engine) NewBatch() *Batch { return &Batch{e: e, scratch: e.scratches.Get().(*scratch)} }

// Close gives back what the batch works with, once Flush was called.
func (b *Batch) Close() { b.e.scratches.Put(b.scratch) }

func (b *Batch) borrow() *Work {
	w := b.e.work.Get().(*Work)
	w.scratch = b.scratch
	return w
}

func (b *Batch) giveBack(w *Work) {
	w.scratch = nil
	b.e.work.Put(w)
}

// Add looks a mention up whose text form is given, or lets it wait until as many do as are searched for together.
func (b *Batch) Add(number int, mention string, form []byte, r Request) {
	w := b.borrow()
	w.form = append(w.form[:0], form...)
	if !b.e.retrieve(w, mention, r.Filter) || b.e.decideByNames(w, mention, &r) {
		b.finish(number, w, mention, &r)
		return
	}
	b.numbers, b.waiting, b.asked, b.works = append(b.numbers, number), append(b.waiting, r), append(b.asked, mention), append(b.works, w)
	b.codes, b.sizes = append(b.codes, w.code...), append(b.sizes, w.size)
	if len(b.numbers) == batchSize {
		b.Flush()
	}
}

// Flush looks up those that wait. It comes before a mention with another Filter, and last.
func (b *Batch) Flush() {
	if len(b.numbers) == 0 {
		return
	}
	near := &b.scratch.batch
	b.e.codes.NearestBatch(near[:len(b.numbers)], b.codes, b.sizes, score.NearestRows, b.waiting[0].Filter)
	for k, number := range b.numbers {
		w := b.works[k]
		b.e.featurize(w, &near[k])
		b.finish(number, w, b.asked[k], &b.waiting[k])
	}
	b.numbers, b.waiting, b.asked, b.works = b.numbers[:0], b.waiting[:0], b.asked[:0], b.works[:0]
	b.codes, b.sizes = b.codes[:0], b.sizes[:0]
}

// finish adds the rows of readings to those that w has, and calls Found.
func (b *Batch) finish(number int, w *Work, mention string, r *Request) {
	if len(w.form) > 0 {
		b.e.addReadings(w, mention, r.Filter, r.Stated)
		b.e.addTranslated(w, r.Language, r.Filter)
	}
	b.Found(number, w, b.e.fold(w), r)
	b.giveBack(w)
}
