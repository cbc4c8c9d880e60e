package experiment

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/lab/internal/estimate"
	"github.com/normlet/normlet/train/data"
)

// packTerminology returns the terminology that a pack was made of.
func packTerminology(n *core.Normalizer) *data.Terminology {
	c := engine.Of(n).Contents()
	t := &data.Terminology{Entities: make([]data.Entity, c.IDs.Len())}
	for e := range t.Entities {
		t.Entities[e].ID = c.IDs.At(e)
	}
	for row, e := range c.RowEntity {
		t.Entities[e].Names = append(t.Entities[e].Names, data.Name{Text: c.Names.At(row)})
	}
	return t
}

// int8 scores rows by vectors in bytes, 127ths of the largest number of each row.
func (c *coded) int8() func(mention int) func(row int) float32 {
	dim := c.rows.Dim
	small, scale := make([]int8, len(c.rows.Data)), make([]float32, c.rows.Len())
	for i := range scale {
		row := c.rows.Row(i)
		for _, v := range row {
			scale[i] = max(scale[i], v/127, -v/127)
		}
		for j, v := range row {
			r := v/scale[i] + 128.5 // above 0, where conversion rounds down
			small[i*dim+j] = int8(int(r) - 128)
		}
	}
	return func(mention int) func(int) float32 {
		q := c.mentions.Row(mention)
		return func(row int) float32 {
			var sum float32
			for j, v := range small[row*dim : (row+1)*dim] {
				sum += float32(q[j] * float32(v))
			}
			return float32(sum * scale[row])
		}
	}
}

// estimate scores rows by the distance that code and factor tell.
func (c *coded) estimate() func(mention int) func(row int) float32 {
	factors := make([]estimate.Factor, c.rows.Len())
	var proj []float32
	for i := range factors {
		proj = c.head.Project(proj, c.rows.Row(i))
		factors[i] = estimate.NewFactor(proj)
	}
	return func(mention int) func(int) float32 {
		proj := c.head.Project(nil, c.mentions.Row(mention))
		square, q := f32.Dot(proj, proj), binarize.NewQuery(proj)
		return func(row int) float32 { return -factors[row].Distance(q.Score(c.code(row)), square) }
	}
}

// levels scores rows as asymmetric does, but a bit stands for the mean of the projections that
// have it, less the threshold.
func (c *coded) levels() func(mention int) func(row int) float32 {
	raw := *c.head
	raw.T = make([]float32, raw.Bits)
	sum, n := make([][2]float64, raw.Bits), make([][2]float64, raw.Bits)
	var proj []float32
	for i := range c.rows.Len() {
		proj = raw.Project(proj, c.rows.Row(i))
		for b, p := range proj {
			bit := c.code(i)[b/64] >> (b % 64) & 1
			sum[b][bit] += float64(p)
			n[b][bit]++
		}
	}
	return func(mention int) func(int) float32 {
		proj := raw.Project(nil, c.mentions.Row(mention))
		for b := range proj {
			mean := func(bit int) float64 { return sum[b][bit] / max(1, n[b][bit]) }
			proj[b] *= float32(mean(1)-mean(0)) / 2
		}
		q := binarize.NewQuery(proj)
		return func(row int) float32 { return q.Score(c.code(row)) }
	}
}

// decoded scores rows by a linear decoder of their codes, fitted by least squares and applied to
// the query.
func (c *coded) decoded() (func(mention int) func(row int) float32, error) {
	const most, ridge = 20_000, 1e-3
	n, bits := min(c.rows.Len(), most), c.head.Bits
	signs, want := mat.NewDense(n, bits+1, nil), mat.NewDense(n, c.rows.Dim, nil) // the last column is the bias
	for i := range n {
		at := i * c.rows.Len() / n
		for b := range bits {
			signs.Set(i, b, float64(2*(c.code(at)[b/64]>>(b%64)&1))-1)
		}
		signs.Set(i, bits, 1)
		for j, v := range c.rows.Row(at) {
			want.Set(i, j, float64(v))
		}
	}
	gram := mat.NewSymDense(bits+1, nil)
	gram.SymOuterK(1, signs.T())
	for i := range bits + 1 {
		gram.SetSym(i, i, gram.At(i, i)+ridge*float64(n)) // two bits may always be the same
	}
	var factor mat.Cholesky
	var target, decoder mat.Dense
	target.Mul(signs.T(), want)
	if !factor.Factorize(gram) || factor.SolveTo(&decoder, &target) != nil {
		return nil, errors.New("there is no linear decoder of the codes")
	}
	return func(mention int) func(int) float32 {
		proj := make([]float32, bits)
		for b := range proj {
			for j, v := range c.mentions.Row(mention) {
				proj[b] += float32(v * float32(decoder.At(b, j)))
			}
		}
		q := binarize.NewQuery(proj)
		return func(row int) float32 { return q.Score(c.code(row)) }
	}, nil
}
