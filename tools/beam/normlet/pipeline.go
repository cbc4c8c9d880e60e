package normlet

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/normlet/normlet/tools/normlet/answer"
)

func init() {
	register.DoFn4x1[context.Context, int64, func(string, []byte), func([]byte), error](&readFn{})
	register.DoFn4x1[context.Context, string, func(*[]byte) bool, func(int64, []byte), error](&mapFn{})
	register.DoFn4x1[context.Context, string, func(*[]byte) bool, func(int64, []byte), error](&documentFn{})
	register.DoFn2x0[[]byte, func(int64, []byte)](&seedFn{})
	register.DoFn3x1[context.Context, int64, func(*[]byte) bool, error](&writeFn{})
	register.DoFn3x1[context.Context, int64, func(*[]byte) bool, error](&lettersFn{})
	register.DoFn4x1[context.Context, string, func(*bool) bool, func(Answer), error](&lookupFn{})
	register.DoFn4x1[context.Context, string, string, func(string, answer.Span), error](&annotateFn{})
	register.Function1x2(asKey)
	register.Function1x2(seedLetters)
	register.Function1x2(keyLetter)
	register.Emitter1[[]byte]()
	register.Emitter2[string, []byte]()
	register.Emitter2[int64, []byte]()
	register.Emitter1[Answer]()
	register.Emitter2[string, answer.Span]()
	register.Iter1[[]byte]()
	register.Iter1[bool]()
}

// Tables reads, maps and writes the files of a job that is prepared.
func Tables(s beam.Scope, j Job) {
	rows, dead := Read(s, j)
	Write(s, j, Map(s, j, rows), dead)
}

// Read reads the files: rows under their questions, and dead letters.
func Read(s beam.Scope, j Job) (rows, dead beam.PCollection) {
	s = s.Scope("Read")
	numbers := make([]int64, len(j.Files))
	for i := range numbers {
		numbers[i] = int64(i)
	}
	files := beam.Reshuffle(s, beam.CreateList(s, numbers)) // or one worker would read all
	return beam.ParDo2(s, &readFn{j}, files)
}

// Map looks every question up once, and returns the rows with their answers under the numbers of their parts.
func Map(s beam.Scope, j Job, rows beam.PCollection) beam.PCollection {
	s = s.Scope("Map")
	groups := beam.GroupByKey(s, rows)
	if j.Document != "" {
		return beam.ParDo(s, &documentFn{worker: worker{Job: j}}, groups)
	}
	return beam.ParDo(s, &mapFn{worker: worker{Job: j}}, groups)
}

// Write writes the parts and the dead letters.
func Write(s beam.Scope, j Job, rows, dead beam.PCollection) {
	s = s.Scope("Write")
	start := beam.Impulse(s)
	seeds := beam.ParDo(s, &seedFn{j}, start)
	beam.ParDo0(s, &writeFn{j}, beam.GroupByKey(s, beam.Flatten(s, rows, seeds)))
	letters := beam.Flatten(s, beam.ParDo(s, keyLetter, dead), beam.ParDo(s, seedLetters, start))
	beam.ParDo0(s, &lettersFn{j}, beam.GroupByKey(s, letters))
}

func keyLetter(d []byte) (int64, []byte) { return 0, d }

// seedLetters has the list written even if it is empty: it may replace one of an earlier run.
func seedLetters([]byte) (int64, []byte) { return 0, nil }
