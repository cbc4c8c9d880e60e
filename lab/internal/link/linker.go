package link

import (
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/sequence"
)

// Linker maps mentions in sentences to points of a graph space. It is not safe for concurrent use.
type Linker struct {
	Config Config
	Loss   []float64 // mean of each epoch on the training part
	Valid  []float64 // after each epoch, on the middle part
	Best   int       // the epoch whose parameters these are, from 1

	encode  func(dst []float32, text string) []float32 // the vector of a mention
	dim     int                                        // its length
	context contextLayer
	out     nn.Dense
	vectors map[string][]float32 // of mentions
}

func newLinker(cfg Config, encode func(dst []float32, text string) []float32, space int) *Linker {
	l := &Linker{Config: cfg, encode: encode, dim: len(encode(nil, "")), vectors: map[string][]float32{}}
	var width int
	l.context, width = newContext(cfg)
	l.out = nn.NewDense(l.dim+width, space)
	return l
}

func (l *Linker) initialize() {
	rng := rand.New(rand.NewPCG(l.Config.Seed, 5))
	initialize(l.context, rng)
	sequence.Glorot(rng, l.out.W, l.out.In, l.out.Out)
}

func (l *Linker) params() [][]float32 { return append(l.context.params(), l.out.Params()...) }

// input sets x (examples x l.out.In) to the vectors of mentions and contexts.
func (l *Linker) input(x nn.Matrix, list []*Example) {
	for i, e := range list {
		v, ok := l.vectors[e.Mention]
		if !ok {
			v = l.encode(nil, e.Mention)
			l.vectors[e.Mention] = v
		}
		copy(nn.Row(x, i), v)
	}
	if x.Cols > l.dim {
		l.context.forward(columns(x, l.dim, x.Cols), list)
	}
}

// backward adds the gradients for the gradient dz of the points of the examples last seen, whose input was x.
func (l *Linker) backward(grad *Linker, x, dz nn.Matrix) {
	dx := nn.NewMatrix(x.Rows, x.Cols)
	l.out.Backward(&grad.out, dx, x, dz)
	if x.Cols > l.dim {
		l.context.backward(grad.context, columns(dx, l.dim, x.Cols))
	}
}

// points returns the points of examples, a row for each.
func (l *Linker) points(list []Example) nn.Matrix {
	const batch = 256
	z := nn.NewMatrix(len(list), l.out.Out)
	for lo := 0; lo < len(list); lo += batch {
		hi := min(lo+batch, len(list))
		x := nn.NewMatrix(hi-lo, l.out.In)
		l.input(x, pointers(list[lo:hi]))
		l.out.Forward(nn.Rows(z, lo, hi), x)
	}
	return z
}

func pointers(list []Example) []*Example {
	out := make([]*Example, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}
