package fit

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/parallel"
)

// Triples says which triples the semantic-preserving loss compares: a middle row b, and rows a
// and c, one of them nearer to b. Random rows are nearly equally far from b, so TriplesNear
// makes batches of groups: a row, one of its 8 nearest, and 6 of its 64 nearest rows. It
// compares all pairs of the 7, and each with a random row of the batch.
type Triples uint8

const (
	TriplesNear   Triples = iota // among the nearest rows of each row, and against others
	TriplesRandom                // any three rows, as in the paper
)

const (
	nearRows    = 64 // nearest rows of each row that are known
	nearestRows = 8  // of these, the ones each group has one of
	groupRows   = 8  // rows of a group, the middle one included
	randomPairs = 4  // TriplesRandom: pairs compared from each row
	shortlist   = 4  // rows compared by cosine for each of nearRows
	nearBits    = 256
)

// batcher composes batches of rows and triples of their places.
type batcher struct {
	unit Vectors // of length 1
	near []int32 // nearRows of each row, or as many as there are; nil: groups are not made
	kind Triples
	none bool // triples are not wanted
}

// newBatcher returns a batcher for x. Neighbours are looked for by the search
// that a phone uses, with random codes, and put in order by their cosine.
func newBatcher(ctx context.Context, x Vectors, cfg Config, triples bool) (*batcher, error) {
	b := &batcher{unit: normalized(x), kind: cfg.Triples, none: !triples}
	switch {
	case cfg.Triples > TriplesRandom:
		return nil, fmt.Errorf("unknown triples %d", cfg.Triples)
	case !triples || cfg.Triples == TriplesRandom || x.Len() <= nearRows:
		return b, nil
	}
	var err error
	b.near, err = nearest64(ctx, b.unit, cfg.Seed)
	return b, err
}

// batch appends n rows drawn by next, or as many as whole groups make, to rows,
// and their triples to triples.
func (b *batcher) batch(rows []int, triples []triple, n int, rng *rand.Rand, next func() int) ([]int, []triple) {
	if b.near == nil {
		for range n {
			rows = append(rows, next())
		}
	}
	for b.near != nil && len(rows)+groupRows <= n {
		rows = b.group(rows, rng, next())
	}
	if b.none {
		return rows, triples
	}
	add := func(a, m, c int) {
		if t, ok := b.order(rows, triple{a, m, c}); ok {
			triples = append(triples, t)
		}
	}
	if b.near == nil {
		for m := range rows {
			for range randomPairs {
				add(rng.IntN(n), m, rng.IntN(n))
			}
		}
		return rows, triples
	}
	for m := 0; m < len(rows); m += groupRows {
		for i := m + 1; i < m+groupRows; i++ {
			for j := m + 1; j < i; j++ {
				add(i, m, j)
			}
			add(i, m, rng.IntN(len(rows)))
		}
	}
	return rows, triples
}

func (b *batcher) group(rows []int, rng *rand.Rand, row int) []int {
	near := b.near[row*nearRows : (row+1)*nearRows]
	rows = append(rows, row, int(near[rng.IntN(nearestRows)]))
	for range groupRows - 2 {
		rows = append(rows, int(near[rng.IntN(nearRows)]))
	}
	return rows
}

// order puts the nearer row of a triple first. There is no triple if rows repeat
// or are equally near.
func (b *batcher) order(rows []int, t triple) (triple, bool) {
	middle := b.unit.Row(rows[t.b])
	a, c := f32.Dot(middle, b.unit.Row(rows[t.a])), f32.Dot(middle, b.unit.Row(rows[t.c]))
	if a < c {
		t.a, t.c = t.c, t.a
	}
	return t, a != c && rows[t.a] != rows[t.b] && rows[t.c] != rows[t.b]
}

// nearest64 returns the nearRows nearest other rows of every row of unit
// vectors, nearest first, ties by row: almost always the true ones.
func nearest64(ctx context.Context, unit Vectors, seed uint64) ([]int32, error) {
	h := &binarize.Head{Bits: nearBits, Dim: unit.Dim, T: make([]float32, nearBits), Method: RandomProjection,
		W: orthogonalRows(newRand(seed, streamNear), nearBits, unit.Dim)}
	codes := h.EncodeAll(nil, unit.Data)
	index, err := search.New(codes, nearBits, nil)
	if err != nil {
		return nil, err
	}
	near := make([]int32, unit.Len()*nearRows)
	parallel.Each(0, unit.Len(), func(i int) {
		if ctx.Err() == nil {
			hits, _ := index.AppendNearest(nil, codes[i*h.Words():(i+1)*h.Words()], shortlist*nearRows, nil) // fails for a code of another length
			byCosine(near[i*nearRows:(i+1)*nearRows], unit, i, hits)
		}
	})
	return near, ctx.Err()
}

// byCosine sets dst to the hits with the largest cosine to a row, itself left out.
func byCosine(dst []int32, unit Vectors, row int, hits []search.Hit) {
	type hit struct {
		row int32
		cos float32
	}
	all := make([]hit, 0, len(hits))
	for _, h := range hits {
		if int(h.Row) != row {
			all = append(all, hit{h.Row, f32.Dot(unit.Row(row), unit.Row(int(h.Row)))})
		}
	}
	slices.SortFunc(all, func(a, b hit) int { return cmp.Or(cmp.Compare(b.cos, a.cos), cmp.Compare(a.row, b.row)) })
	for i := range dst {
		dst[i] = all[i].row
	}
}
