package core

import (
	"slices"
	"sync"

	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/score"
)

// Recall looks up mentions in many texts. It remembers the candidates of a mention, which no text changes: a text decides
// between them, which takes a tenth of a look-up. It is safe for concurrent use.
type Recall struct {
	n          *Normalizer
	namespaces []string
	mu         sync.Mutex
	found      map[string][]score.Candidate // folded
	size       int                          // how many candidates these are
	words      map[[2]int32]Match           // what answers say of a row for an entity
}

// How much is remembered, in some 6 MB each; then all is forgotten.
const (
	maxRecalled = 1 << 16 // candidates
	maxWords    = 1 << 14 // names
)

// NewRecall returns a Recall for entities of some namespaces.
func (n *Normalizer) NewRecall(namespaces []string) *Recall {
	return &Recall{n: n, namespaces: namespaces, found: map[string][]score.Candidate{}, words: map[[2]int32]Match{}}
}

// LookupMany is Normalizer.LookupMany, but that near names are never sought for a name, or else a text would have a say in
// which candidates there are. Neither the queries nor o state namespaces.
func (r *Recall) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !r.n.gate.enter() {
		return nil, ErrClosed
	}
	defer r.n.gate.leave()
	o.Namespaces, o.Near, o.named = r.namespaces, false, true
	return r.n.lookupMany(&batch{queries: queries, options: o, recall: r})
}

// of appends the candidates of a mention, if they are known.
func (r *Recall) of(dst []score.Candidate, mention string) ([]score.Candidate, bool) {
	if r == nil {
		return dst, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	cs, ok := r.found[mention]
	return append(dst, cs...), ok
}

// keep remembers the candidates of a query if a text may be asked to decide between them.
func (r *Recall) keep(q Query, cs []score.Candidate) {
	if r == nil || q.Context == "" && (len(cs) < 2 || cs[1].Score < cs[0].Score-score.ContextReach) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size += len(cs); r.size > maxRecalled {
		clear(r.found)
		r.size = len(cs)
	}
	r.found[q.Mention] = slices.Clone(cs)
}

// fill is Normalizer.fill without preferences.
func (r *Recall) fill(ms []Match, cs []score.Candidate, w *entity.Wish) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range ms {
		key := [2]int32{cs[i].Row, cs[i].Entity}
		known, ok := r.words[key]
		if ms[i] = known; ok {
			continue
		}
		r.n.fill(ms[i:i+1], cs[i:], w)
		if len(r.words) == maxWords {
			clear(r.words)
		}
		r.words[key] = ms[i]
	}
}
