package codesearch

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/bits-and-blooms/bitset"
	"gonum.org/v1/gonum/blas/blas32"

	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/core/search"
)

type variant struct {
	name     string
	batch    int  // queries answered together
	freeTies bool // equal distances come in any order
	filtered bool // only the rows of corpus.allow

	// search answers len(dst) queries, the codes in qs, and reuses the memory of dst.
	search func(dst [][]search.Hit, qs []uint64) error
}

// one makes a variant that answers queries one by one.
func one(name string, nearest func(dst []search.Hit, q []uint64) ([]search.Hit, error)) variant {
	return variant{name: name, batch: 1, search: func(dst [][]search.Hit, qs []uint64) (err error) {
		words := len(qs) / len(dst)
		for i := range dst {
			if dst[i], err = nearest(dst[i][:0], qs[i*words:(i+1)*words]); err != nil {
				return err
			}
		}
		return nil
	}}
}

type corpus struct {
	codes []uint64 // row-major
	bits  int
	words int
	rows  int
	allow []uint64 // the rows of the filtered variant
}

// kernelVariants returns a scan with every kernel that runs here, and the names of the others.
func (c *corpus) kernelVariants() (vs []variant, missing []string, err error) {
	for _, k := range bitvec.Kernels() {
		if !k.Runnable() {
			missing = append(missing, k.Name())
			continue
		}
		t, err := bitvec.NewTable(k, c.codes, c.words, nil)
		if err != nil {
			return nil, nil, err
		}
		vs = append(vs, one("kernel "+k.Name(), c.scan(t)))
	}
	return vs, missing, nil
}

func (c *corpus) scan(t *bitvec.Table) func([]search.Hit, []uint64) ([]search.Hit, error) {
	all := make([]uint64, (c.rows+63)/64)
	for row := range c.rows {
		all[row/64] |= 1 << (row % 64)
	}
	var found [64]bitvec.Hit
	var query bitvec.Query
	return func(dst []search.Hit, q []uint64) ([]search.Hit, error) {
		best := newTop(dst, topK, c.bits)
		t.Prepare(&query, q)
		for from := 0; from < c.rows; {
			var n int
			n, from = t.Scan(found[:], &query, all, from, c.rows, best.limit())
			for _, h := range found[:n] {
				if int(h.Distance) < best.limit() {
					best.offer(int(h.Row), int(h.Distance))
				}
			}
		}
		return best.hits, nil
	}
}

// naive is the loop that checks all variants.
func (c *corpus) naive(allow []uint64) func([]search.Hit, []uint64) []search.Hit {
	return func(dst []search.Hit, q []uint64) []search.Hit {
		best := newTop(dst, topK, c.bits)
		for row := range c.rows {
			if allow != nil && allow[row/64]>>(row%64)&1 == 0 {
				continue
			}
			d := 0
			for i, w := range c.codes[row*c.words : (row+1)*c.words] {
				d += bits.OnesCount64(w ^ q[i])
			}
			if d < best.limit() {
				best.offer(row, d)
			}
		}
		return best.hits
	}
}

// indexVariants returns normlet's own search: alone, filtered and batched.
func (c *corpus) indexVariants(x *search.Index) ([]variant, error) {
	f, err := x.NewFilter(bitset.FromWithLength(uint(x.Len()), c.allow))
	if err != nil {
		return nil, err
	}
	nearest := func(o search.Options) func([]search.Hit, []uint64) ([]search.Hit, error) {
		return func(dst []search.Hit, q []uint64) ([]search.Hit, error) { return x.AppendNearest(dst, q, topK, &o) }
	}
	filtered := one(indexFilterName, nearest(search.Options{Filter: f}))
	filtered.filtered = true
	batch := variant{name: indexBatchName, batch: batchSize, search: func(dst [][]search.Hit, qs []uint64) error {
		_, err := x.NearestBatch(dst, qs, topK, nil)
		return err
	}}
	return []variant{one(indexName, nearest(search.Options{})), filtered, batch}, nil
}

func (c *corpus) bitsetVariant() variant {
	sets := make([]*bitset.BitSet, c.rows)
	for i := range sets {
		sets[i] = bitset.From(c.codes[i*c.words : (i+1)*c.words])
	}
	return one("bitset", func(dst []search.Hit, q []uint64) ([]search.Hit, error) {
		best, set := newTop(dst, topK, c.bits), bitset.From(q)
		for row, s := range sets {
			if d := int(set.SymmetricDifferenceCardinality(s)); d < best.limit() {
				best.offer(row, d)
			}
		}
		return best.hits, nil
	})
}

// floatLimit bounds the memory of vectors.
const floatLimit = 2 << 30

func (c *corpus) floatBytes() int64 { return int64(c.rows) * int64(c.bits) * 4 }

// floats returns codes as vectors of signs. Their dot product is bits - 2 x Hamming distance.
func floats(codes []uint64) []float32 {
	out := make([]float32, 0, len(codes)*64)
	for _, w := range codes {
		for bit := range 64 {
			out = append(out, float32(int(w>>bit&1)*2-1))
		}
	}
	return out
}

func (c *corpus) floatVariant(data []float32) variant {
	return one("float32 dot", func(dst []search.Hit, q []uint64) ([]search.Hit, error) {
		best := newTop(dst, topK, c.bits)
		query := blas32.Vector{N: c.bits, Inc: 1, Data: floats(q)}
		row := blas32.Vector{N: c.bits, Inc: 1}
		least := float32(math.Inf(-1)) // dot products above it are wanted
		for r := range c.rows {
			row.Data = data[r*c.bits : (r+1)*c.bits]
			if dot := blas32.Dot(query, row); dot > least {
				best.offer(r, (c.bits-int(dot))/2)
				least = float32(c.bits - 2*best.limit())
			}
		}
		return best.hits, nil
	})
}

// results holds the right hits of queries, over all rows and over the filtered ones.
type results struct{ all, filtered [][]search.Hit }

func (c *corpus) answer(qs []uint64) (r results) {
	all, filtered := c.naive(nil), c.naive(c.allow)
	for ; len(qs) > 0; qs = qs[c.words:] {
		r.all = append(r.all, all(nil, qs[:c.words]))
		r.filtered = append(r.filtered, filtered(nil, qs[:c.words]))
	}
	return r
}

func (v *variant) check(c *corpus, qs []uint64, right results) error {
	want := right.all
	if v.filtered {
		want = right.filtered
	}
	got := make([][]search.Hit, len(want))
	if err := v.search(got, qs); err != nil {
		return fmt.Errorf("%s over %d x %d bits: %w", v.name, c.rows, c.bits, err)
	}
	for i := range want {
		if !sameHits(got[i], want[i], v.freeTies) {
			return fmt.Errorf("%s over %d x %d bits: query %d gives %v, plain Go %v: one of them is wrong", v.name, c.rows, c.bits, i, got[i], want[i])
		}
	}
	return nil
}

// top keeps the k nearest rows, offered in row order, for variants without a search of their own.
type top struct {
	hits []search.Hit // by distance, then row
	k    int
	none int // the distance that no row has
}

func newTop(dst []search.Hit, k, bits int) top { return top{dst[:0], k, bits + 1} }

// limit is the distance that a row has to undercut.
func (t *top) limit() int {
	if len(t.hits) < t.k {
		return t.none
	}
	return int(t.hits[t.k-1].Distance)
}

// offer adds a row nearer than limit.
func (t *top) offer(row, distance int) {
	if len(t.hits) == t.k {
		t.hits = t.hits[:t.k-1]
	}
	at := len(t.hits)
	for at > 0 && int(t.hits[at-1].Distance) > distance {
		at--
	}
	t.hits = slices.Insert(t.hits, at, search.Hit{Row: int32(row), Distance: int32(distance)})
}

// sameHits compares results, by distance alone if the searcher may choose among ties.
func sameHits(got, want []search.Hit, freeTies bool) bool {
	return slices.EqualFunc(got, want, func(a, b search.Hit) bool {
		return a.Distance == b.Distance && (freeTies || a.Row == b.Row)
	})
}

func median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
