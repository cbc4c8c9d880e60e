// Package fit learns binarizers: it reads float vectors and returns the
// [binarize.Head] that turns such vectors into codes, with a [Report] on how
// much of their neighbourhoods survives.
//
//	ht    hard threshold: one bit per dimension
//	rp    random projection, uniform or Gaussian, optionally orthogonal
//	pca   principal components
//	itq   principal components, then the rotation that brings the vectors
//	      closest to the corners of the cube (iterative quantization)
//
// ht, rp and pca are the training-free binarizers of Shen et al., Learning
// Compressed Sentence Representations for On-Device Text Processing (ACL 2019);
// itq is by Gong and Lazebnik, Iterative Quantization (CVPR 2011).
//
// A method only finds the directions W. What follows is common to all: W is
// rounded to bfloat16, the precision it is stored at; then the threshold of each
// bit is put where [Config.Cut] says, by default at the mean of the projections,
// which is the same as centring the vectors and makes the bits balanced. Doing
// it in this order makes the stored head equal to the fitted one.
//
// Methods look at a seeded sample of the vectors ([Config.Sample]). The same
// vectors, config and platform give the same head.
package fit

import (
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
)

// Cut says where the threshold of a bit is put among the projections of the
// vectors.
type Cut uint8

const (
	CutMean   Cut = iota // at their mean, as if the vectors had been centred
	CutMedian            // at their median: half of the bits are set
	CutValue             // at Config.Value
)

// Config says how to fit. Its zero value is useful with every method.
type Config struct {
	Bits   int     // length of the code, a multiple of 64; 0: 128, for ht the dimension
	Seed   uint64  // of everything random
	Sample int     // most vectors looked at; 0: 20,000
	Cut    Cut     // where thresholds are put
	Value  float32 // the threshold, for CutValue

	Gaussian   bool // rp: weights from N(0, 1/dim) instead of U(-1/sqrt(dim), 1/sqrt(dim))
	Orthogonal bool // rp: orthonormal rows, in groups of dim when there are more bits than dimensions
	Iterations int  // itq: most rotations tried; 0: 50
}

const (
	defaultBits       = 128
	defaultSample     = 20_000
	defaultIterations = 50
)

// method is a row of the table of binarizers. fit returns the directions W,
// Bits x Dim, or nil for the identity, and may add to the report. t is nil unless
// the method has thresholds of its own instead of Config.Cut.
type method struct {
	name string
	fit  func(s *sample, cfg Config, r *Report) (w, t []float32, err error)
}

func methods() []method {
	return []method{
		{HardThreshold, hardThreshold},
		{RandomProjection, randomProjection},
		{PCA, principal},
		{ITQ, iterativeQuantization},
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

// Fit learns a head for vectors like x by the named method. Errors say which
// vector, column or setting does not fit, and what would.
func Fit(name string, x Vectors, cfg Config) (*binarize.Head, *Report, error) {
	m, err := find(name)
	if err != nil {
		return nil, nil, err
	}
	if err := x.Validate(); err != nil {
		return nil, nil, fmt.Errorf("fit %s: %w", name, err)
	}
	cfg = cfg.withDefaults(name, x.Dim)
	if err := binarize.CheckShape(cfg.Bits, x.Dim); err != nil {
		return nil, nil, fmt.Errorf("fit %s: %w", name, err)
	}
	h, r, err := m.head(newSample(x, cfg), cfg)
	if err != nil {
		return nil, nil, fmt.Errorf("fit %s: %w", name, err)
	}
	r.measure(h, x, cfg.Seed)
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
		c.Bits = defaultBits
		if name == HardThreshold {
			c.Bits = dim
		}
	}
	if c.Sample <= 0 {
		c.Sample = defaultSample
	}
	if c.Iterations <= 0 {
		c.Iterations = defaultIterations
	}
	return c
}

// head runs the method and puts the thresholds.
func (m method) head(s *sample, cfg Config) (*binarize.Head, *Report, error) {
	r := new(Report)
	w, t, err := m.fit(s, cfg, r)
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
