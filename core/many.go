package core

import "github.com/normlet/normlet/core/search"

// together is how many mentions are searched for at once: enough to share the
// reading of codes, few enough for the second-level cache to hold what is known of
// them.
const together = 16

// batch is the working memory of together look-ups.
type batch struct {
	scratches [together]*scratch
	codes     []uint64
	hits      [][]search.Hit
}

// LookupMany is LookupWith for each of many mentions, in their order, with the
// context of each in place of that of o. The search for near names goes through
// the codes once for several mentions, so that all takes about three quarters of
// the time; the answers are the same.
func (n *Normalizer) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !n.guard.enter() {
		return nil, ErrClosed
	}
	defer n.guard.leave()
	filter, err := n.filter(o.Namespaces)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(queries))
	var b batch
	for i := 0; i < len(queries); i += together {
		end := min(i+together, len(queries))
		n.lookupTogether(&b, answers[i:end], queries[i:end], filter, o)
	}
	return answers, nil
}

// lookupTogether answers as many mentions as a batch holds.
func (n *Normalizer) lookupTogether(b *batch, answers []Answer, queries []Query, filter *search.Filter, o Options) {
	b.codes = b.codes[:0]
	for i, q := range queries {
		s := n.pool.Get().(*scratch)
		b.scratches[i] = s
		if n.prepare(s, q.Mention, filter) {
			b.codes = append(b.codes, s.code...)
		}
	}
	b.hits, _ = n.index.NearestBatch(b.hits, b.codes, candidateRows, &search.Options{Filter: filter})
	searched := 0
	for i, q := range queries {
		s := b.scratches[i]
		if len(s.profile.form) > 0 {
			s.hits = append(s.hits, b.hits[searched]...)
			searched++
			n.examine(s, q.Mention)
		}
		o.Context = q.Context
		answers[i] = n.conclude(s, q.Mention, o)
		n.pool.Put(s)
	}
}
