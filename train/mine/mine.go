// Package mine looks for hard negatives: for every name, the names of other
// entities that an encoder puts nearest to it and so confuses most easily.
//
// It uses the search that a phone uses. Vectors, less their mean, become sign
// codes; an exact scan of all codes gives every name a shortlist by Hamming
// distance, batch by batch; the cosine of the float vectors puts the shortlist in
// order. Names that are no rivals (data.Rivals: of one entity, or written alike)
// are then passed over. A name that is left with too few, because its entity or
// its homonyms fill the shortlist, is searched again among its rivals alone.
//
// The result does not depend on the number of threads or on the platform.
package mine

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/normlet/normlet/core/search"
	"github.com/normlet/normlet/train/data"
)

// None stands where a name has fewer than K rivals.
const None = -1

// Config says how to mine. Zero values mean the defaults in the comments.
type Config struct {
	K         int // hard negatives a name: 5
	Shortlist int // nearest codes a name whose cosines are compared: 64; at least K
	Threads   int // names are searched on: GOMAXPROCS
}

func (c Config) defaults() Config {
	c.K = cmp.Or(c.K, 5)
	c.Shortlist = max(cmp.Or(c.Shortlist, 64), c.K)
	c.Threads = cmp.Or(c.Threads, runtime.GOMAXPROCS(0))
	return c
}

// chunk is the number of names searched together, a few of the search's groups.
const chunk = 256

// Hard returns the K hardest negatives of each of the len(entity) names, the
// hardest first, K a name: those of name i stand at [i*K, (i+1)*K), with None
// where there are no more. Ties in cosine go to the lower number.
//
// vectors holds the names' unit vectors of dim elements, one after the other;
// form returns what names that are written alike have in common, such as
// encoder.Compact(encoder.TextForm(name)). progress, which may be nil, is called
// with the number of names searched and that of all, never twice at a time.
//
// Hard fails when the lengths disagree or dim is no length that codes may have,
// and with ctx's error soon after ctx is cancelled.
func Hard(ctx context.Context, vectors []float32, dim int, entity []int32, form func(name int) string, cfg Config, progress func(done, total int)) ([]int32, error) {
	cfg = cfg.defaults()
	n := len(entity)
	switch {
	case dim < 1 || len(vectors)%dim != 0 || len(vectors)/dim != n:
		return nil, fmt.Errorf("mine: %d elements are no vectors of %d elements for %d names", len(vectors), dim, n)
	case cfg.K < 1 || cfg.Threads < 1:
		return nil, fmt.Errorf("mine: %d negatives on %d threads; want at least one", cfg.K, cfg.Threads)
	case n == 0:
		return nil, ctx.Err()
	}
	codes, words := signCodes(vectors, dim)
	// Every name asks with its own code, so near rows abound, but the batch scans.
	index, err := search.New(codes, 64*words, &search.Config{HashRows: -1})
	if err != nil {
		return nil, fmt.Errorf("mine: vectors of %d elements: %w", dim, err)
	}
	m := &miner{
		cfg: cfg, vectors: vectors, dim: dim, codes: codes, words: words, index: index,
		rivals: data.NewRivals(entity, form), hard: make([]int32, n*cfg.K), progress: progress,
	}
	for i := range m.hard {
		m.hard[i] = None
	}
	if oneEntity(entity) {
		return m.hard, ctx.Err()
	}
	if err := m.run(ctx, n); err != nil {
		return nil, err
	}
	return m.hard, nil
}

// oneEntity reports whether all names are of one entity, none of which has
// a rival: there is nothing to search.
func oneEntity(entity []int32) bool {
	for _, e := range entity {
		if e != entity[0] {
			return false
		}
	}
	return true
}

// miner is what the threads share; each writes the negatives of its own names.
type miner struct {
	cfg     Config
	vectors []float32
	dim     int
	codes   []uint64
	words   int
	index   *search.Index
	rivals  *data.Rivals
	hard    []int32

	next     atomic.Int64 // chunk to search
	mu       sync.Mutex
	done     int
	progress func(done, total int)
}

// run searches all n names, a chunk at a time a thread, and returns the error of
// any thread.
func (m *miner) run(ctx context.Context, n int) error {
	errs := make([]error, m.cfg.Threads)
	var wg sync.WaitGroup
	for t := range errs {
		wg.Go(func() {
			w := &worker{miner: m}
			for errs[t] == nil {
				from := int(m.next.Add(1)-1) * chunk
				if from >= n {
					return
				}
				to := min(from+chunk, n)
				if errs[t] = w.search(ctx, from, to); errs[t] == nil {
					m.report(to-from, n)
				}
			}
		})
	}
	wg.Wait()
	return cmp.Or(errs...)
}

func (m *miner) report(names, total int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += names
	if m.progress != nil {
		m.progress(m.done, total)
	}
}
