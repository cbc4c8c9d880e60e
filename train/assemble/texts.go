package assemble

import (
	"context"
	"iter"
	"slices"

	"github.com/normlet/normlet/train/data"
)

// Texts tell how often people write about the entities of a list: each text in which a name
// of an entity stands counts once. What a name of several entities counts is shared among
// them in proportion to their weights (expectation maximization), so that "E. coli" counts
// for Escherichia coli where that is written out, too.

const (
	textWeight = 10 // what a text adds to the weight of its entity, in median weights
	textRounds = 8  // of expectation maximization
)

// Texts says what was found in texts.
type Texts struct {
	Texts    int // read
	With     int // in which a name occurs
	Names    int // that occur
	Entities int // that have such a name
}

// namedBy are the names of a list, as texts have them.
type namedBy struct {
	phrases  *phrases
	entities [][]int32 // of each name
	counts   []int     // texts that have it
	last     []int     // text that had it last, from 1
}

func newNamedBy(entities []data.Entity) *namedBy {
	b := &namedBy{phrases: newPhrases()}
	for e := range entities {
		for _, name := range entities[e].Names {
			n := b.phrases.add(name.Text)
			if n < 0 {
				continue
			}
			if int(n) == len(b.entities) {
				b.entities = append(b.entities, nil)
			}
			if who := b.entities[n]; len(who) == 0 || who[len(who)-1] != int32(e) {
				b.entities[n] = append(who, int32(e))
			}
		}
	}
	b.counts, b.last = make([]int, len(b.entities)), make([]int, len(b.entities))
	return b
}

// read counts the names in texts.
func (b *namedBy) read(ctx context.Context, texts iter.Seq2[string, error], progress func(done int)) (Texts, error) {
	var report Texts
	var pieces []piece
	for text, err := range texts {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return report, err
		}
		report.Texts++
		found := false
		pieces = b.phrases.read(pieces[:0], text)
		b.phrases.find(pieces, func(n int32) {
			found = true
			if b.last[n] != report.Texts {
				b.last[n] = report.Texts
				b.counts[n]++
			}
		})
		if found {
			report.With++
		}
		progress(report.Texts)
	}
	entities := map[int32]bool{}
	for n, count := range b.counts {
		if count > 0 {
			report.Names++
			for _, e := range b.entities[n] {
				entities[e] = true
			}
		}
	}
	report.Entities = len(entities)
	return report, nil
}

// weights returns the weights of entities, given what they were before the texts.
func (b *namedBy) weights(before []float64) []float64 {
	worth := textWeight * max(median(slices.Clone(before)), 1)
	out := slices.Clone(before)
	for range textRounds {
		next := slices.Clone(before)
		for n, count := range b.counts {
			if count == 0 {
				continue
			}
			all := 0.0
			for _, e := range b.entities[n] {
				all += out[e] + 1
			}
			for _, e := range b.entities[n] {
				next[e] += worth * float64(count) * (out[e] + 1) / all
			}
		}
		out = next
	}
	return out
}
