package fit

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Vectors are rows of Dim elements, one after the other.
type Vectors struct {
	Data []float32
	Dim  int
}

// Len returns the number of vectors.
func (x Vectors) Len() int { return len(x.Data) / x.Dim }

// Row returns vector i, which must not be changed.
func (x Vectors) Row(i int) []float32 { return x.Data[i*x.Dim : (i+1)*x.Dim] }

// validate names the first row that has no code worth having (see CheckRows). It also refuses
// fewer than two vectors, and vectors that are all equal.
func (x Vectors) validate() error {
	if x.Dim < 1 || len(x.Data)%x.Dim != 0 {
		return fmt.Errorf("%d numbers do not make vectors of %d elements", len(x.Data), x.Dim)
	}
	if x.Len() < 2 {
		return fmt.Errorf("%d vectors: want at least 2", x.Len())
	}
	if err := x.CheckRows(); err != nil {
		return err
	}
	if slices.Equal(x.Data[x.Dim:], x.Data[:len(x.Data)-x.Dim]) {
		return fmt.Errorf("all %d vectors are equal: there is nothing to tell apart", x.Len())
	}
	return nil
}

// CheckRows returns an error that names the first row with a NaN, an infinity or
// only zeros.
func (x Vectors) CheckRows() error {
	for i := range x.Len() {
		if err := checkRow(x.Row(i)); err != nil {
			return fmt.Errorf("row %d (counting from 0) %w", i, err)
		}
	}
	return nil
}

func checkRow(row []float32) error {
	zero := true
	for j, v := range row {
		if v-v != 0 {
			return fmt.Errorf("has %v in column %d: remove the row or repair what made it", v, j)
		}
		zero = zero && v == 0
	}
	if zero {
		return fmt.Errorf("is all zeros: remove it, it has no direction to compare")
	}
	return nil
}

// Streams of the seeded generator, one per use, so that the numbers one use
// draws do not depend on how many another drew.
const (
	streamSample = iota + 1
	streamWeights
	streamRotation
	streamMedian
	streamMeasure
	streamNear
	streamLearn
	streamValidate
)

func newRand(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// choose returns k of the numbers 0..n-1, ascending; all of them when k >= n.
func choose(r *rand.Rand, n, k int) []int {
	p := r.Perm(n)[:min(n, k)]
	slices.Sort(p)
	return p
}

// defaultSample is Config.Sample unless it says.
const defaultSample = 20_000

// Sample returns which of n vectors Fit uses, ascending: a Fit to these alone, with the same Config, finds the same
// head.
func Sample(n int, cfg Config) []int {
	return choose(newRand(cfg.Seed, streamSample), n, positive(cfg.Sample, defaultSample))
}

// sample is the part of the vectors a method looks at.
type sample struct {
	Vectors
	mean []float64 // of each column
}

func newSample(x Vectors, cfg Config) *sample {
	s := &sample{Vectors: x}
	if cfg.Sample < x.Len() {
		s.Data = nil
		for _, i := range Sample(x.Len(), cfg) {
			s.Data = append(s.Data, x.Row(i)...)
		}
	}
	s.mean = make([]float64, x.Dim)
	for i := range s.Len() {
		for j, v := range s.Row(i) {
			s.mean[j] += float64(v)
		}
	}
	for j := range s.mean {
		s.mean[j] /= float64(s.Len())
	}
	return s
}
