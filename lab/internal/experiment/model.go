package experiment

import (
	"context"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// threads is fixed, since it decides the order of sums.
const threads = 2

// base returns the settings that the models of an encoder have in common.
func base(encoder string, small bool) train.Config {
	c := train.Config{Encoder: encoder, Rows: 8192, Dim: 128, Batch: 128, Layers: 1, Hidden: 128, Threads: threads}
	if encoder == "bilstm" {
		c.Embedding, c.Hidden = 16, 32
	}
	if small {
		c.Rows, c.Dim, c.Hidden, c.Embedding, c.Batch = 1024, 64, 16, 8, 64
	}
	return c
}

type model struct {
	*core.Normalizer
	report *train.Report
}

// fitModel trains an encoder on t and indexes index with it. Nobody looks at its ranker.
func fitModel(ctx context.Context, c train.Config, t, index *data.Terminology) (*model, error) {
	w, rep, err := train.Run(ctx, c, t, nil)
	if err != nil {
		return nil, err
	}
	n, err := indexed(ctx, w, index, c.Seed)
	return &model{n, rep}, err
}

// indexed returns a pack of the names of t by an encoder.
func indexed(ctx context.Context, w *encoder.Weights, t *data.Terminology, seed uint64) (*core.Normalizer, error) {
	contents, _, err := assemble.Run(ctx, assemble.Recipe{Terminology: t, Verbatim: true, Encoder: w, Bits: w.Dim, Samples: 64, Seed: seed}, nil)
	if err != nil {
		return nil, err
	}
	return core.New(contents)
}

// scores are Hits@k of a model's vectors and of its codes.
type scores struct{ float, hamming eval.Hits }

func (m *model) eval(ctx context.Context, queries []data.Query) (s scores, err error) {
	for _, stage := range []struct {
		name string
		hits *eval.Hits
	}{{eval.Float, &s.float}, {eval.Hamming, &s.hamming}} {
		r, err := eval.Run(ctx, m.Normalizer, queries, nil, eval.Options{Stage: stage.name}, nil)
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
