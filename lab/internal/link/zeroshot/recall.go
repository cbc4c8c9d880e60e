package zeroshot

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/tfidf"
)

// Recall is the share of mentions whose entity is the first, or among the first 64, of all that have a definition.
type Recall struct{ At1, At64 float64 }

// deepest is the larger of the two.
const deepest = 64

// candidates returns the descriptions of defined entities, and the place of each entity among
// them or -1.
func candidates(entities []Entity, named bool) (texts []string, place []int) {
	for i := range entities {
		at := -1
		if entities[i].Definition != "" {
			at = len(texts)
			texts = append(texts, entities[i].Describe(named))
		}
		place = append(place, at)
	}
	return texts, place
}

// Measure returns the recall of lists of mentions, when entities are found by description.
func (e *Encoder) Measure(ctx context.Context, entities []Entity, named bool, lists ...[]Mention) ([]Recall, error) {
	texts, place := candidates(entities, named)
	c, err := e.vectors(ctx, texts)
	if err != nil {
		return nil, err
	}
	out := make([]Recall, len(lists))
	for i, list := range lists {
		if out[i], err = e.measure(ctx, c, place, list); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (e *Encoder) measure(ctx context.Context, c nn.Matrix, place []int, mentions []Mention) (r Recall, err error) {
	queries := make([]string, len(mentions))
	for i, m := range mentions {
		queries[i] = m.Text
	}
	q, err := e.vectors(ctx, queries)
	if err != nil {
		return r, err
	}
	const batch = 64
	for lo := 0; lo < len(mentions); lo += batch {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		hi := min(lo+batch, len(mentions))
		scores := nn.NewMatrix(hi-lo, c.Rows)
		nn.Gemm(blas.NoTrans, blas.Trans, 1, nn.Rows(q, lo, hi), c, 0, scores)
		for i := lo; i < hi; i++ {
			r.count(rank(nn.Row(scores, i-lo), place[mentions[i].Entity]))
		}
	}
	return r.over(len(mentions)), nil
}

// rank returns how many scores are above that of own, or equal and before it. Without an own one, it is the last.
func rank(scores []float32, own int) int {
	if own < 0 {
		return len(scores) + deepest
	}
	n := 0
	for i, s := range scores {
		if s > scores[own] || s == scores[own] && i < own {
			n++
		}
	}
	return n
}

// MeasureTFIDF is Measure by the cosine of the descriptions' character 3-grams.
func MeasureTFIDF(ctx context.Context, entities []Entity, named bool, lists ...[]Mention) ([]Recall, error) {
	texts, place := candidates(entities, named)
	index := tfidf.New(texts)
	out := make([]Recall, len(lists))
	for i, mentions := range lists {
		for _, m := range mentions {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for at, h := range index.Search(m.Text, deepest) {
				if int(h.Row) == place[m.Entity] {
					out[i].count(at)
				}
			}
		}
		out[i] = out[i].over(len(mentions))
	}
	return out, nil
}

func (r *Recall) count(rank int) {
	if rank < 1 {
		r.At1++
	}
	if rank < deepest {
		r.At64++
	}
}

func (r Recall) over(n int) Recall {
	return Recall{r.At1 / max(1, float64(n)), r.At64 / max(1, float64(n))}
}
