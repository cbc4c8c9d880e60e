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

// Texts counts the names that were found in texts.
type Texts struct {
	Texts    int // read
	With     int // in which a name occurs
	Names    int // that occur
	Entities int // that have such a name
}

func chained(all []iter.Seq2[string, error]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, texts := range all {
			for text, err := range texts {
				if !yield(text, err) {
					return
				}
			}
		}
	}
}

const (
	enoughTexts = 3       // that name an entity whose weight says what a text is worth
	textShare   = 1. / 30 // of that which a text is worth to others: texts for patients name more diseases than genes
)

// compare adds to the weights of entities of estimated namespaces what texts show, on the scale of the known ones: what a
// text is worth is a share of the median of what it is worth for those. Else aspirin is less known than a gene of which
// few have heard. Names of several entities tell nothing.
func compare(ctx context.Context, t *data.Terminology, estimated []string, texts iter.Seq2[string, error], progress Progress) error {
	b := newNamedBy(t.Entities)
	if _, err := b.read(ctx, texts, func(done int) { progress("texts", done, -1) }); err != nil {
		return err
	}
	known := func(e int) bool { return !slices.Contains(estimated, t.Entities[e].Namespace) }
	alone := b.alone(len(t.Entities))
	var worths []float64
	top := 0.0
	for e, n := range alone {
		w := t.Entities[e].Weight
		if top = max(top, w); known(e) && n >= enoughTexts {
			worths = append(worths, w/float64(n))
		}
	}
	if len(worths) == 0 {
		return nil
	}
	worth := textShare * median(worths)
	for e, n := range alone {
		if w := &t.Entities[e].Weight; !known(e) {
			*w = min(*w+float64(worth*float64(n)), top)
		}
	}
	return nil
}

// alone returns how many texts have names that are of each entity alone.
func (b *namedBy) alone(entities int) []int {
	out := make([]int, entities)
	for n, of := range b.entities {
		if len(of) == 1 {
			out[of[0]] += b.counts[n]
		}
	}
	return out
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
