package mine

import (
	"cmp"
	"context"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/f32"
)

// worker searches on one thread; its buffers are reused.
type worker struct {
	*miner
	hits   [][]search.Hit
	ranked []candidate
	allow  []uint64
}

// candidate is a rival and its cosine.
type candidate struct {
	name   int32
	cosine float32
}

// search finds the negatives of names from to to-1.
func (w *worker) search(ctx context.Context, from, to int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var err error
	if w.hits, err = w.index.NearestBatch(w.hits, w.codes[from*w.words:to*w.words], w.cfg.Shortlist, nil); err != nil {
		return err
	}
	for i, hits := range w.hits {
		if w.rank(from+i, hits) >= w.cfg.K || len(hits) == w.index.Len() {
			continue
		}
		if err := w.again(ctx, from+i); err != nil {
			return err
		}
	}
	return nil
}

// again searches the negatives of one name among its rivals alone.
func (w *worker) again(ctx context.Context, name int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	n := w.index.Len()
	w.allow = append(w.allow[:0], make([]uint64, (n+63)/64)...)
	for j := range n {
		if w.rivals.Are(name, j) {
			w.allow[j/64] |= 1 << (j % 64)
		}
	}
	filter, err := w.index.NewFilter(w.allow)
	if err != nil {
		return err
	}
	code := w.codes[name*w.words : (name+1)*w.words]
	hits, err := w.index.AppendNearest(nil, code, w.cfg.Shortlist, &search.Options{Filter: filter})
	if err != nil {
		return err
	}
	w.rank(name, hits)
	return nil
}

// rank writes the best rivals among hits, by cosine, and returns how many rivals there were.
func (w *worker) rank(name int, hits []search.Hit) int {
	w.ranked = w.ranked[:0]
	for _, h := range hits {
		if w.rivals.Are(name, int(h.Row)) {
			w.ranked = append(w.ranked, candidate{h.Row, f32.Dot(w.vector(name), w.vector(int(h.Row)))})
		}
	}
	slices.SortFunc(w.ranked, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(a.name, b.name))
	})
	out := w.hard[name*w.cfg.K : (name+1)*w.cfg.K]
	for i, c := range w.ranked[:min(len(w.ranked), len(out))] {
		out[i] = c.name
	}
	return len(w.ranked)
}

func (m *miner) vector(name int) []float32 { return m.vectors[name*m.dim : (name+1)*m.dim] }

// signCodes returns the sign codes of the vectors less their mean, without which dimensions on
// one side of zero would tell nothing, and the words of a code.
func signCodes(vectors []float32, dim int) (codes []uint64, words int) {
	words = binarize.Words((dim + 63) / 64 * 64)
	n := len(vectors) / dim
	mean := make([]float64, dim)
	for i, v := range vectors {
		mean[i%dim] += float64(v)
	}
	centred := make([]float32, 64*words) // zero beyond dim
	codes = make([]uint64, n*words)
	for i := range n {
		for j, v := range vectors[i*dim : (i+1)*dim] {
			centred[j] = v - float32(mean[j]/float64(n))
		}
		binarize.Signs(codes[i*words:(i+1)*words], centred)
	}
	return codes, words
}
