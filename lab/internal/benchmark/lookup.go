package benchmark

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/lab/internal/readsum"
)

const (
	sentenceMentions = 8  // of a sentence
	manyTogether     = 32 // mentions looked up together
	lookupRounds     = 5  // of which the median counts
)

// Lookup measures lookups from end to end, what of them encoder and scan take, and lookups of many mentions together,
// with and without near names of exact matches; and where the time of a look-up goes, by outcome and length. progress may be nil.
func Lookup(ctx context.Context, n *core.Normalizer, mentions []string, progress func(stage string, done, total int)) (*Report, error) {
	if len(mentions) == 0 {
		return nil, errors.New("there are no mentions to look up")
	}
	if progress == nil {
		progress = func(string, int, int) {}
	}
	hits := make([]search.Hit, 0, core.MaxK)
	var whole, listed, code, near, inText, many probe
	var parts profile
	codes := engine.Of(n).Contents().Codes
	var limits [lookupRounds]float64
	var sum uint64
	for round := range lookupRounds {
		progress("look up", round, lookupRounds)
		for i, m := range mentions {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			text := sentence(mentions, i)
			whole.time(round, i, func() { n.Lookup(m, core.DefaultK) })
			listed.time(round, i, func() { n.LookupWith(m, core.Options{Near: true}) })
			code.time(round, i, func() { n.Code(nil, m) })
			near.time(round, i, func() { hits = engine.Of(n).Nearest(hits[:0], m, core.MaxK) })
			inText.time(round, i, func() { n.LookupWith(m, core.Options{Context: text}) })
			parts.look(n, i, m)
		}
		group := 0
		for list := range slices.Chunk(mentions, manyTogether) {
			queries := make([]core.Query, len(list))
			for j, m := range list {
				queries[j].Mention = m
			}
			many.time(round, group, func() { n.LookupMany(queries, core.Options{}) })
			group++
		}
		limits[round] = timed(func() { sum += readsum.Of(codes) })
	}
	ofEach, limit := float64(len(mentions)), median(limits[:])
	rows := []Row{
		{Variant: "p50", NS: percentile(whole.medians(), 0.50)},
		{Variant: "p99", NS: percentile(whole.medians(), 0.99)},
		{Variant: "p50 with near names", NS: percentile(listed.medians(), 0.50)},
		{Variant: "p99 with near names", NS: percentile(listed.medians(), 0.99)},
		{Variant: "p50 with a sentence", NS: percentile(inText.medians(), 0.50)},
		{Variant: "mean", NS: whole.total() / ofEach},
		{Variant: "mean, text to code", NS: code.total() / ofEach},
		{Variant: "mean, scan of all names", NS: (near.total() - code.total()) / ofEach}, // a look-up scans those of about its size
		{Variant: "mean of many together", NS: many.total() / ofEach},
		{Variant: "read limit", NS: limit},
	}
	for i := range rows {
		rows[i].Case, rows[i].RatioToLimit = "lookup", rows[i].NS/limit
	}
	return &Report{CPU: cpuModel(), Kernel: engine.Of(n).Kernel(), Rows: rows, Kinds: parts.kinds(mentions)}, nil
}

func sentence(mentions []string, i int) string {
	var words []string
	for k := range sentenceMentions {
		words = append(words, mentions[(i+k)%len(mentions)])
	}
	return strings.Join(words, ", ")
}

// probe is the nanoseconds of one kind of lookup, by mention (or group of mentions) and round.
type probe [][lookupRounds]float64

// time measures f in a round. Mentions are numbered in the order of the first round.
func (p *probe) time(round, i int, f func()) {
	if i == len(*p) {
		*p = append(*p, [lookupRounds]float64{})
	}
	(*p)[i][round] = timed(f)
}

func (p probe) medians() []float64 {
	out := make([]float64, len(p))
	for i := range p {
		out[i] = median(slices.Clone(p[i][:]))
	}
	return out
}

func (p probe) total() float64 { return floats.Sum(p.medians()) }

// percentile returns the q-th quantile by nearest rank.
func percentile(values []float64, q float64) float64 {
	return stat.Quantile(q, stat.Empirical, slices.Sorted(slices.Values(values)), nil)
}

func timed(f func()) float64 {
	start := time.Now()
	f()
	return float64(time.Since(start).Nanoseconds())
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
