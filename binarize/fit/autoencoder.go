package fit

import (
	"math/rand/v2"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
)

// autoencoder passes a vector through a code of 1 and -1: the signs of an affine map, which is
// the head to be learned. Another affine map gives the vector back.
type autoencoder struct {
	encode, decode nn.Dense
}

func newAutoencoder(dim, bits int) *autoencoder {
	return &autoencoder{nn.NewDense(dim, bits), nn.NewDense(bits, dim)}
}

func (a *autoencoder) params() [][]float32 {
	return append(a.encode.Params(), a.decode.Params()...)
}

// pass is the memory of one batch going through the net, an example a row.
type pass struct {
	x    nn.Matrix // the vectors
	soft nn.Matrix // sigmoid of the encoder's output
	code nn.Matrix // 1 or -1
	diff nn.Matrix // output less x; after backward, the gradient in the output
	grad nn.Matrix // gradient in the codes; after through, in the encoder's output
}

func newPass(rows, dim, bits int) *pass {
	return &pass{nn.NewMatrix(rows, dim), nn.NewMatrix(rows, bits), nn.NewMatrix(rows, bits),
		nn.NewMatrix(rows, dim), nn.NewMatrix(rows, bits)}
}

func (p *pass) first(n int) *pass {
	return &pass{nn.Rows(p.x, 0, n), nn.Rows(p.soft, 0, n), nn.Rows(p.code, 0, n), nn.Rows(p.diff, 0, n), nn.Rows(p.grad, 0, n)}
}

// forward computes codes and output of p.x and returns the mean squared error of an element. A
// unit is 1 if its sigmoid is above 1/2, or, with a generator, with that probability.
func (a *autoencoder) forward(p *pass, rng *rand.Rand) float64 {
	a.encode.Forward(p.soft, p.x)
	threshold := float32(0.5)
	vec.Sigmoid(p.soft.Data)
	for i, s := range p.soft.Data {
		if rng != nil {
			threshold = rng.Float32()
		}
		p.code.Data[i] = -1
		if s > threshold {
			p.code.Data[i] = 1
		}
	}
	a.decode.Forward(p.diff, p.code)
	var sum float64
	for i, x := range p.x.Data {
		d := p.diff.Data[i] - x
		p.diff.Data[i] = d
		sum += float64(float64(d) * float64(d))
	}
	return sum / float64(len(p.diff.Data))
}

// backward adds the decoder's gradients of that error to g and sets p.grad.
func (a *autoencoder) backward(g *autoencoder, p *pass) {
	f32.Scale(2/float32(len(p.diff.Data)), p.diff.Data)
	a.decode.Backward(&g.decode, p.grad, p.code, p.diff)
}

// through adds the encoder's gradients to g, given p.grad. The step to the code passes them on
// unchanged (straight-through estimator), but for a factor of 2 between the ranges.
func (a *autoencoder) through(g *autoencoder, p *pass) {
	for i, s := range p.soft.Data {
		p.grad.Data[i] *= 2 * s * (1 - s)
	}
	a.encode.Backward(&g.encode, nn.Matrix{}, p.x, p.grad)
}

// triple is three rows of a batch, of which a is nearer to b than c is, by the
// cosine of the vectors.
type triple struct{ a, b, c int }

// preserve returns the semantic-preserving loss of the codes, the mean over triples of max(0,
// d(a,b) - d(b,c)) in bits, and adds weight times its gradient to p.grad. As d(a,b) = (bits -
// a.b)/2, the gradient in a is -b/2, and so on.
func preserve(p *pass, triples []triple, weight float64) float64 {
	if len(triples) == 0 {
		return 0
	}
	var sum float64
	k := float32(weight / 2 / float64(len(triples)))
	for _, t := range triples {
		a, b, c := nn.Row(p.code, t.a), nn.Row(p.code, t.b), nn.Row(p.code, t.c)
		loss := (f32.Dot(b, c) - f32.Dot(a, b)) / 2
		if loss <= 0 {
			continue
		}
		sum += float64(loss)
		f32.Axpy(-k, b, nn.Row(p.grad, t.a))
		f32.Axpy(-k, a, nn.Row(p.grad, t.b))
		f32.Axpy(k, c, nn.Row(p.grad, t.b))
		f32.Axpy(k, b, nn.Row(p.grad, t.c))
	}
	return sum / float64(len(triples))
}
