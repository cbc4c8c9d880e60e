package codesearch

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/lab/internal/readsum"
)

const (
	limitName       = "read limit"
	indexName       = "index"
	indexFilterName = "index, filter 10 %"
	indexBatchName  = "index, batch of 256"
)

const (
	topK        = 10
	batchSize   = 256
	checked     = 4   // queries compared with plain Go
	filterShare = 0.1 // of the rows
)

// DefaultRows and DefaultBits are the sizes that Search measures: human genes, the genes of all model organisms, and
// room to grow.
var (
	DefaultRows = []int{123_590, 2_400_000, 10_000_000}
	DefaultBits = []int{64, 128, 256, 512, 1024}
)

// SearchOptions says what Search measures. The zero value asks for everything.
type SearchOptions struct {
	Rows  []int // numbers of codes; none: DefaultRows
	Bits  []int // widths, multiples of 64; none: DefaultBits
	Quick bool  // three rounds only

	// Note is told what is left out and why, Progress how many cases are done. Both may be nil.
	Note     func(string)
	Progress func(stage string, done, total int)
}

// Search measures every way to find the ten nearest codes. It fails if one of them is wrong, ctx ends, or a size is out
// of range.
func Search(ctx context.Context, o SearchOptions) (*Report, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	rep := &Report{Kernel: bitvec.Best().Name()}
	noted := map[string]bool{}
	done := 0
	for _, rows := range o.Rows {
		for _, bits := range o.Bits {
			o.Progress("search", done, len(o.Rows)*len(o.Bits))
			c := &searchCase{SearchOptions: o, source: newSource(bits), corpus: corpus{bits: bits, words: bits / 64, rows: rows}}
			c.Note = func(s string) {
				if !noted[s] {
					noted[s] = true
					o.Note(s)
				}
			}
			got, err := c.run(ctx)
			if err != nil {
				return nil, err
			}
			rep.Rows = append(rep.Rows, got...)
			done++
		}
	}
	return rep, nil
}

func (o *SearchOptions) setDefaults() error {
	if len(o.Rows) == 0 {
		o.Rows = DefaultRows
	}
	if len(o.Bits) == 0 {
		o.Bits = DefaultBits
	}
	if i := slices.IndexFunc(o.Rows, func(n int) bool { return n < 1 || n > bitvec.MaxRows }); i >= 0 {
		return fmt.Errorf("%d codes: want 1 to %d", o.Rows[i], bitvec.MaxRows)
	}
	if i := slices.IndexFunc(o.Bits, func(n int) bool { return n < search.MinBits || n > search.MaxBits || n%64 != 0 }); i >= 0 {
		return fmt.Errorf("%d bits: want a multiple of 64 from %d to %d", o.Bits[i], search.MinBits, search.MaxBits)
	}
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return nil
}

// Row is a variant in a case.
type Row struct {
	Case, Variant string
	NS            float64 // per query, in nanoseconds
	RatioToLimit  float64 // NS over the time to read the same codes once
	RatioToScan   float64 // NS over that of the index's scan of all rows; 0 for the limit
}

// Report is what Search found.
type Report struct {
	Kernel string // of the scan in use
	Rows   []Row
}

type searchCase struct {
	SearchOptions
	*source
	corpus
}

func (c *searchCase) name() string { return fmt.Sprintf("%d x %d", c.corpus.rows, c.bits) }

func (c *searchCase) effort() effort {
	if c.Quick {
		return quick
	}
	return thorough
}

// perRound returns the queries of a round: few where a scan is long.
func (c *searchCase) perRound() int { return min(max(1, 2_000_000/c.corpus.rows), 16) }

func (c *searchCase) run(ctx context.Context) ([]Row, error) {
	debug.FreeOSMemory() // the case before has left gigabytes behind
	c.codes = c.clustered(bitvec.Make[uint64](c.corpus.rows * c.corpus.words))
	c.allow = c.source.rows(c.corpus.rows, filterShare)
	x, err := search.New(c.codes, c.bits, nil)
	if err != nil {
		return nil, err
	}
	vs, err := c.variants(x)
	if err != nil {
		return nil, err
	}
	qs := c.clustered(make([]uint64, batchSize*c.corpus.words))
	return c.measure(ctx, c.name(), vs, qs)
}

func (c *searchCase) variants(x *search.Index) ([]variant, error) {
	vs, missing, err := c.kernelVariants()
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		c.Note("not run, as this processor lacks the instructions: kernel " + strings.Join(missing, ", "))
	}
	index, err := c.indexVariants(x)
	if err != nil {
		return nil, err
	}
	vs = append(vs, index...)
	vs = append(vs, c.bitsetVariant())
	if size := c.floatBytes(); size <= floatLimit {
		vs = append(vs, c.floatVariant(floats(c.codes)))
	} else {
		c.Note(fmt.Sprintf("not run: float32 dot over %s, which takes %.1f GB", c.name(), float64(size)/1e9))
	}
	return vs, nil
}

// measure checks the variants and times them next to the limit.
func (c *searchCase) measure(ctx context.Context, name string, vs []variant, qs []uint64) ([]Row, error) {
	some := qs[:checked*c.corpus.words]
	right := c.answer(some)
	for i := range vs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := vs[i].check(&c.corpus, some, right); err != nil {
			return nil, err
		}
	}
	var sum uint64
	limit := one(limitName, func(dst []search.Hit, _ []uint64) ([]search.Hit, error) {
		sum += readsum.Of(c.codes)
		return dst, nil
	})
	vs = slices.Insert(slices.Clone(vs), 0, limit)
	t, err := interleave(ctx, vs, qs, c.corpus.words, c.perRound(), c.effort())
	if err != nil {
		return nil, err
	}
	scan := slices.IndexFunc(vs, func(v variant) bool { return v.name == indexName })
	return t.rows(name, vs, 0, scan), nil
}
