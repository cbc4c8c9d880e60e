package kg

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// Result says how well a model ranks tails and heads, filtered, ties by the mean rank: means
// over Queries, two a triple.
type Result struct {
	Triples int     `json:"triples"` // that were ranked
	Unknown int     `json:"unknown"` // with an entity or relation that was not trained; left out
	Queries int     `json:"queries"`
	MRR     float64 `json:"mrr"`     // mean reciprocal rank
	MRRAll  float64 `json:"mrr_all"` // the same with Unknown triples counted as reciprocal rank 0
	Hits1   float64 `json:"hits_1"`  // share of ranks of at most 1
	Hits3   float64 `json:"hits_3"`
	Hits10  float64 `json:"hits_10"`

	Tail Direction `json:"tail"` // queries for tails
	Head Direction `json:"head"` // queries for heads
}

// Direction has the measures of one direction.
type Direction struct {
	MRR    float64 `json:"mrr"`
	Hits10 float64 `json:"hits_10"`
}

// EvalConfig says how to evaluate.
type EvalConfig struct {
	Known    [][]Triple // all splits whose triples are known to be right; that which is evaluated is one anyway
	Threads  int        // 0: as Config
	Progress func(done, total int)
}

const evalBatch = 64

// Evaluate ranks the tails and heads of a split. It returns ctx's error when that is cancelled.
func Evaluate(ctx context.Context, m *Model, s *Split, cfg EvalConfig) (*Result, error) {
	n := len(m.Relations)
	e := &evaluation{m: m, list: queries(s.Triples, n), known: queries(slices.Concat(append(cfg.Known, s.Triples)...), n)}
	e.ranks = make([][]float64, len(e.list))
	batches := (len(e.list) + evalBatch - 1) / evalBatch
	threads := Config{Threads: cfg.Threads}.Defaults().Threads
	for lo := 0; lo < batches; lo += threads {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(lo+threads, batches)
		parallel.Each(threads, hi-lo, func(i int) {
			e.rank((lo+i)*evalBatch, min((lo+i+1)*evalBatch, len(e.list)))
		})
		if cfg.Progress != nil {
			cfg.Progress(hi, batches)
		}
	}
	return e.result(s), nil
}

type evaluation struct {
	m     *Model
	list  []query
	known []query     // all tails that are right
	ranks [][]float64 // of the tails of each query
}

func (e *evaluation) rank(lo, hi int) {
	q, scores := nn.NewMatrix(hi-lo, 2*e.m.Rank), nn.NewMatrix(hi-lo, len(e.m.Entities))
	for i := range q.Rows {
		product(nn.Row(q, i), e.m.Entity(int(e.list[lo+i].head)), nn.Row(e.m.relations, int(e.list[lo+i].relation)))
	}
	nn.Gemm(blas.NoTrans, blas.Trans, 1, q, e.m.entities, 0, scores)
	others := make([]float32, 0, len(e.m.Entities))
	for i := range q.Rows {
		query, row := e.list[lo+i], nn.Row(scores, i)
		others = without(others[:0], row, find(e.known, query.head, query.relation))
		for _, t := range query.tails {
			e.ranks[lo+i] = append(e.ranks[lo+i], rankAmong(row[t], others))
		}
	}
}

// without appends the elements of x to dst but those at the places in not, which ascend.
func without(dst, x []float32, not []int32) []float32 {
	start := 0
	for _, i := range not {
		dst = append(dst, x[start:i]...)
		start = int(i) + 1
	}
	return append(dst, x[start:]...)
}

// rankAmong returns the rank of a score from 1, the mean of shared ranks; one that is no number
// comes last.
func rankAmong(score float32, others []float32) float64 {
	if score != score {
		return float64(1 + len(others))
	}
	greater, equal := 0, 0
	for _, v := range others {
		if v > score {
			greater++
		} else if v == score {
			equal++
		}
	}
	return 1 + float64(greater) + float64(equal)/2
}

// result takes the means, in the order of the queries.
func (e *evaluation) result(s *Split) *Result {
	r := &Result{Triples: len(s.Triples), Unknown: s.Report.Unknown, Queries: 2 * len(s.Triples)}
	for i, ranks := range e.ranks {
		d := &r.Tail
		if int(e.list[i].relation) >= len(e.m.Relations) {
			d = &r.Head
		}
		for _, rank := range ranks {
			d.MRR += 1 / rank
			for _, h := range []struct {
				most  float64
				count *float64
			}{{1, &r.Hits1}, {3, &r.Hits3}, {10, &r.Hits10}, {10, &d.Hits10}} {
				if rank <= h.most {
					*h.count++
				}
			}
		}
	}
	r.MRR = (r.Tail.MRR + r.Head.MRR) / max(1, float64(r.Queries))
	r.MRRAll = (r.Tail.MRR + r.Head.MRR) / max(1, float64(r.Queries+2*r.Unknown))
	for _, x := range []*float64{&r.Hits1, &r.Hits3, &r.Hits10} {
		*x /= max(1, float64(r.Queries))
	}
	for _, d := range []*Direction{&r.Tail, &r.Head} {
		d.MRR /= max(1, float64(r.Triples))
		d.Hits10 /= max(1, float64(r.Triples))
	}
	return r
}
