package search

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/parallel"
)

// Code widths, in bits, that an Index takes: multiples of 64 in this range.
const (
	MinBits = 64
	MaxBits = 4096
)

// Hit is one found row and its Hamming distance to the query, in bits.
type Hit struct{ Row, Distance int32 }

// Options changes one search. A nil *Options is the same as a zero one.
type Options struct {
	Filter   *Filter // rows that may be returned; nil allows all
	From, To int     // the same by number: rows [From, To), at multiples of 64 or at the end; all if To is 0
}

// Index is an immutable set of codes. It is safe for concurrent use.
type Index struct {
	table *bitvec.Table
	bits  int
	words int
	all   *Filter
	pool  sync.Pool // of *collector

	fourPool sync.Pool // of *four; without New where the kernel has no such scan
}

// New indexes row-major codes of the given number of bits: bits/64 words a row. The caller must not change codes
// afterwards. Unless order is nil, row i of the index is row order[i] of the codes, each once.
func New(codes []uint64, bits int, order []int32) (*Index, error) {
	return newIndex(codes, bits, bitvec.Best(), order)
}

func checkCodes(codes []uint64, bits int) error {
	if bits < MinBits || bits > MaxBits || bits%64 != 0 {
		return fmt.Errorf("search: codes of %d bits; want a multiple of 64 from %d to %d", bits, MinBits, MaxBits)
	}
	if err := bitvec.Check(codes, bits/64); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	return nil
}

func newIndex(codes []uint64, bits int, kernel *bitvec.Kernel, order []int32) (*Index, error) {
	if err := checkCodes(codes, bits); err != nil {
		return nil, err
	}
	table, err := bitvec.NewTable(kernel, codes, bits/64, order)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	x := &Index{table: table, bits: bits, words: bits / 64}
	if x.all, err = x.NewFilter(nil); err != nil {
		return nil, err
	}
	x.pool.New = func() any { return newCollector(bits) }
	if table.NewFour() != nil {
		x.fourPool.New = func() any { return &four{Four: table.NewFour()} }
	}
	return x, nil
}

func (x *Index) Len() int { return x.table.Rows() }

// AppendNearest appends the k rows nearest to q, ordered by distance and then by row, to dst. It appends fewer when fewer
// rows are allowed, and none when k is not positive. q holds one code. It allocates only to grow dst, and to scan millions
// of rows with several goroutines.
func (x *Index) AppendNearest(dst []Hit, q []uint64, k int, o *Options) ([]Hit, error) {
	in, err := x.check(q, 1, o)
	if err != nil {
		return dst, err
	}
	if k = min(k, in.filter.count); k <= 0 {
		return dst, nil
	}
	c := x.ask(q, k)
	defer x.pool.Put(c)
	if parts := in.parts(); parts > 1 {
		return x.scanParts(dst, c, in, parts), nil
	}
	c.bound(x.table, in)
	c.scan(x.table, in.filter, in.from, in.to)
	return c.complete(dst, x.table, in), nil
}

// ask returns a collector for the k rows nearest to q, of which it keeps a copy: the caller's may live on the stack.
func (x *Index) ask(q []uint64, k int) *collector {
	c := x.pool.Get().(*collector)
	c.q = append(c.q[:0], q...)
	x.table.Prepare(&c.query, c.q)
	c.reset(k, x.bits)
	return c
}

// partRows is how many rows a goroutine scans at least: a millisecond's work, beside which starting it is nothing.
const partRows = 1 << 21

// parts returns how many goroutines scan a subset.
func (s subset) parts() int { return min(runtime.GOMAXPROCS(0), (s.to-s.from)/partRows) }

// scanParts is the scan of collector c by several goroutines. Of the nearest rows of each part, the nearest are those of
// all: the answer is the same.
func (x *Index) scanParts(dst []Hit, c *collector, in subset, parts int) []Hit {
	found := make([][]Hit, parts)
	parallel.Parts(parts, (in.to-in.from+63)/64, func(part, lo, hi int) {
		p := x.ask(c.q, c.k)
		defer x.pool.Put(p)
		p.scan(x.table, in.filter, in.from+64*lo, min(in.from+64*hi, in.to))
		found[part] = p.appendSorted(nil)
	})
	base := len(dst)
	for _, hits := range found {
		dst = append(dst, hits...)
	}
	slices.SortFunc(dst[base:], func(a, b Hit) int { return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Row, b.Row)) })
	return dst[:base+min(c.k, len(dst)-base)]
}

// subset is the rows that a search may return.
type subset struct {
	filter   *Filter
	from, to int
}

// check returns the rows to search, or why n queries of q or the options do not fit the index.
func (x *Index) check(q []uint64, n int, o *Options) (subset, error) {
	in := subset{x.all, 0, x.Len()}
	if len(q) != n*x.words {
		return in, fmt.Errorf("search: query of %d words does not fit the index of %d bits: want %d", len(q), x.bits, n*x.words)
	}
	if o == nil {
		return in, nil
	}
	if o.Filter != nil {
		in.filter = o.Filter
	}
	if in.filter.rows != x.Len() {
		return in, fmt.Errorf("search: filter over %d rows does not fit the index of %d rows", in.filter.rows, x.Len())
	}
	if o.To != 0 {
		in.from, in.to = o.From, o.To
	}
	if in.from < 0 || in.from > in.to || in.to > x.Len() || in.from%64 != 0 || in.to%64 != 0 && in.to != x.Len() {
		return in, fmt.Errorf("search: rows [%d,%d) do not fit the index of %d rows: want multiples of 64, or the end", in.from, in.to, x.Len())
	}
	return in, nil
}
