package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
)

// The lengths of codes that are compared. Names stop at 1024 bits: that is what
// their vectors take with a byte a number, and these find what floats find.
var (
	nameBits     = []int{64, 128, 256, 512, 1024}
	sentenceBits = []int{64, 128, 256, 512, 1024, 2048, 4096}
	smallBits    = []int{64, 128}
)

// referenceBits is the length at which everything but the length is compared.
const referenceBits = 128

// sized returns list, or smallBits.
func (o *Options) sized(list []int) []int {
	if o.Small {
		return smallBits
	}
	return list
}

// bitsOf returns the lengths of list that a method has codes of. There are no more
// principal components than dimensions, and one sign for each of these.
func bitsOf(method string, list []int, dim int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(bits int) bool {
		switch method {
		case fit.HardThreshold:
			return bits != 64*binarize.Words(dim)
		case fit.PCA, fit.ITQ:
			return bits > dim
		}
		return false
	})
}

// learning returns how to fit heads of that many bits. The work of an autoencoder
// grows with the bits, so that longer ones see fewer vectors, and less often. A
// distance in bits grows with them, too, so that lambda is lowered in proportion.
func (o *Options) learning(bits int) fit.Config {
	c := fit.Config{Bits: bits, Seed: o.Seed, Orthogonal: true, Patience: 3, Sample: 8192, Epochs: 4}
	switch {
	case o.Small:
		c.Sample, c.Epochs, c.Iterations = 400, 2, 3
	case bits <= 256:
		c.Sample, c.Epochs = 20_000, 12
	case bits <= 1024:
		c.Epochs = 8
	case bits > 2048:
		c.Epochs = 2
	}
	c.Lambda = lambda * min(1, referenceBits/float64(bits))
	return c
}

const lambda = 0.8

const learningNote = "Autoencoders see up to 20,000 vectors up to 12 times (up to 256 bits), 8,192 vectors 8 times (up to 1024), 4 times (2048) or twice (4096); " +
	"lambda is 0.8 up to 128 bits and falls in proportion to the bits above, since distances in bits grow with them."

// nameLearning is learning for names, whose encoder was trained for the signs of
// its dimensions, so that these are where an autoencoder of as many bits begins.
func (o *Options) nameLearning(bits, dim int) fit.Config {
	c := o.learning(bits)
	if bits == dim {
		c.Start = fit.StartSigns
	}
	return c
}

func head(ctx context.Context, method string, x fit.Vectors, c fit.Config) (*binarize.Head, error) {
	h, _, err := fit.Fit(ctx, method, x, c)
	if err != nil {
		return nil, fmt.Errorf("%d bits: %w", c.Bits, err)
	}
	return h, nil
}
