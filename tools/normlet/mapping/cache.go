package mapping

import (
	"hash/maphash"
	"sync"

	"github.com/normlet/normlet/core/resolve"
)

// The cache remembers answers in two generations: what is found in the old one
// moves to the new one, which becomes old when it is full. So what is asked often
// stays, and memory is bounded.
const (
	cacheShards = 16
	cacheWeight = 1 << 13 // of a generation of a shard: answers and matches, some 100 bytes each
)

type cache struct {
	seed   maphash.Seed
	shards [cacheShards]shard
}

type shard struct {
	mu      sync.Mutex
	young   map[Query]resolve.Result
	old     map[Query]resolve.Result
	inYoung int // weight
}

func newCache() *cache { return &cache{seed: maphash.MakeSeed()} }

func (c *cache) shard(k Query) *shard {
	return &c.shards[maphash.Comparable(c.seed, k)%cacheShards]
}

func (c *cache) get(k Query) (resolve.Result, bool) {
	s := c.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.young[k]
	if !ok {
		if r, ok = s.old[k]; ok {
			s.put(k, r)
		}
	}
	return r, ok
}

func (c *cache) put(k Query, r resolve.Result) {
	s := c.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(k, r)
}

func (s *shard) put(k Query, r resolve.Result) {
	if s.young == nil || s.inYoung >= cacheWeight {
		s.old, s.young, s.inYoung = s.young, map[Query]resolve.Result{}, 0
	}
	s.inYoung++
	for _, a := range r.Answers {
		s.inYoung += 1 + len(a.Matches)
	}
	s.inYoung += (len(k.Mention) + len(k.Context)) / 128
	s.young[k] = r
}
