package mapping

import (
	"hash/maphash"
	"strings"
	"sync"
	"unsafe"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// The cache remembers answers in two generations: what is found in the old one moves to the new one, which becomes
// old when it is full. So frequent queries stay, and memory is bounded.
const (
	cacheShards = 16
	cacheBytes  = 3 << 19 // of a generation of a shard
)

type cache struct {
	seed   maphash.Seed
	shards [cacheShards]shard
}

type shard struct {
	mu         sync.Mutex
	young, old map[core.Query]core.Answer
	inYoung    int // bytes
}

func newCache() *cache { return &cache{seed: maphash.MakeSeed()} }

// lookup returns a Lookup that asks next only for queries that are not remembered, and adds their number to count. A nil
// cache remembers nothing.
func (c *cache) lookup(next document.Lookup, count *int) document.Lookup {
	if c == nil {
		return func(queries []core.Query, o core.Options) ([]core.Answer, error) {
			*count += len(queries)
			return next(queries, o)
		}
	}
	return func(queries []core.Query, o core.Options) ([]core.Answer, error) {
		answers := make([]core.Answer, len(queries))
		var missing []core.Query
		var at []int // of the missing, in queries
		for i, q := range queries {
			var ok bool
			if answers[i], ok = c.get(q); !ok {
				missing = append(missing, core.Query{Mention: strings.Clone(q.Mention), Context: strings.Clone(q.Context), Namespace: q.Namespace, Organisms: strings.Clone(q.Organisms), Fields: q.Fields}) // not the whole row
				at = append(at, i)
			}
		}
		if len(missing) == 0 {
			return answers, nil
		}
		found, err := next(missing, o)
		if err != nil {
			return nil, err
		}
		*count += len(found)
		for i, a := range found {
			c.put(missing[i], a)
			answers[at[i]] = a
		}
		return answers, nil
	}
}

func (c *cache) shard(q core.Query) *shard {
	return &c.shards[maphash.Comparable(c.seed, q)%cacheShards]
}

func (c *cache) get(q core.Query) (core.Answer, bool) {
	s := c.shard(q)
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.young[q]
	if !ok {
		if a, ok = s.old[q]; ok {
			s.put(q, a)
		}
	}
	return a, ok
}

func (c *cache) put(q core.Query, a core.Answer) {
	s := c.shard(q)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(q, a)
}

func (s *shard) put(q core.Query, a core.Answer) {
	if s.young == nil || s.inYoung >= cacheBytes {
		s.old, s.young, s.inYoung = s.young, map[core.Query]core.Answer{}, 0
	}
	s.inYoung += bytesOf(&q, &a)
	s.young[q] = a
}

// bytesOf is about how much memory a query takes with its answer.
func bytesOf(q *core.Query, a *core.Answer) int {
	return int(unsafe.Sizeof(*q)) + len(q.Mention) + len(q.Context) + len(q.Fields) + int(a.Bytes())
}
