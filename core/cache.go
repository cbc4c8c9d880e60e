package core

import (
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/score"
)

// LookupCache looks up mentions in many texts. It remembers the candidates of each mention, because a text only decides
// between them, which takes a tenth of a look-up. It is safe for concurrent use.
//
// Package annotate looks up with it what it finds in texts. Mentions that somebody else found, such as those of a column,
// are for LookupMany and package document.
type LookupCache struct {
	n          *Normalizer
	namespaces []string
	mu         sync.Mutex
	found      map[string][]score.Candidate // folded candidates by mention
	words      map[[2]int32]Match           // texts of a match by row and entity
	size       int64                        // of both, in bytes
}

// entryBytes is about what a map takes for an entry beside its key and value.
const entryBytes = 48

// makeRoom makes room for an entry, and forgets all for it if that is too much.
func (c *LookupCache) makeRoom(bytes int) {
	if c.size += entryBytes + int64(bytes); c.size > c.n.engine.CacheBytes {
		clear(c.found)
		clear(c.words)
		c.size = entryBytes + int64(bytes)
	}
}

// NewLookupCache returns a LookupCache for entities of some namespaces, all if there are none.
func (n *Normalizer) NewLookupCache(namespaces []string) *LookupCache {
	return &LookupCache{n: n, namespaces: namespaces, found: map[string][]score.Candidate{}, words: map[[2]int32]Match{}}
}

// candidates appends the candidates of a mention, and reports whether the cache has them.
func (c *LookupCache) candidates(dst []score.Candidate, mention string) ([]score.Candidate, bool) {
	if c == nil {
		return dst, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	cs, ok := c.found[mention]
	return append(dst, cs...), ok
}

// keepCandidates remembers the candidates of a query if a text may have to decide between them.
func (c *LookupCache) keepCandidates(q *Query, cs []score.Candidate) {
	if c == nil || q.Context == "" && (len(cs) < 2 || cs[1].Score < cs[0].Score-score.ContextReach) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.makeRoom(len(q.Mention) + len(cs)*int(unsafe.Sizeof(score.Candidate{})))
	c.found[strings.Clone(q.Mention)] = slices.Clone(cs) // so that the cache does not keep the whole text
}

// fill is Normalizer.fill, without preferences, from the cache.
func (c *LookupCache) fill(ms []Match, cs []score.Candidate, w *entity.Wish) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range ms {
		key := [2]int32{cs[i].Row, cs[i].Entity}
		known, ok := c.words[key]
		if ms[i] = known; ok {
			continue
		}
		c.n.fill(ms[i:i+1], cs[i:], w)
		c.makeRoom(ms[i].bytes())
		c.words[key] = ms[i]
	}
}
