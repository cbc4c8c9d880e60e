package experiment

import (
	"context"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/bilstm"
	"github.com/normlet/normlet/lab/internal/hits"
	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// threads is fixed, since it decides the order of sums.
const threads = 2

// The kinds of encoder that experiments compare.
const (
	ngram     = "ngram"
	recurrent = "bilstm"
)

var kinds = []string{ngram, recurrent}

// config are the settings of a model.
type config struct {
	bilstm.Config
	kind string
}

// base returns the settings that the models of an encoder have in common.
func base(kind string, small bool) config {
	c := config{kind: kind}
	c.Rows, c.Dim, c.Batch, c.Layers, c.Hidden, c.Threads = 8192, 128, 128, 1, 128, threads
	if kind == recurrent {
		c.Embedding, c.Hidden = 16, 32
	}
	if small {
		c.Rows, c.Dim, c.Hidden, c.Embedding, c.Batch = 1024, 64, 16, 8, 64
	}
	return c
}

// model is a pack of names with an encoder for them.
type model struct {
	*core.Normalizer
	report *train.Report
	other  *bilstm.Encoder // nil: that of the pack
	seed   uint64
}

// fitModel trains an encoder on t and indexes index with it. Nobody looks at its ranker.
func fitModel(ctx context.Context, c config, t, index *data.Terminology) (*model, error) {
	m := &model{seed: c.Seed}
	var err error
	if c.kind == recurrent {
		if m.other, m.report, err = bilstm.Train(ctx, c.Config, t, nil); err == nil {
			m.Normalizer, err = namesAlone(ctx, index)
		}
		return m, err
	}
	w, rep, err := objective.Run(ctx, c.Config.Config, t, nil)
	if err != nil {
		return nil, err
	}
	m.report = rep
	m.Normalizer, err = indexed(ctx, w, index, c.Seed)
	return m, err
}

// indexed returns a pack of the names of t by an encoder.
func indexed(ctx context.Context, w *encoder.Weights, t *data.Terminology, seed uint64) (*core.Normalizer, error) {
	contents, _, err := assemble.Run(ctx, assemble.Recipe{Terminology: t, Verbatim: true, Encoder: w, Bits: w.Dim, Samples: 64, Seed: seed}, nil)
	if err != nil {
		return nil, err
	}
	return core.New(contents)
}

// Vector appends the vector of a text to dst.
func (m *model) Vector(dst []float32, text string) []float32 {
	if m.other != nil {
		return m.other.Encode(dst, text)
	}
	return m.Normalizer.Vector(dst, text)
}

// ranked measures the model's vectors or codes, eval.Float or eval.Hamming.
func (m *model) ranked(ctx context.Context, queries []data.Query, stage string) (*eval.Result, error) {
	if m.other == nil {
		return eval.Run(ctx, m.Normalizer, queries, nil, eval.Options{Stage: stage}, nil)
	}
	r, err := newByVectors(ctx, engine.Of(m.Normalizer).Contents(), m.other)
	if err != nil {
		return nil, err
	}
	rank := r.float
	if stage == eval.Hamming {
		if rank, err = r.hamming(ctx, m.seed); err != nil {
			return nil, err
		}
	}
	return hits.Of(ctx, m.Normalizer, queries, rank)
}

// scores are Hits@k of a model's vectors and of its codes.
type scores struct{ float, hamming eval.Hits }

func (m *model) eval(ctx context.Context, queries []data.Query) (s scores, err error) {
	for _, stage := range []struct {
		name string
		hits *eval.Hits
	}{{eval.Float, &s.float}, {eval.Hamming, &s.hamming}} {
		r, err := m.ranked(ctx, queries, stage.name)
		if err != nil {
			return s, err
		}
		*stage.hits = r.Hits
	}
	return s, nil
}

// cells returns what tables show of s, in the order of scoreColumns.
func (s *scores) cells() []any {
	f, h := &s.float, &s.hamming
	return []any{f.At1, f.At3, f.At5, f.At10, f.At64, h.At1, h.At10, h.At64}
}

var scoreColumns = []string{"Hits@1", "Hits@3", "Hits@5", "Hits@10", "recall@64", "codes Hits@1", "codes Hits@10", "codes recall@64"}

const scoreNote = "Hits@k: share of the mentions whose entity is among the first k, by cosine of the vectors; recall@64 the same of 64, and recall@1 is Hits@1. " +
	"“codes”: by Hamming distance of the codes. No ranker, no prior, no dictionary."
