package core

import (
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
	request func() (engine.Request, error) // of the options: it keeps their filter, whatever filters others ask for
	number  int                            // in the memory
	*cacheMemory
}

// cacheMemory is what several caches share.
type cacheMemory struct {
	mu    sync.Mutex
	known memory[asked, *remembered]
	names nameTable
	words memory[[3]int32, spelling] // by cache, row and entity
}

// asked is what an answer depends on.
type asked struct {
	mention  string
	k, cache int
}

// remembered is what a cache knows of a mention. It does not change.
type remembered struct {
	answer  Answer      // without a text, and without matches
	matches []ranked    // of the answer
	last    float64     // margin of the last one
	folded  *score.Kept // nil if no text matters
	moved   bool        // the answer is not of these as they are: see engine.ReorderKept
}

// ranked is a match without texts.
type ranked struct {
	p           float64
	score       float32 // which Match.Score is, exactly
	row, entity int32
	distance    uint16
	stage       uint8
	how         score.How
}

// spelling is the name that was found, the primary one, and Match.Same.
type spelling struct {
	matched, name string
	same          []string
}

func (e *remembered) bytes() int {
	n := int(unsafe.Sizeof(*e)) + len(e.answer.Mention) + cap(e.matches)*int(unsafe.Sizeof(ranked{}))
	if e.folded != nil {
		n += e.folded.Bytes()
	}
	return n
}

func (s spelling) bytes() int {
	n := int(unsafe.Sizeof(s)) + len(s.matched) + len(s.name)
	for _, id := range s.same {
		n += int(unsafe.Sizeof(id)) + len(id)
	}
	return n
}

// NewLookupCache returns a LookupCache for look-ups with some options, of which Context, Near, Show and K have no effect.
func (n *Normalizer) NewLookupCache(o Options) *LookupCache {
	return n.NewLookupCaches([]Options{o})[0]
}

// NewLookupCaches returns a LookupCache for each of some options. They share their memory, so that those with more to remember
// have more of it.
func (n *Normalizer) NewLookupCaches(of []Options) (caches []*LookupCache) {
	most := n.engine.CacheBytes * int64(len(of)) / 8
	m := &cacheMemory{known: newMemory[asked, *remembered](5 * most), names: nameTable{most: 2 * most}, words: newMemory[[3]int32, spelling](most)}
	for i, o := range of {
		o.Context, o.Near, o.Show, o.named = "", false, "", true
		c := &LookupCache{n: n, options: o, number: i, cacheMemory: m}
		c.request = sync.OnceValues(func() (engine.Request, error) { return n.request(&c.options) })
		caches = append(caches, c)
	}
	return caches
}

// LookupMany is like Normalizer.LookupMany, but does not seek near names for a mention that is a name, so that the candidates
// do not depend on the text. Of o only K counts, and of a query its mention and context. Complete fills in the texts of the
// answers that somebody reads.
func (c *LookupCache) LookupMany(queries []Query, o Options) ([]Answer, error) {
	if !c.n.engine.Enter() {
		return nil, ErrClosed
	}
	defer c.n.engine.Leave()
	r, err := c.request()
	if err != nil {
		return nil, err
	}
	own := c.options
	own.K = o.K
	known, err := c.remember(queries, &own, r)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(queries))
	w := c.n.engine.Begin()
	defer c.n.engine.End(w)
	for i, q := range queries {
		r.Context = q.Context
		answers[i] = c.within(w, known[q.Mention], &r, &own)
		c.name(answers[i].Matches, own.wish())
	}
	return answers, nil
}

// remember returns what is known of the mentions of queries, after it has looked up those that are new, each once.
func (c *LookupCache) remember(queries []Query, o *Options, r engine.Request) (map[string]*remembered, error) {
	known, fresh := make(map[string]*remembered, len(queries)), []Query(nil)
	c.mu.Lock()
	for _, q := range queries {
		if _, ok := known[q.Mention]; ok {
			continue
		}
		e, ok := c.known.get(asked{q.Mention, o.K, c.number})
		if known[q.Mention] = e; !ok {
			fresh = append(fresh, Query{Mention: strings.Clone(q.Mention)}) // an answer must not keep the whole text
		}
	}
	c.mu.Unlock()
	found, room := make([]*remembered, len(fresh)), []Match(nil)
	answers, err := c.n.chooseMany(fresh, *o, r, func(i int, w *engine.Work, cs []score.Candidate, r *engine.Request, o *Options) Answer {
		e, mention := new(remembered), fresh[i].Mention
		found[i] = e
		kept := score.Keep(cs)
		own, moved := c.n.engine.ReorderKept(w, kept, mention, r)
		a := c.n.settle(own, mention, r, o, &room)
		if e.moved = moved; dependsOnText(&a) {
			e.folded = kept
		}
		e.keep(a)
		return a
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, a := range answers {
		e := found[i]
		if e == nil { // it needed no candidates
			e = &remembered{answer: a}
		}
		known[a.Mention] = e
		c.known.put(asked{a.Mention, o.K, c.number}, e)
	}
	return known, err
}

// keep sets the answer.
func (e *remembered) keep(a Answer) {
	if e.answer = a; len(a.Matches) == 0 {
		return
	}
	e.answer.Matches, e.matches = nil, make([]ranked, len(a.Matches))
	for i := range a.Matches {
		m := &a.Matches[i]
		e.matches[i] = ranked{m.P, float32(m.Score), m.rest.row, m.rest.entity, uint16(m.Distance), uint8(m.Stage), m.rest.how}
		e.last = m.Margin
	}
}

// alone returns the answer.
func (e *remembered) alone() Answer {
	a := e.answer
	if len(e.matches) == 0 {
		return a // with a match that is an id, or none
	}
	a.Matches = make([]Match, len(e.matches))
	for i, r := range e.matches {
		m := &a.Matches[i]
		m.P, m.Margin, m.Score, m.Distance, m.Stage = r.p, r.p, float64(r.score), int(r.distance), Stage(r.stage)
		m.rest = source{a.Mention, r.row, r.entity, r.how}
		if i > 0 {
			a.Matches[i-1].Margin -= r.p
		}
	}
	a.Matches[len(a.Matches)-1].Margin = e.last
	return a
}

// dependsOnText reports whether a text can change an answer: its entities are close, or it is a gene of some organism.
func dependsOnText(a *Answer) bool {
	ms := a.Matches
	return len(ms) > 0 && (ms[0].Taxon != "" || len(ms) > 1 && ms[1].P >= score.ContextShare*ms[0].P)
}

// within answers a mention of which something is known in the text of a request.
func (c *LookupCache) within(w *engine.Work, e *remembered, r *engine.Request, o *Options) Answer {
	if r.Context == "" || e.folded == nil {
		return e.alone()
	}
	cs, moved := c.n.engine.ReorderKept(w, e.folded, e.answer.Mention, r)
	if !moved && !e.moved {
		return e.alone()
	}
	return c.n.settle(cs, e.answer.Mention, r, o, new([]Match))
}

// name fills in the entities of matches.
func (c *LookupCache) name(ms []Match, w *entity.Wish) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range ms {
		m := &ms[i]
		if m.rest.mention == "" {
			continue
		}
		of := c.names.of(c.n.engine, m.rest.entity, int32(c.number), w)
		m.ID, m.Namespace, m.Taxon = of.id, of.namespace, of.taxon
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
		c.spell(m)
		if m.Stage != StageNeighbour {
			of := score.Candidate{Row: m.rest.row, Entity: m.rest.entity, Stage: score.Stage(m.Stage), Read: m.rest.how.Read(), Translated: m.rest.how.Translated()}
			m.Broader, m.narrower = c.n.engine.Broader(m.rest.mention, &of)
		}
		m.rest = source{}
	}
}

// spell fills in the names of a match.
func (c *LookupCache) spell(m *Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key, p := [3]int32{int32(c.number), m.rest.row, m.rest.entity}, c.n.engine.Pack
	s, ok := c.words.get(key)
	if !ok {
		s.matched = p.Names.At(int(m.rest.row))
		if s.name = s.matched; p.PrimaryRow[m.rest.entity] != uint32(m.rest.row) {
			s.name = p.Names.At(int(p.PrimaryRow[m.rest.entity]))
		}
		_, s.same = c.n.engine.Entities.Named(uint32(m.rest.entity), c.options.wish())
		c.words.put(key, s)
	}
	m.Matched, m.Name, m.Same, m.Kind = s.matched, s.name, s.same, p.RowKind[m.rest.row].String()
}
