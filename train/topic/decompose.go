package topic

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
)

type dense struct {
	columns int
	data    []float64
}

func newDense(rows, columns int) *dense { return &dense{columns, make([]float64, rows*columns)} }

func (d *dense) rows() int { return len(d.data) / d.columns }

func (d *dense) row(i int) []float64 { return d.data[i*d.columns : (i+1)*d.columns] }

func (d *dense) float32s() []float32 {
	out := make([]float32, len(d.data))
	for i, v := range d.data {
		out[i] = float32(v)
	}
	return out
}

// times returns the product of d and o, which has few columns.
func (d *dense) times(o *dense) *dense {
	out := newDense(d.rows(), o.columns)
	parallel.Each(0, d.rows(), func(i int) {
		sum := out.row(i)
		for k, v := range d.row(i) {
			for j, w := range o.row(k) {
				sum[j] += float64(v * w)
			}
		}
	})
	return out
}

func (d *dense) gram() *dense {
	n := d.columns
	g := newDense(n, n)
	parallel.Each(0, n, func(j int) {
		sum := g.row(j)
		for i := range d.rows() {
			row := d.row(i)
			v := row[j]
			for k := range sum {
				sum[k] += float64(v * row[k])
			}
		}
	})
	return g
}

// centre scales the rows to length 1, takes their mean away and scales again.
func (d *dense) centre() {
	d.unitRows()
	mean := make([]float64, d.columns)
	for i := range d.rows() {
		for j, v := range d.row(i) {
			mean[j] += v / float64(d.rows())
		}
	}
	for i := range d.rows() {
		for j := range d.row(i) {
			d.row(i)[j] -= mean[j]
		}
	}
	d.unitRows()
}

func (d *dense) unitRows() {
	for i := range d.rows() {
		squares := 0.0
		for _, v := range d.row(i) {
			squares += float64(v * v)
		}
		if squares > 0 {
			for j := range d.row(i) {
				d.row(i)[j] /= math.Sqrt(squares)
			}
		}
	}
}

// The subspace of a randomized decomposition has some dimensions more than are
// wanted, and is brought nearer to the leading singular vectors by some rounds.
const (
	moreDimensions = 16
	rounds         = 5
)

// decompose returns U S^½ of the leading singular vectors and values of m, by
// randomized subspace iteration (Halko, Martinsson and Tropp 2011, Algorithm 4.4).
func decompose(ctx context.Context, m *sparse, rank int, seed uint64) (*dense, error) {
	if m.rows() < 2*rank || m.columns < 2*rank {
		return nil, errFew
	}
	t := m.transpose()
	rng := rand.New(rand.NewPCG(seed, 1))
	x := newDense(m.columns, min(rank+moreDimensions, m.rows(), m.columns))
	for i := range x.data {
		x.data[i] = nn.Normal(rng)
	}
	for range rounds {
		x = t.times(orthonormal(m.times(x)))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	q := orthonormal(m.times(x))
	values, vectors := eigen(t.times(q).gram()) // of QᵀM MᵀQ: the squared singular values
	turn := newDense(q.columns, rank)
	for k := range rank {
		if values[k] <= 1e-12*values[0] {
			return nil, errFew
		}
		for j := range q.columns {
			turn.row(j)[k] = vectors.row(j)[k] * math.Sqrt(math.Sqrt(values[k]))
		}
	}
	return q.times(turn), nil
}

// orthonormal returns an orthonormal basis of the columns of y, by the eigenvectors
// of its Gram matrix; columns that add nothing become zero.
func orthonormal(y *dense) *dense {
	for range 2 { // the second time takes the rounding errors of the first
		values, vectors := eigen(y.gram())
		turn := newDense(y.columns, y.columns)
		for k, value := range values {
			if value > 1e-12*values[0] {
				for j := range y.columns {
					turn.row(j)[k] = vectors.row(j)[k] / math.Sqrt(value)
				}
			}
		}
		y = y.times(turn)
	}
	return y
}
