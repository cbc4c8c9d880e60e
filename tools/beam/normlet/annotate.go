package normlet

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// Annotate takes texts with their ids (string, string) and returns the entities that they name (string, answer.Span),
// each with the id of its text. Of the job it needs Pack, Namespaces, Prefer, Organisms, Show and MinP, which is that of spans.
func Annotate(s beam.Scope, j Job, texts beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("Annotate"), &annotateFn{Job: j}, texts)
}

// annotateFn finds the entities of a text.
type annotateFn struct {
	Job       Job
	pack      *shared
	annotator *annotate.Annotator
}

// Setup opens the pack, unless this process has it already.
func (f *annotateFn) Setup() (err error) {
	if f.pack, err = openPack(f.Job.Pack); err != nil {
		return err
	}
	if _, err = f.pack.LookupWith("", f.options()); err != nil { // an unknown namespace, in which nothing is found
		return err
	}
	f.annotator, err = f.pack.annotator()
	return err
}

func (f *annotateFn) options() core.Options {
	return core.Options{Namespaces: f.Job.Namespaces, Prefer: f.Job.Prefer, Organisms: f.Job.Organisms, MinP: f.Job.MinP, Exactly: f.Job.Exactly, Show: f.Job.Show}
}

// Teardown gives the pack back.
func (f *annotateFn) Teardown() error { return f.pack.close() }

// ProcessElement emits the spans of a text.
func (f *annotateFn) ProcessElement(ctx context.Context, id, text string, emit func(string, answer.Span)) error {
	spans, err := f.annotator.Annotate(text, annotate.Options{Lookup: f.options(), MinP: f.Job.MinP})
	if err != nil {
		return err
	}
	for _, s := range answer.NewSpans(text, spans) {
		emit(id, s)
	}
	count := counters(ctx)
	count("texts", 1)
	count("spans", len(spans))
	return nil
}
