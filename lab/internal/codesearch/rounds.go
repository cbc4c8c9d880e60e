package codesearch

import (
	"context"
	"math"
	"time"

	"github.com/normlet/normlet/internal/core/search"
)

// effort says how long to measure one case.
type effort struct {
	rounds int           // at least
	most   int           // rounds at most
	time   time.Duration // after which no further round begins
}

var (
	quick    = effort{rounds: 3, most: 3}
	thorough = effort{rounds: 5, most: 41, time: 3 * time.Second}
)

// timings are nanoseconds per query by variant and round.
type timings [][]float64

// interleave runs the variants in turn over the same queries, round after round.
func interleave(ctx context.Context, vs []variant, qs []uint64, words, perRound int, e effort) (timings, error) {
	t := make(timings, len(vs))
	queries := len(qs) / words
	dst := make([][]search.Hit, queries)
	start := time.Now()
	for round := 0; round < e.rounds || round < e.most && time.Since(start) < e.time; round++ {
		for i, v := range vs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			n := max(v.batch, perRound/v.batch*v.batch)
			first := round * perRound % (queries - n + 1)
			ns, err := fastest(func() error { return v.search(dst[:n], qs[first*words:(first+n)*words]) })
			if err != nil {
				return nil, err
			}
			t[i] = append(t[i], ns/float64(n))
		}
	}
	return t, nil
}

// fastest returns the fastest of three tries in nanoseconds, since other work only ever slows one. Long searches have
// one try.
func fastest(search func() error) (ns float64, err error) {
	const long = 50 * time.Millisecond
	best := time.Duration(math.MaxInt64)
	for try, spent := 0, time.Duration(0); try < 3 && spent < long; try++ {
		begin := time.Now()
		if err := search(); err != nil {
			return 0, err
		}
		took := time.Since(begin)
		spent += took
		best = min(best, took)
	}
	return float64(best.Nanoseconds()), nil
}

// ratio returns the median ratio of two variants in the same round.
func (t timings) ratio(variant, base int) float64 {
	ratios := make([]float64, len(t[variant]))
	for i, ns := range t[variant] {
		ratios[i] = ns / t[base][i]
	}
	return median(ratios)
}

// rows returns the medians. limit and scan are the variants to compare with, negative for none.
func (t timings) rows(name string, vs []variant, limit, scan int) []Row {
	var rows []Row
	for i, v := range vs {
		r := Row{Case: name, Variant: v.name, NS: median(append([]float64(nil), t[i]...))}
		if limit >= 0 {
			r.RatioToLimit = t.ratio(i, limit)
		}
		if scan >= 0 && i != limit {
			r.RatioToScan = t.ratio(i, scan)
		}
		rows = append(rows, r)
	}
	return rows
}
