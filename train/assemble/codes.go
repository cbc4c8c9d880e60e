package assemble

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/parallel"
)

// encode adds the encoder, the binarizer, which it returns, and the codes of all names.
func encode(ctx context.Context, c *pack.Contents, r *Recipe, l *list, progress Progress) (h *binarize.Head, err error) {
	if c.Encoder, err = l.encoder.AppendBinary(nil); err != nil {
		return nil, err
	}
	enc, err := encoder.New(l.encoder)
	if err != nil {
		return nil, err
	}
	var all *fit.Vectors // of all names, if there are so few that the binarizer looks at all of them
	if h = r.Head; h == nil {
		if h, all, err = fitHead(ctx, c.Names, r, l, enc, progress); err != nil {
			return nil, err
		}
	}
	if h.Dim != enc.Dim() {
		return nil, fmt.Errorf("build: a binarizer of vectors of %d elements, and an encoder that makes %d: take both from one pack", h.Dim, enc.Dim())
	}
	c.Bits = h.Bits
	if c.Head, err = h.AppendBinary(nil); err != nil {
		return nil, err
	}
	if all != nil {
		c.Codes = h.EncodeAll(nil, all.Data)
		return h, nil
	}
	words := h.Words()
	c.Codes = make([]uint64, c.Names.Len()*words)
	return h, eachVectors(ctx, enc, c.Names, nil, progress, func(from int, vectors []float32) {
		to := from + len(vectors)/h.Dim
		h.EncodeAll(c.Codes[from*words:from*words:to*words], vectors)
	})
}

// fitHead fits the binarizer to the vectors of the rows that it looks at, and returns them if they are those of all names. Those
// of a large list would be most of the memory that a build takes.
func fitHead(ctx context.Context, rows *pack.Strings, r *Recipe, l *list, enc *encoder.Encoder, progress Progress) (*binarize.Head, *fit.Vectors, error) {
	dim, sample := enc.Dim(), fit.Sample(rows.Len(), fit.Config{Seed: r.Seed})
	v := fit.Vectors{Dim: dim, Data: make([]float32, len(sample)*dim)}
	if err := eachVectors(ctx, enc, rows, sample, progress, func(from int, vectors []float32) { copy(v.Data[from*dim:], vectors) }); err != nil {
		return nil, nil, err
	}
	progress("binarize", 0, 1)
	h, err := head(ctx, r, l, v, progress)
	if len(sample) < rows.Len() {
		return h, nil, err
	}
	return h, &v, err
}

// eachVectors calls f with the vectors of the names of rows, nil for all, from several goroutines: each time those of
// some from a place on.
func eachVectors(ctx context.Context, enc *encoder.Encoder, list *pack.Strings, rows []int, progress Progress, f func(from int, vectors []float32)) error {
	const chunk = 1024
	n, dim := list.Len(), enc.Dim()
	if rows != nil {
		n = len(rows)
	}
	var mu sync.Mutex
	done := 0
	parallel.Each(0, (n+chunk-1)/chunk, func(k int) {
		if ctx.Err() != nil {
			return
		}
		lo, hi := k*chunk, min(n, (k+1)*chunk)
		vectors := make([]float32, 0, (hi-lo)*dim)
		for name := range textsOf(list, rows, lo, hi) {
			vectors = enc.Encode(vectors, name)
		}
		f(lo, vectors)
		mu.Lock()
		defer mu.Unlock()
		done += hi - lo
		progress("embed", done, n)
	})
	return ctx.Err()
}

// textsOf yields the names of rows[lo:hi], or of rows lo to hi-1.
func textsOf(list *pack.Strings, rows []int, lo, hi int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if rows != nil {
			for _, row := range rows[lo:hi] {
				if !yield(list.At(row)) {
					return
				}
			}
			return
		}
		for _, name := range list.Range(lo, hi) {
			if !yield(string(name)) {
				return
			}
		}
	}
}

// fewNames is up to how many names a binarizer learns nothing that can be relied on.
const fewNames = 1000

// someNames is up to how many names a list can have codes of 256 bits, which keep nearly all that
// vectors know (docs/decisions/codes.md), and still be a small file.
const someNames = 20_000

// bitsFor returns how long codes are unless the recipe says. Names of another field than the encoder's need more bits.
func bitsFor(names int, method string, outOfDomain bool) int {
	if method != "" || names <= fewNames || names > someNames {
		return 128
	}
	if outOfDomain {
		return 512
	}
	return 256
}

// method chooses a binarizer. Encoders are trained for the cut to the signs of their dimensions,
// which an autoencoder improves a little (docs/binarizers.md), and goes on from if there are more
// bits than dimensions; fewer need a rotation.
func method(bits, dim, names int) string {
	switch {
	case bits >= dim && names > fewNames:
		return fit.Autoencoder
	case bits == dim:
		return fit.HardThreshold
	case bits < dim:
		return fit.ITQ
	}
	return fit.RandomProjection
}

// head fits a binarizer. If there are few names, it is made of random hyperplanes, which
// need no data.
func head(ctx context.Context, r *Recipe, l *list, v fit.Vectors, progress Progress) (*binarize.Head, error) {
	c := fit.Config{Bits: r.Bits, Seed: r.Seed, Orthogonal: true,
		Progress: func(done, total int, _ float64) { progress("binarize", done, total) }}
	if r.Bits >= v.Dim {
		c.Start = fit.StartSigns // what the encoder was trained for, which the names alone do not show
	}
	how := r.Method
	if how == "" {
		how = method(r.Bits, v.Dim, l.NumNames())
	}
	if slices.Equal(v.Data[v.Dim:], v.Data[:len(v.Data)-v.Dim]) {
		v.Data = append(v.Data, opposite(v.Data[:v.Dim])...) // equal vectors, as of a single name, leave nothing to tell apart
	}
	if len(v.Data)/v.Dim < 2*r.Bits {
		if how != fit.HardThreshold {
			how = fit.RandomProjection
		}
		if how == fit.RandomProjection {
			c.Cut = fit.CutValue // a mean of a few vectors says nothing
		}
	}
	return fit.Head(ctx, how, v, c)
}

func opposite(x []float32) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = -v
	}
	return out
}

// selfChecks is how many (text, code) pairs a pack carries.
const selfChecks = 16

func addSelfChecks(c *pack.Contents) {
	n := c.Names.Len()
	for i := range min(selfChecks, n) {
		row := i * n / min(selfChecks, n)
		c.Self = append(c.Self, pack.SelfCheck{Text: c.Names.At(row), Code: slices.Clone(c.Code(row))})
	}
}
