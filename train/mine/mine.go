// Package mine looks for hard negatives: for every name, the names of other entities that an
// encoder puts nearest to it.
//
// Vectors, less their mean, become sign codes; a scan of all codes gives every name a shortlist
// by Hamming distance, which cosines put in order. Names that are no rivals (data.Rivals) are
// skipped. If a name has too few left, a second search looks among its rivals alone. The result
// does not depend on the number of threads.
package mine

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/parallel"
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

// Hard returns the K hardest negatives of each name, the hardest first: those of name i stand at
// [i*K, (i+1)*K), with None where there are no more. Ties go to the lower number. vectors holds
// the names' unit vectors of dim elements.
//
// Hard fails when the lengths disagree or dim is no length that codes may have, and with ctx's
// error.
func Hard(ctx context.Context, vectors []float32, dim int, entity []int32, names []string, cfg Config) ([]int32, error) {
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
	index, err := search.New(codes, 64*words, nil)
	if err != nil {
		return nil, fmt.Errorf("mine: vectors of %d elements: %w", dim, err)
	}
	m := &miner{
		cfg: cfg, vectors: vectors, dim: dim, codes: codes, words: words, index: index,
		rivals: data.NewRivals(entity, names), hard: slices.Repeat([]int32{None}, n*cfg.K),
	}
	if !slices.ContainsFunc(entity, func(e int32) bool { return e != entity[0] }) {
		return m.hard, ctx.Err() // no rivals, which every name would be searched for again
	}
	if err := m.run(ctx, n); err != nil {
		return nil, err
	}
	return m.hard, nil
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
}

// run searches all n names, a chunk at a time a thread, and returns an error of any.
func (m *miner) run(ctx context.Context, n int) error {
	errs := make([]error, (n+chunk-1)/chunk)
	parallel.Each(m.cfg.Threads, len(errs), func(i int) {
		errs[i] = (&worker{miner: m}).search(ctx, i*chunk, min((i+1)*chunk, n))
	})
	return cmp.Or(errs...)
}
