package experiment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Settings of t-SNE, of a few hundred points.
const (
	tsnePerplexity = 12.0
	tsneSteps      = 750
	tsneEarly      = 150 // of them with exaggerated neighbourhoods
	tsneExaggerate = 6.0
)

// tsne returns places in the plane for points, a row each, so that near points stay neighbours (van
// der Maaten and Hinton, t-SNE, without approximation). It begins with the first two principal
// components, and uses no random numbers.
func tsne(ctx context.Context, points *mat.Dense) (x, y []float64, err error) {
	x, y, _, err = plane(points)
	if err != nil {
		return nil, nil, err
	}
	n := len(x)
	t := &tsneState{p: affinities(points), at: append(x, y...), speed: make([]float64, 2*n), gain: make([]float64, 2*n), gradient: make([]float64, 2*n)}
	spread := max(stat.StdDev(x, nil), 1e-9)
	for i := range t.at {
		t.at[i] *= 1e-2 / spread
		t.gain[i] = 1
	}
	for step := range tsneSteps {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		t.step(step)
	}
	return t.at[:n], t.at[n:], nil
}

// tsneState is a drawing under way: x of all points, then y.
type tsneState struct {
	p                         []float64 // affinities, n x n, 1 in sum
	at, speed, gain, gradient []float64
}

// step moves all points down the gradient of the divergence of affinities in the plane from p.
func (t *tsneState) step(step int) {
	exaggerate, momentum := 1.0, 0.8
	if step < tsneEarly {
		exaggerate, momentum = tsneExaggerate, 0.5
	}
	n := len(t.at) / 2
	near := make([]float64, n*n)
	sum := 0.0
	for i := range n {
		for j := range i {
			dx, dy := t.at[i]-t.at[j], t.at[n+i]-t.at[n+j]
			near[i*n+j] = 1 / (1 + dx*dx + dy*dy)
			sum += 2 * near[i*n+j]
		}
	}
	clear(t.gradient)
	for i := range n {
		for j := range i {
			w := near[i*n+j]
			pull := 4 * (exaggerate*t.p[i*n+j] - w/sum) * w
			for _, axis := range []int{0, n} {
				g := pull * (t.at[axis+i] - t.at[axis+j])
				t.gradient[axis+i] += g
				t.gradient[axis+j] -= g
			}
		}
	}
	rate := max(float64(n)/tsneExaggerate, 20)
	for i, g := range t.gradient {
		if (g > 0) == (t.speed[i] > 0) { // it overshoots
			t.gain[i] = max(0.01, 0.8*t.gain[i])
		} else {
			t.gain[i] += 0.2
		}
		t.speed[i] = momentum*t.speed[i] - rate*t.gain[i]*g
		t.at[i] += t.speed[i]
	}
}

// affinities returns how near points are to each other, each with about as many neighbours as the
// perplexity says: symmetric, 0 of a point to itself, 1 in sum.
func affinities(points *mat.Dense) []float64 {
	n, _ := points.Dims()
	out := make([]float64, n*n)
	row := make([]float64, n)
	for i := range n {
		for j := range n {
			d := mat.Norm(subtracted(points.RowView(i), points.RowView(j)), 2)
			row[j] = d * d
		}
		for j, p := range neighbourhood(row, i, min(tsnePerplexity, float64(n-1)/2)) {
			out[i*n+j] += p / float64(2*n)
			out[j*n+i] += p / float64(2*n)
		}
	}
	return out
}

func subtracted(a, b mat.Vector) *mat.VecDense {
	var d mat.VecDense
	d.SubVec(a, b)
	return &d
}

// neighbourhood returns the distribution of point own over the others, by their squared distances: a
// normal one of such a width that its entropy is that of so many equal neighbours.
func neighbourhood(square []float64, own int, perplexity float64) []float64 {
	const tries = 60
	p := make([]float64, len(square))
	nearest := math.Inf(1)
	for j, d := range square {
		if j != own {
			nearest = min(nearest, d)
		}
	}
	low, high := 0.0, math.Inf(1)
	beta := 1.0
	for range tries {
		sum, weighted := 0.0, 0.0
		for j, d := range square {
			if p[j] = 0; j != own {
				p[j] = math.Exp(-beta * (d - nearest))
				sum += p[j]
				weighted += p[j] * beta * (d - nearest)
			}
		}
		for j := range p {
			p[j] /= sum
		}
		if entropy := math.Log(sum) + weighted/sum; entropy > math.Log(perplexity) { // too wide
			low = beta
		} else {
			high = beta
		}
		if beta = (low + high) / 2; math.IsInf(high, 1) {
			beta = 2 * low
		}
	}
	return p
}
