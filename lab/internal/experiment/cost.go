package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/blas/blas32"

	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/search"
)

const (
	costPairs  = 8192 // rows that a query is compared with
	costRounds = 15
	longest    = 4096
)

type measured struct {
	what      string
	dim, bits int             // the size of floats, or of codes
	compare   func(query int) // with all rows
	ns        []float64       // a pair, by round
}

func (m *measured) bytes() float64 {
	if m.bits > 0 {
		return float64(m.bits) / 8
	}
	return 4 * float64(m.dim)
}

// cost measures storage and time of codes and floats. All ways take turns, round
// after round, so that what else the machine does slows all of them.
func (c *comparison) cost() error {
	c.progress("binarize: cost", 0, 1)
	rows, dim, rounds := costPairs, longest, costRounds
	if c.Options.Small {
		rows, dim, rounds = 256, 512, 2
	}
	texts, equal := c.sentences.fitted.Dim, c.textHead.Bits
	x := c.corpora[0].rows.Dim
	t := Table{Title: fmt.Sprintf("Cost of a pair, on one thread: one query with %d rows, keeping the 10 best", rows),
		Columns: []string{"case", "compared by", "bytes a vector", "ns a pair", "floats take so many times the bytes", "and the time"}}
	for _, v := range []struct {
		name      string
		dim, bits int
	}{
		{fmt.Sprintf("%d dimensions, a bit each", dim), dim, dim},
		{fmt.Sprintf("sentences, equal quality: %d dimensions, %d bits", texts, equal), texts, equal},
		{fmt.Sprintf("names: %d dimensions, %d bits", x, engine.Of(c.Pack).Contents().Bits), x, engine.Of(c.Pack).Contents().Bits},
	} {
		list, err := race(c.ctx, rows, v.dim, v.bits, rounds)
		if err != nil {
			return err
		}
		floats := list[0]
		for _, m := range list {
			t.add(v.name, m.what, int(m.bytes()), median(m.ns), floats.bytes()/m.bytes(), ratio(floats.ns, m.ns))
		}
	}
	c.Setting = append(c.Setting, "Cost: the cosine of vectors of length 1 is their product, by the vector instructions of Gonum's BLAS; Hamming distance is one word after the other in Go, or the search of package internal/core/search with the best instructions of the machine. Times are medians over rounds in which all take turns, ratios medians of ratios within a round; they differ from run to run, and are the only figures here that do.")
	c.Tables = append(c.Tables, t)
	return nil
}

// race times random vectors and codes. The first way is by floats.
func race(ctx context.Context, rows, dim, bits, rounds int) ([]*measured, error) {
	const queries = 4
	rng := rand.New(rand.NewPCG(1, 1))
	floats := make([]float32, (rows+queries)*dim)
	for i := range floats {
		floats[i] = float32(rng.NormFloat64())
	}
	words := bits / 64
	codes := make([]uint64, (rows+queries)*words)
	for i := range codes {
		codes[i] = rng.Uint64()
	}
	index, err := search.New(codes[:rows*words], bits, nil)
	if err != nil {
		return nil, err
	}
	vector := func(i int) blas32.Vector { return blas32.Vector{N: dim, Inc: 1, Data: floats[i*dim : (i+1)*dim]} }
	code := func(i int) []uint64 { return codes[i*words : (i+1)*words] }
	var hits []search.Hit
	list := []*measured{
		{what: "cosine, float32", dim: dim, compare: func(q int) {
			best := newTop()
			for i := range rows {
				best.offer(blas32.Dot(vector(rows+q), vector(i)))
			}
		}},
		{what: "Hamming distance, word by word", bits: bits, compare: func(q int) {
			best := newTop()
			for i := range rows {
				best.offer(-float32(bitvec.Distance(code(rows+q), code(i))))
			}
		}},
		{what: "Hamming distance, search (" + bitvec.Best().Name() + ")", bits: bits, compare: func(q int) {
			hits, _ = index.AppendNearest(hits[:0], code(rows+q), len(top{}), nil)
		}},
	}
	for range rounds {
		for _, m := range list {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			start := time.Now()
			for q := range queries {
				m.compare(q)
			}
			m.ns = append(m.ns, max(1, float64(time.Since(start).Nanoseconds()))/float64(queries*rows))
		}
	}
	return list, nil
}

// top holds the largest scores, the smallest of them first.
type top [10]float32

func newTop() *top {
	t := new(top)
	for i := range t {
		t[i] = float32(math.Inf(-1))
	}
	return t
}

func (t *top) offer(score float32) {
	if score <= t[0] {
		return
	}
	t[0] = score
	for i := 1; i < len(t) && t[i] < t[i-1]; i++ {
		t[i], t[i-1] = t[i-1], t[i]
	}
}

func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	return s[len(s)/2]
}

// ratio returns the median of the ratios of two ways in the same round.
func ratio(a, b []float64) float64 {
	var out []float64
	for i := range a {
		out = append(out, a[i]/b[i])
	}
	return median(out)
}
