package benchmark

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/search"
	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/train"
)

// mentionCount is how many mentions Mentions makes.
const mentionCount = 2000

// sentenceMentions is how many mentions make a sentence.
const sentenceMentions = 8

// manyTogether is how many mentions are looked up together.
const manyTogether = 32

// lookupRounds is how often every mention is looked up; its median counts.
const lookupRounds = 5

// Mentions returns names of the pack in the ways people write them, always the same ones.
func Mentions(n *core.Normalizer) []string {
	rng := rand.New(rand.NewPCG(1, 2))
	names := n.Contents().Names
	out := make([]string, mentionCount)
	for i := range out {
		out[i] = train.Noise(names.At(rng.IntN(names.Len())), rng)
	}
	return out
}

// Lookup measures look-ups of mentions from end to end, one after the other, what of them the encoder and the scan take,
// and look-ups of many together, also without near names where names are found. progress may be nil.
func Lookup(ctx context.Context, n *core.Normalizer, mentions []string, progress func(stage string, done, total int)) (*Report, error) {
	if len(mentions) == 0 {
		return nil, errors.New("there are no mentions to look up")
	}
	if progress == nil {
		progress = func(string, int, int) {}
	}
	c := n.Contents()
	l := lookups{n: n, hits: make([]search.Hit, 0, core.MaxK)}
	for _, times := range []*[][lookupRounds]float64{&l.whole, &l.code, &l.near, &l.inText} {
		*times = make([][lookupRounds]float64, len(mentions))
	}
	for _, times := range []*[][lookupRounds]float64{&l.many, &l.short} {
		*times = make([][lookupRounds]float64, (len(mentions)+manyTogether-1)/manyTogether)
	}
	var limits [lookupRounds]float64
	var sum uint64
	for round := range lookupRounds {
		progress("look up", round, lookupRounds)
		for i, m := range mentions {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			l.measure(round, i, m)
			l.measureContext(round, i, m, sentence(mentions, i))
		}
		for i := range l.many {
			l.measureMany(round, i, mentions[i*manyTogether:min((i+1)*manyTogether, len(mentions))])
		}
		limits[round] = timed(func() { sum += bitvec.ReadSum(c.Codes) })
	}
	return &Report{CPU: cpuModel(), Kernel: n.Kernel(), Rows: l.rows(median(limits[:]))}, nil
}

// lookups are times in nanoseconds, by mention and round.
type lookups struct {
	n                 *core.Normalizer
	hits              []search.Hit
	whole, code, near [][lookupRounds]float64
	inText            [][lookupRounds]float64 // with a sentence
	many, short       [][lookupRounds]float64 // for one mention of manyTogether, and with Options.SkipNear
}

// sentence returns a text in which mention i stands among others.
func sentence(mentions []string, i int) string {
	var words []string
	for k := range sentenceMentions {
		words = append(words, mentions[(i+k)%len(mentions)])
	}
	return strings.Join(words, ", ")
}

func (l *lookups) measure(round, i int, mention string) {
	l.whole[i][round] = timed(func() { l.n.Lookup(mention, core.DefaultK) })
	l.code[i][round] = timed(func() { l.n.Code(nil, mention) })
	l.near[i][round] = timed(func() { l.hits = l.n.Nearest(l.hits[:0], mention, core.MaxK) })
}

func (l *lookups) measureContext(round, i int, mention, context string) {
	l.inText[i][round] = timed(func() { l.n.LookupWith(mention, core.Options{Context: context}) })
}

func (l *lookups) measureMany(round, i int, mentions []string) {
	queries := make([]core.Query, len(mentions))
	for j, m := range mentions {
		queries[j].Mention = m
	}
	each := float64(len(mentions))
	l.many[i][round] = timed(func() { l.n.LookupMany(queries, core.Options{}) }) / each
	l.short[i][round] = timed(func() { l.n.LookupMany(queries, core.Options{SkipNear: true}) }) / each
}

// rows returns the figures. The scan is what the nearest of all rows take beyond the code; a look-up scans those of about a size.
func (l *lookups) rows(limit float64) []Row {
	whole, code, near := medians(l.whole), medians(l.code), medians(l.near)
	rows := []Row{
		{Variant: "p50", NS: percentile(whole, 0.50)},
		{Variant: "p99", NS: percentile(whole, 0.99)},
		{Variant: "p50 with a sentence", NS: percentile(medians(l.inText), 0.50)},
		{Variant: "mean", NS: mean(whole)},
		{Variant: "mean, text to code", NS: mean(code)},
		{Variant: "mean, scan of all names", NS: mean(near) - mean(code)},
		{Variant: "mean of many together", NS: mean(medians(l.many))},
		{Variant: "the same, names without near ones", NS: mean(medians(l.short))},
		{Variant: limitName, NS: limit},
	}
	for i := range rows {
		rows[i].Case = "lookup"
		rows[i].RatioToLimit = rows[i].NS / limit
	}
	return rows
}

// timed returns the time that f takes, in nanoseconds.
func timed(f func()) float64 {
	start := time.Now()
	f()
	return float64(time.Since(start).Nanoseconds())
}

func medians(times [][lookupRounds]float64) []float64 {
	out := make([]float64, len(times))
	for i := range times {
		out[i] = median(times[i][:])
	}
	return out
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// percentile returns the q-th quantile by nearest rank.
func percentile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]
}
