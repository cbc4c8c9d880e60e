package zeroshot

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

// epsilon keeps the length of an empty text's vector above zero.
const epsilon = 1e-12

// Encoder maps texts to unit vectors, unless ProxyConfig.Dot is set; texts without words to any or zero. It is safe
// for concurrent use.
type Encoder struct {
	Config Config
	Loss   []float64 // mean of each epoch

	bag nn.Bag
	out nn.Dense
	dot bool // vectors keep their length
}

func newEncoder(cfg Config) *Encoder {
	return &Encoder{Config: cfg, bag: nn.NewBag(cfg.Rows, cfg.Dim), out: nn.NewDense(cfg.Dim, cfg.Dim)}
}

// initialize makes the encoder an approximation of TF-IDF: random directions of the length idf, and no map.
func (e *Encoder) initialize(idf []float32) {
	rng := rand.New(rand.NewPCG(e.Config.Seed, 7))
	dim := e.Config.Dim
	scale := 0.1 / math.Sqrt(float64(dim))
	for i := range e.bag.Table {
		e.bag.Table[i] = float32(scale*rng.NormFloat64()) * idf[i/dim]
	}
	for i := range dim {
		e.out.W[i*dim+i] = 1
	}
}

type pass struct {
	texts   [][]uint32 // features
	x, y, z nn.Matrix  // bag, map, unit vectors
	norm    []float32
}

func (e *Encoder) forward(texts [][]uint32) *pass {
	n, dim := len(texts), e.Config.Dim
	p := &pass{texts: texts, x: nn.NewMatrix(n, dim), y: nn.NewMatrix(n, dim), z: nn.NewMatrix(n, dim), norm: make([]float32, n)}
	parallel.Parts(e.Config.Threads, n, func(_, lo, hi int) { e.bag.Forward(nn.Rows(p.x, lo, hi), texts[lo:hi]) })
	e.out.Forward(p.y, p.x)
	if e.dot {
		copy(p.z.Data, p.y.Data)
	} else {
		nn.L2Norm(p.z, p.norm, p.y, epsilon)
	}
	return p
}

// backward adds to grad for the gradient dz, which it uses up, and marks the rows of the bag that have one.
func (e *Encoder) backward(grad *Encoder, touched []bool, p *pass, dz nn.Matrix) {
	dx := nn.NewMatrix(dz.Rows, dz.Cols)
	if !e.dot {
		nn.L2NormBackward(dz, p.z, p.norm, dz)
	}
	e.out.Backward(&grad.out, dx, p.x, dz)
	threads := e.Config.Threads
	parallel.Parts(threads, threads, func(part, _, _ int) {
		e.bag.Backward(&grad.bag, touched, p.texts, dx, uint32(part), uint32(threads))
	})
}

// vectors returns the vectors of texts, a row for each. It returns ctx's error when that is cancelled.
func (e *Encoder) vectors(ctx context.Context, texts []string) (nn.Matrix, error) {
	return e.encode(ctx, len(texts), func(lo, hi int) [][]uint32 { return e.features(texts[lo:hi]) })
}

// encode is vectors for n texts by their features.
func (e *Encoder) encode(ctx context.Context, n int, features func(lo, hi int) [][]uint32) (nn.Matrix, error) {
	const batch = 512
	out := nn.NewMatrix(n, e.Config.Dim)
	for lo := 0; lo < n; lo += batch {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		hi := min(lo+batch, n)
		copy(nn.Rows(out, lo, hi).Data, e.forward(features(lo, hi)).z.Data)
	}
	return out, nil
}

func (e *Encoder) features(texts []string) [][]uint32 {
	out := make([][]uint32, len(texts))
	parallel.Parts(runtime.GOMAXPROCS(0), len(texts), func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = features(texts[i], e.Config.Rows)
		}
	})
	return out
}
