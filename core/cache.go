package core

import (
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/score"
)

// LookupCache looks up mentions in many texts with the same options. It remembers the answer to each mention without a text,
// and its candidates where a text may decide between them: entities that are close, or genes of several organisms. Only there
// does the context of a query count. It is safe for concurrent use.
//
// Package annotate looks up with it what it finds in texts. Mentions that somebody else found, such as those of a column,
// are for LookupMany and package document.
type LookupCache struct {
	n       *Normalizer
	options Options
	mu      sync.Mutex
	known   map[asked]*remembered
	words   map[[2]int32]Match // texts of a match by row and entity
	ids     map[int32]Match    // and what all rows of an entity have in common
	size    int64              // of all, in bytes
}

// asked is what an answer depends on beside the options of a cache.
type asked struct {
	mention string
	k       int
}

// remembered is what a cache knows of a mention. It does not change.
type remembered struct {
	answer Answer            // without a text
	folded []score.Candidate // nil if no text matters
	moved  bool              // the answer is not of these as they are: see engine.ReorderCopy
}

// entryBytes is about what a map takes for an entry beside its key and value.
const entryBytes = 48

// makeRoom makes room for an entry, and forgets all for it if that is too much.
func (c *LookupCache) makeRoom(bytes int) {
	if c.size += entryBytes + int64(bytes); c.size > c.n.engine.CacheBytes {
		clear(c.known)
		clear(c.words)
		clear(c.ids)
		c.size = entryBytes + int64(bytes)
	}
}

// NewLookupCache returns a LookupCache for look-ups with some options, of which Context, Near and K have no effect.
func (n *Normalizer) NewLookupCache(o Options) *LookupCache {
	o.Context, o.Near, o.named = "", false, true
	return &LookupCache{n: n, options: o, known: map[asked]*remembered{}, words: map[[2]int32]Match{}, ids: map[int32]Match{}}
}

// LookupMany is like Normalizer.LookupMany, but does not seek near names for a mention that is a name, so that the candidates
// do not depend on the text. Of o only K counts, and of a query its mention and context. Complete fills in the texts of the
// answers that somebody reads.
func (c *LookupCache) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !c.n.engine.Enter() {
		return nil, ErrClosed
	}
	defer c.n.engine.Leave()
	own := c.options
	own.K = o.K
	r, err := c.n.request(&own)
	if err != nil {
		return nil, err
	}
	known, err := c.remember(queries, &own)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(queries))
	w := c.n.engine.Begin()
	defer c.n.engine.End(w)
	for i, q := range queries {
		r.Context = q.Context
		answers[i] = c.within(w, known[q.Mention], q.Mention, &r, &own)
	}
	return answers, nil
}

// remember returns what is known of the mentions of queries, after it has looked up those that are new, each once.
func (c *LookupCache) remember(queries []Query, o *Options) (map[string]*remembered, error) {
	known, fresh := make(map[string]*remembered, len(queries)), []Query(nil)
	c.mu.Lock()
	for _, q := range queries {
		if _, ok := known[q.Mention]; ok {
			continue
		}
		e := c.known[asked{q.Mention, o.K}]
		if known[q.Mention] = e; e == nil {
			fresh = append(fresh, Query{Mention: strings.Clone(q.Mention)}) // an answer must not keep the whole text
		}
	}
	c.mu.Unlock()
	found := make([]*remembered, len(fresh))
	answers, err := c.n.lookupMany(fresh, *o, func(i int, w *engine.Work, cs []score.Candidate, r *engine.Request, o *Options) Answer {
		e, mention := new(remembered), fresh[i].Mention
		found[i] = e
		var own []score.Candidate
		own, e.moved = c.n.engine.ReorderCopy(w, cs, mention, r)
		e.answer = c.n.settle(own, mention, r, o, c)
		if dependsOnText(&e.answer) {
			e.folded = slices.Clone(cs)
		}
		return e.answer
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, a := range answers {
		e := found[i]
		if e == nil { // it needed no candidates
			e = &remembered{answer: a}
		}
		known[a.Mention] = e
		c.makeRoom(int(unsafe.Sizeof(*e)) + len(a.Mention) + cap(a.Matches)*int(unsafe.Sizeof(Match{})) + len(e.folded)*int(unsafe.Sizeof(score.Candidate{})))
		c.known[asked{a.Mention, o.K}] = e
	}
	return known, err
}

// dependsOnText reports whether a text can change an answer: its entities are close, or it is a gene of some organism.
func dependsOnText(a *Answer) bool {
	ms := a.Matches
	return len(ms) > 0 && (ms[0].Taxon != "" || len(ms) > 1 && ms[1].P >= score.ContextShare*ms[0].P)
}

// within answers a mention of which something is known in the text of a request.
func (c *LookupCache) within(w *engine.Work, e *remembered, mention string, r *engine.Request, o *Options) Answer {
	if r.Context == "" || e.folded == nil {
		return e.answer
	}
	cs, moved := c.n.engine.ReorderCopy(w, e.folded, mention, r)
	if !moved && !e.moved {
		return e.answer
	}
	return c.n.settle(cs, e.answer.Mention, r, o, c)
}

// name fills in what the matches of an entity have in common, and where Complete finds the rest.
func (c *LookupCache) name(ms []Match, cs []score.Candidate, mention string, w *entity.Wish) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range ms {
		of := cs[i].Entity
		known, ok := c.ids[of]
		if !ok {
			c.n.nameEntity(&known, of, w)
			c.makeRoom(known.bytes())
			c.ids[of] = known
		}
		ms[i] = known
		ms[i].rest = source{mention, cs[i].Row, of, cs[i].Read}
	}
}

// Complete fills in the texts of matches, which LookupMany leaves out because few of the matches are shown.
func (c *LookupCache) Complete(a *Answer) {
	if !c.n.engine.Enter() {
		return
	}
	defer c.n.engine.Leave()
	for i := range a.Matches {
		m := &a.Matches[i]
		if m.rest.mention == "" {
			continue
		}
		words := c.wordsOf(m.rest.row, m.rest.entity)
		m.Matched, m.Kind, m.Name = words.Matched, words.Kind, words.Name
		if m.Stage != StageNeighbour {
			of := score.Candidate{Row: m.rest.row, Entity: m.rest.entity, Stage: score.Stage(m.Stage), Read: m.rest.read}
			m.Broader, m.narrower = c.n.engine.Broader(m.rest.mention, &of)
		}
		m.rest = source{}
	}
}

// wordsOf returns the texts of a match.
func (c *LookupCache) wordsOf(row, entity int32) Match {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := [2]int32{row, entity}
	words, ok := c.words[key]
	if !ok {
		c.n.nameRow(&words, row, entity)
		c.makeRoom(words.bytes())
		c.words[key] = words
	}
	return words
}
