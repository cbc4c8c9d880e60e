// Package fit learns binarizers: from float vectors it makes the [binarize.Head] that turns such vectors into codes,
// with a [Report] on how much of their neighbourhoods survives.
//
//	ht    hard threshold: one bit per dimension, filled up to whole words with 0
//	rp    random projection, uniform or Gaussian, optionally orthogonal
//	pca   principal components
//	itq   principal components, rotated towards the corners of the cube (iterative quantization)
//	ae    autoencoder: bits from which a linear map can make the vector again
//	ae-sp the same, with a loss that keeps the order of near vectors, too
//
// All but itq (Gong and Lazebnik, CVPR 2011) come from Shen et al., Learning Compressed Sentence Representations for
// On-Device Text Processing (ACL 2019).
//
// The first four only find the directions W and round them to bfloat16, as they are stored. Then [Config.Cut] sets the
// threshold of each bit, by default at the mean of the projections. In this order the stored head equals the fitted
// one.
//
// # Autoencoders
//
// A bit is 1 if sigmoid(W v + k) > 1/2, or, with [Config.Stochastic], is drawn with that probability while training.
// Gradients pass the step unchanged (straight-through estimator). The decoder is an affine map. The loss is the mean
// squared error of the vectors, centred and scaled to a variance of 1, plus, for ae-sp, Lambda times the mean of max(0,
// d(a,b) - d(b,c)) over [Triples] in which a is nearer to b than c is by cosine; d is the Hamming distance. Training
// stops when the loss on a tenth of the sample no longer falls, and keeps the best weights.
//
// The start matters. Of 96,854 gene names (128 dimensions, from an encoder not trained for bits), the share of the 10
// nearest names by cosine that are among the 64 nearest codes of 64 bits is 0.664 by itq; ae and ae-sp started from it
// reach 0.664 and 0.670, from pca 0.645 and 0.636, from random directions 0.626 and 0.583: hence [StartAuto].
//
// Methods look at a seeded sample ([Config.Sample]). The same vectors, config and platform give the same head. Start
// reading at Fit.
package fit

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/normlet/normlet/binarize"
)

// Method names, as in [binarize.Head.Method].
const (
	HardThreshold    = "ht"
	RandomProjection = "rp"
	PCA              = "pca"
	ITQ              = "itq"
	Autoencoder      = "ae"
	AutoencoderSP    = "ae-sp"
)

// Cut says where the threshold of a bit lies among the projections of the vectors.
type Cut uint8

const (
	CutMean   Cut = iota // at their mean, as if the vectors had been centred
	CutMedian            // at their median: half of the bits are set
	CutValue             // at Config.Value
)

// Config says how to fit. Its zero value is useful with every method.
type Config struct {
	Bits   int     // length of the code, a multiple of 64; 0: 128, for ht the dimension, rounded up
	Seed   uint64  // of everything random
	Sample int     // most vectors looked at; 0: 20,000
	Cut    Cut     // where thresholds are put
	Value  float32 // the threshold, for CutValue

	Gaussian   bool // rp: weights from N(0, 1/dim) instead of U(-1/sqrt(dim), 1/sqrt(dim))
	Orthogonal bool // rp: orthonormal rows, in groups of dim when there are more bits than dimensions
	Iterations int  // itq: most rotations tried; 0: 50

	// Of ae and ae-sp, whose thresholds are learned, whatever Cut says:
	Lambda     float64 // ae-sp: weight of the semantic-preserving loss; 0: 0.8, negative: none
	Triples    Triples // ae-sp: what that loss looks at
	Stochastic bool    // bits are drawn at random while training, instead of cut at 1/2
	Start      Start   // where training begins
	Epochs     int     // most passes over the sample; 0: 20
	Patience   int     // passes without a smaller loss on held-out vectors that end training; 0: 5
	Batch      int     // vectors a step, at least 8; 0: 256
	Rate       float64 // learning rate of Adam, which falls to 0 linearly; 0: 5e-4

	// Progress, if not nil, receives the loss on held-out vectors after every pass of ae and
	// ae-sp.
	Progress func(done, total int, loss float64)
}

// method is a binarizer. fit returns the directions W, Bits x Dim, or nil for the identity, and
// its thresholds t, nil for those of Config.Cut; it may add to the report.
type method struct {
	name string
	fit  func(ctx context.Context, s *sample, cfg Config, r *Report) (w, t []float32, err error)
}

func methods() []method {
	return []method{
		{HardThreshold, hardThreshold},
		{RandomProjection, randomProjection},
		{PCA, principal},
		{ITQ, iterativeQuantization},
		{Autoencoder, reconstructing},
		{AutoencoderSP, preserving},
	}
}

// Methods returns the names that [Fit] knows.
func Methods() []string {
	var names []string
	for _, m := range methods() {
		names = append(names, m.name)
	}
	return names
}

// Fit learns a head for vectors like x by the named method. It ends with ctx's error soon after
// ctx is cancelled.
func Fit(ctx context.Context, name string, x Vectors, cfg Config) (*binarize.Head, *Report, error) {
	h, r, err := learned(ctx, name, x, cfg)
	if err == nil {
		r.measure(h, x, cfg.Seed)
	}
	return h, r, err
}

// Head is Fit without measuring how good the head is.
func Head(ctx context.Context, name string, x Vectors, cfg Config) (*binarize.Head, error) {
	h, _, err := learned(ctx, name, x, cfg)
	return h, err
}

func learned(ctx context.Context, name string, x Vectors, cfg Config) (*binarize.Head, *Report, error) {
	m, err := find(name)
	if err != nil {
		return nil, nil, err
	}
	if err := x.validate(); err != nil {
		return nil, nil, fmt.Errorf("fit %s: %w", name, err)
	}
	cfg = cfg.withDefaults(name, x.Dim)
	if err := binarize.CheckShape(cfg.Bits, x.Dim); err != nil {
		return nil, nil, fmt.Errorf("fit %s: %w", name, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	h, r, err := m.head(ctx, newSample(x, cfg), cfg)
	if err != nil {
		return nil, nil, fmt.Errorf("fit %s: %w", name, err)
	}
	return h, r, nil
}

func find(name string) (method, error) {
	for _, m := range methods() {
		if m.name == name {
			return m, nil
		}
	}
	return method{}, fmt.Errorf("fit: unknown method %q: want one of %s", name, strings.Join(Methods(), ", "))
}

func (c Config) withDefaults(name string, dim int) Config {
	if c.Bits == 0 {
		c.Bits = 128
		if name == HardThreshold {
			c.Bits = wholeWords(dim)
		}
	}
	c.Sample, c.Iterations, c.Lambda = positive(c.Sample, defaultSample), positive(c.Iterations, 50), cmp.Or(c.Lambda, 0.8)
	c.Epochs, c.Patience = positive(c.Epochs, 20), positive(c.Patience, 5)
	c.Batch, c.Rate = positive(c.Batch, 256), positive(c.Rate, 5e-4)
	return c
}

func positive[T int | float64](v, value T) T {
	if v > 0 {
		return v
	}
	return value
}

// head runs the method and puts the thresholds.
func (m method) head(ctx context.Context, s *sample, cfg Config) (*binarize.Head, *Report, error) {
	r := new(Report)
	w, t, err := m.fit(ctx, s, cfg, r)
	if err != nil {
		return nil, nil, err
	}
	for i := range w {
		w[i] = binarize.BFloat16(w[i])
	}
	h := &binarize.Head{Bits: cfg.Bits, Dim: s.Dim, W: w, T: t, Method: m.name}
	if t == nil {
		if h.T, err = cut(h, s, cfg); err != nil {
			return nil, nil, err
		}
	}
	return h, r, h.Validate()
}
