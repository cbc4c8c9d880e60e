package experiment

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// Encoder maps names to unit vectors: that of a pack, or a BiLSTM. It is safe for concurrent use.
type Encoder interface {
	Dim() int
	Encode(dst []float32, text string) []float32
}

// namesAlone returns a pack of the names of t for rankings by other encoders than its own, which knows nothing.
func namesAlone(ctx context.Context, t *data.Terminology) (*core.Normalizer, error) {
	contents, _, err := assemble.Run(ctx, assemble.Recipe{Terminology: t, Verbatim: true, Encoder: encodertest.Random(64, 64), Method: fit.RandomProjection, Bits: 64, Samples: 64}, nil)
	if err != nil {
		return nil, err
	}
	return core.New(contents)
}

// byVectors ranks the entities of a pack by the vectors of an encoder, over all names.
type byVectors struct {
	c       *pack.Contents
	encoder Encoder
	names   fit.Vectors // of each row
}

func newByVectors(ctx context.Context, c *pack.Contents, e Encoder) (*byVectors, error) {
	const chunk = 256
	n, dim := c.Names.Len(), e.Dim()
	r := &byVectors{c, e, fit.Vectors{Dim: dim, Data: make([]float32, n*dim)}}
	parallel.Each(0, (n+chunk-1)/chunk, func(i int) {
		lo, hi := i*chunk, min(n, (i+1)*chunk)
		if ctx.Err() != nil {
			return
		}
		for row, name := range c.Names.Range(lo, hi) {
			e.Encode(r.names.Data[row*dim:row*dim:(row+1)*dim], string(name))
		}
	})
	return r, ctx.Err()
}

// float ranks by cosine.
func (r *byVectors) float(mention string) []int32 {
	q := r.encoder.Encode(nil, mention)
	return r.nearest(func(row int) float32 { return -f32.Dot(q, r.names.Row(row)) })
}

// hamming returns a ranking by codes of as many bits as the vectors have elements, by the binarizer that packs get.
func (r *byVectors) hamming(ctx context.Context, seed uint64) (func(mention string) []int32, error) {
	method := fit.HardThreshold
	if r.names.Len() > 1000 {
		method = fit.Autoencoder
	}
	head, err := fit.Head(ctx, method, r.names, fit.Config{Bits: r.names.Dim, Seed: seed, Start: fit.StartSigns})
	if err != nil {
		return nil, err
	}
	codes, words := head.EncodeAll(nil, r.names.Data), head.Words()
	return func(mention string) []int32 {
		q := head.Encode(nil, r.encoder.Encode(nil, mention))
		return r.nearest(func(row int) (differ float32) {
			for i, w := range codes[row*words : (row+1)*words] {
				differ += float32(bits.OnesCount64(w ^ q[i]))
			}
			return differ
		})
	}, nil
}

// nearest returns at most 64 entities, by the distance of their nearest row and then by its number.
func (r *byVectors) nearest(distance func(row int) float32) []int32 {
	const most = 64
	type place struct {
		entity   int32
		row      int
		distance float32
	}
	best := make([]place, r.c.IDs.Len())
	for row, e := range r.c.RowEntity {
		if d := distance(row); best[e].entity == 0 || d < best[e].distance {
			best[e] = place{int32(e) + 1, row, d} // 0 is an entity without a row so far
		}
	}
	best = slices.DeleteFunc(best, func(p place) bool { return p.entity == 0 })
	slices.SortFunc(best, func(a, b place) int { return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.row, b.row)) })
	out := make([]int32, 0, most)
	for _, p := range best[:min(most, len(best))] {
		out = append(out, p.entity-1)
	}
	return out
}
