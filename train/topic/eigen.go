package topic

import (
	"cmp"
	"math"
	"slices"
)

// sweeps are more than any matrix of numbers needs: after ten, what is off the diagonal has vanished.
const sweeps = 30

// eigen returns the eigenvalues of a symmetric matrix, falling, and its eigenvectors in columns, of which the largest
// element is positive: either sign would do, but one is the same everywhere.
//
// It is Jacobi's method, which turns one pair of rows and columns after the other until all but the diagonal is zero. Gonum's
// is faster, but its kernels give other bits on other processors.
func eigen(g *dense) ([]float64, *dense) {
	n := g.columns
	g = &dense{n, slices.Clone(g.data)}
	turned := newDense(n, n) // row k is the eigenvector k
	for k := range n {
		turned.row(k)[k] = 1
	}
	for range sweeps {
		moved := false
		for p := range n {
			for q := p + 1; q < n; q++ {
				moved = rotate(g, turned, p, q) || moved
			}
		}
		if !moved {
			break
		}
	}
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.row(b)[b], g.row(a)[a]) })
	values, vectors := make([]float64, n), newDense(n, n)
	for k, from := range order {
		values[k] = g.row(from)[from]
		v := turned.row(from)
		top := slices.MaxFunc(v, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
		for j, x := range v {
			vectors.row(j)[k] = math.Copysign(1, top) * x
		}
	}
	return values, vectors
}

// rotate makes the element p, q of g zero, unless it is as good as zero, and turns the rows of turned along.
func rotate(g, turned *dense, p, q int) bool {
	a, b, off := g.row(p)[p], g.row(q)[q], g.row(p)[q]
	if math.Abs(off) <= 1e-17*math.Sqrt(math.Abs(a)*math.Abs(b)) || math.Abs(off) < 1e-300 {
		return false
	}
	theta := (b - a) / (2 * off)
	t := math.Copysign(1/(math.Abs(theta)+math.Sqrt(1+float64(theta*theta))), theta) // the tangent of the angle
	c := 1 / math.Sqrt(1+float64(t*t))
	s := float64(t * c)
	turn := func(x, y float64) (float64, float64) { return float64(c*x) - float64(s*y), float64(s*x) + float64(c*y) }
	for k := range g.columns {
		row := g.row(k)
		row[p], row[q] = turn(row[p], row[q])
	}
	for _, m := range []*dense{g, turned} {
		rp, rq := m.row(p), m.row(q)
		for k := range rp {
			rp[k], rq[k] = turn(rp[k], rq[k])
		}
	}
	g.row(p)[q], g.row(q)[p] = 0, 0
	return true
}
