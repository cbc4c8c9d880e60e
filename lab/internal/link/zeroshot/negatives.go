package zeroshot

import (
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// draw returns a batch of mentions and the proxies that it is compared with.
func (t *proxyTrainer) draw(batch []int32, rng *rand.Rand) (mentions, proxies []int32) {
	if t.cfg.Negatives > 0 {
		for _, m := range batch {
			proxies = append(proxies, t.own(m, rng)...)
		}
		return batch, proxies
	}
	for _, m := range batch {
		proxies = append(proxies, t.gold[m])
	}
	return batch, t.fill(proxies, rng)
}

// fill adds to the entities of a batch random ones that it has not, until there are enough, or all.
func (t *proxyTrainer) fill(proxies []int32, rng *rand.Rand) []int32 {
	clear(t.taken)
	left := len(t.taken)
	for _, e := range proxies {
		if !t.taken[e] {
			t.taken[e] = true
			left--
		}
	}
	if wanted := t.cfg.Proxies - len(proxies); wanted >= left {
		for e, taken := range t.taken {
			if !taken {
				proxies = append(proxies, int32(e))
			}
		}
		return proxies
	}
	for len(proxies) < t.cfg.Proxies {
		if e := rng.IntN(len(t.taken)); !t.taken[e] {
			t.taken[e] = true
			proxies = append(proxies, int32(e))
		}
	}
	return proxies
}

// own returns the entity of a mention and the negatives that are drawn for it alone, hard ones first.
func (t *proxyTrainer) own(mention int32, rng *rand.Rand) []int32 {
	out := []int32{t.gold[mention]}
	if t.hard != nil {
		out = append(out, t.hard[mention]...)
	}
	for len(out) < 1+t.cfg.Negatives {
		if e := int32(rng.IntN(len(t.features))); e != t.gold[mention] {
			out = append(out, e)
		}
	}
	return out
}

// mine looks for the entities nearest to mentions, with the encoder as it is.
func (t *proxyTrainer) mine(ctx context.Context, mentions []int32) error {
	mentions = slices.Compact(slices.Sorted(slices.Values(mentions)))
	t.hard = make([][]int32, len(t.mentions))
	k := min(int(t.cfg.Hard*float64(t.cfg.Negatives)+0.5), len(t.features)-1)
	list := make([][]uint32, len(mentions))
	for i, m := range mentions {
		list[i] = t.mentions[m]
	}
	return t.search(ctx, t.features, list, func(i int, similarity []float32) {
		m := mentions[i]
		t.hard[m] = nearest(similarity, k, t.gold[m])
	})
}

// Nearest returns the k places of the largest similarities, best first; equal ones in their order.
func Nearest(similarity []float32, k int) []int32 { return nearest(similarity, k, -1) }

// nearest returns the k places of the largest similarities, without one of them, best first; equal ones in their order.
func nearest(similarity []float32, k int, without int32) []int32 {
	out := make([]int32, 0, k+1)
	for i, s := range similarity {
		if int32(i) == without || len(out) == k && (k == 0 || s <= similarity[out[k-1]]) {
			continue
		}
		at := len(out)
		for at > 0 && similarity[out[at-1]] < s {
			at--
		}
		out = slices.Insert(out, at, int32(i))
		out = out[:min(k, len(out))]
	}
	return out
}

// Search calls f with the similarities of each mention to all texts, in the order of these. Calls may be of several
// goroutines, and the similarities are valid for the call. It returns ctx's error when that is cancelled.
func (e *Encoder) Search(ctx context.Context, texts, mentions []string, f func(mention int, similarity []float32)) error {
	return e.search(ctx, e.features(texts), e.features(mentions), f)
}

func (e *Encoder) search(ctx context.Context, texts, mentions [][]uint32, f func(mention int, similarity []float32)) error {
	slice := func(list [][]uint32) func(lo, hi int) [][]uint32 {
		return func(lo, hi int) [][]uint32 { return list[lo:hi] }
	}
	c, err := e.encode(ctx, len(texts), slice(texts))
	if err != nil {
		return err
	}
	q, err := e.encode(ctx, len(mentions), slice(mentions))
	if err != nil {
		return err
	}
	const batch = 64
	parallel.Each(e.Config.Threads, (len(mentions)+batch-1)/batch, func(part int) {
		lo, hi := part*batch, min((part+1)*batch, len(mentions))
		if ctx.Err() != nil {
			return
		}
		scores := nn.NewMatrix(hi-lo, c.Rows)
		nn.Gemm(blas.NoTrans, blas.Trans, 1, nn.Rows(q, lo, hi), c, 0, scores)
		for i := lo; i < hi; i++ {
			f(i, nn.Row(scores, i-lo))
		}
	})
	return ctx.Err()
}
