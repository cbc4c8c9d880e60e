package normlet

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Answer is what a mention means: the columns that normlet map adds, as it writes them.
type Answer struct {
	Mention                            string
	ID, Name, Matched, Stage, Score, P string
	NIL, Empty, Tied                   bool
	Verdict                            string
	Extra                              []string // those of Job.Add
}

// Lookup takes mentions (string), such as a column of another source, and returns an Answer for each different one. Of
// the job it needs what concerns answers. The caller joins the answers back by the mention.
func Lookup(s beam.Scope, j Job, mentions beam.PCollection) beam.PCollection {
	s = s.Scope("Lookup")
	return beam.ParDo(s, &lookupFn{Job: j}, beam.GroupByKey(s, beam.ParDo(s, asKey, mentions)))
}

func asKey(mention string) (string, bool) { return mention, true }

// lookupFn answers mentions in batches.
type lookupFn struct {
	Job    Job
	pack   *shared
	column *mapping.Column
	batch  []string
}

// Setup opens the pack, unless this process has it already.
func (f *lookupFn) Setup() (err error) {
	if f.pack, err = openPack(f.Job.Pack); err != nil {
		return err
	}
	f.column = mapping.NewColumn(f.Job.answering(f.pack.Normalizer))
	f.column.Numeric = len(f.Job.Shape.Numeric) > 0
	return nil
}

// Teardown gives the pack back.
func (f *lookupFn) Teardown() error { return f.pack.close() }

// ProcessElement takes a mention into the batch.
func (f *lookupFn) ProcessElement(ctx context.Context, mention string, _ func(*bool) bool, emit func(Answer)) error {
	if f.batch = append(f.batch, mention); len(f.batch) >= batchQuestions {
		return f.FinishBundle(ctx, emit)
	}
	return nil
}

// FinishBundle answers the batch.
func (f *lookupFn) FinishBundle(ctx context.Context, emit func(Answer)) error {
	for chunk := range slices.Chunk(f.batch, atOnce) {
		cells, err := f.column.Map(chunk)
		if err != nil {
			return err
		}
		for i, c := range cells {
			emit(newAnswer(chunk[i], &c))
		}
	}
	counters(ctx)("mentions", len(f.batch))
	f.batch = f.batch[:0]
	return nil
}

func newAnswer(mention string, c *mapping.Cell) Answer {
	t := c.Texts()
	return Answer{mention, t[0], t[1], t[2], t[3], t[4], t[5], c.NIL, c.Empty, c.Tied, c.Verdict, c.Extra}
}
