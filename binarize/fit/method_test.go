package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/normlet/normlet/binarize"
)

// gram returns W W', rows x rows.
func gram(w []float32, rows, dim int) *mat.Dense {
	d := mat.NewDense(rows, dim, nil)
	for i := range rows {
		for j := range dim {
			d.Set(i, j, float64(w[i*dim+j]))
		}
	}
	var g mat.Dense
	g.Mul(d, d.T())
	return &g
}

// identityWithin reports whether g is the identity up to tol.
func identityWithin(g *mat.Dense, tol float64) bool {
	n, _ := g.Dims()
	eye := mat.NewDiagDense(n, nil)
	for i := range n {
		eye.SetDiag(i, 1)
	}
	return mat.EqualApprox(g, eye, tol)
}

// TestKnownComponents fits vectors that vary along given axes only, by given
// amounts, and requires these axes back, largest first.
func TestKnownComponents(t *testing.T) {
	const dim, n = 80, 4000
	rng := rand.New(rand.NewPCG(1, 0))
	axes := randomOrthogonal(rng, dim, dim)
	deviation := func(k int) float64 { return math.Pow(0.9, float64(k)) } // of axis k
	x := Vectors{Dim: dim}
	for range n {
		row := make([]float64, dim)
		for k := range dim {
			c := rng.NormFloat64() * deviation(k)
			for j := range row {
				row[j] += c * axes.At(j, k)
			}
		}
		for _, v := range row {
			x.Data = append(x.Data, float32(1+v))
		}
	}
	var r Report
	p, err := components(newSample(x, Config{Sample: n}), 64, &r)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 5 {
		dot := mat.Dot(p.ColView(k), axes.ColView(k))
		if math.Abs(dot) < 0.95 {
			t.Errorf("component %d has cosine %v with axis %d", k, dot, k)
		}
	}
	for k := range 64 {
		if maxAbs(mat.Col(nil, k, p)) < 0 {
			t.Errorf("the largest element of component %d is negative", k)
		}
	}
	if r.Variance < 0.999 || r.Variance > 1 {
		t.Errorf("64 components hold %v of the variance", r.Variance)
	}
}

// TestOrthonormal: components, rotated components and orthogonal projections are
// orthonormal but for the rounding to bfloat16.
func TestOrthonormal(t *testing.T) {
	x := clusters(500, 96, 1)
	for _, method := range []string{RandomProjection, PCA, ITQ} {
		h, _, err := Fit(context.Background(), method, x, Config{Bits: 64, Orthogonal: true, Iterations: 5})
		if err != nil {
			t.Fatal(err)
		}
		if !identityWithin(gram(h.W, 64, 96), 4e-3) {
			t.Errorf("%s: rows are not orthonormal", method)
		}
	}
}

// TestOrthogonalGroups: more bits than dimensions are orthogonal group by group.
func TestOrthogonalGroups(t *testing.T) {
	const rows, dim = 128, 50
	w := orthogonalRows(newRand(1, streamWeights), rows, dim)
	if len(w) != rows*dim {
		t.Fatalf("%d weights, want %d", len(w), rows*dim)
	}
	for from := 0; from < rows; from += dim {
		n := min(dim, rows-from)
		if !identityWithin(gram(w[from*dim:], n, dim), 1e-5) {
			t.Errorf("rows from %d are not orthonormal", from)
		}
	}
	if identityWithin(gram(w, rows, dim), 0.1) {
		t.Error("128 vectors of 50 elements cannot all be orthogonal")
	}
}

// TestWeights checks the two distributions by their moments.
func TestWeights(t *testing.T) {
	const bits, dim = 1024, 100
	bound := 1 / math.Sqrt(dim)
	for _, test := range []struct {
		name             string
		cfg              Config
		variance, fourth float64 // of the weight over the bound
	}{
		{"uniform", Config{Bits: bits}, 1.0 / 3, 1.0 / 5},
		{"gaussian", Config{Bits: bits, Gaussian: true}, 1, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, _, err := randomProjection(t.Context(), newSample(clusters(4, dim, 1), Config{Sample: 4}), test.cfg, nil)
			if err != nil {
				t.Fatal(err)
			}
			var mean, variance, fourth float64
			for _, v := range w {
				u := float64(v) / bound
				if test.name == "uniform" && math.Abs(u) > 1.0001 {
					t.Fatalf("weight %v is out of bounds", v)
				}
				mean += u / float64(len(w))
				variance += u * u / float64(len(w))
				fourth += u * u * u * u / float64(len(w))
			}
			if math.Abs(mean) > 0.02 || math.Abs(variance/test.variance-1) > 0.02 || math.Abs(fourth/test.fourth-1) > 0.05 {
				t.Errorf("moments %v, %v, %v, want 0, %v, %v", mean, variance, fourth, test.variance, test.fourth)
			}
		})
	}
}

// TestLossFalls: every rotation brings the vectors closer to their signs, and the
// result is closer than the components themselves are.
func TestLossFalls(t *testing.T) {
	x := clusters(1500, 64, 1)
	_, r, err := Fit(context.Background(), ITQ, x, Config{Bits: 64})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Loss) < 10 {
		t.Fatalf("settled after %d rotations", len(r.Loss))
	}
	for i := 1; i < len(r.Loss); i++ {
		if r.Loss[i] > r.Loss[i-1]+1e-9 {
			t.Errorf("step %d raised the loss from %v to %v", i, r.Loss[i-1], r.Loss[i])
		}
	}
	s := newSample(x, Config{Sample: x.Len()})
	p, err := components(s, 64, new(Report))
	if err != nil {
		t.Fatal(err)
	}
	if unrotated, last := toSigns(projected(s, choose(newRand(0, 0), s.Len(), s.Len()), p)), r.Loss[len(r.Loss)-1]; last > 0.9*unrotated {
		t.Errorf("loss %v, without rotation %v", last, unrotated)
	}
}

// TestCorners: vectors that are rotated corners of a cube are rotated back, from a
// start that is not too far away.
func TestCorners(t *testing.T) {
	const dim, n = 8, 2000
	rng := rand.New(rand.NewPCG(7, 0))
	cube := mat.NewDense(n, dim, nil)
	for i := range n {
		for j := range dim {
			cube.Set(i, j, float64(2*rng.IntN(2)-1))
		}
	}
	hidden := randomOrthogonal(rng, dim, dim)
	var v mat.Dense
	v.Mul(cube, hidden.T())
	start := mat.DenseCopyOf(hidden)
	start.Apply(func(_, _ int, x float64) float64 { return x + 0.15*rng.NormFloat64() }, start)
	near, err := nearestRotation(general(start))
	if err != nil {
		t.Fatal(err)
	}
	rot, loss, err := rotate(general(&v), near, 100)
	if err != nil {
		t.Fatal(err)
	}
	if first, last := loss[0], loss[len(loss)-1]; first < 0.05 || last > 1e-6 {
		t.Errorf("loss fell from %v to %v, want 0", first, last)
	}
	var undone mat.Dense
	undone.Mul(rot.T(), hidden)
	if !identityWithin(&undone, 1e-5) {
		t.Errorf("the rotation was not undone: %v", mat.Formatted(&undone))
	}
}

// TestRetentionPerfect: vectors that are signs already lose nothing.
func TestRetentionPerfect(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	x := Vectors{Dim: 256}
	for range 300 * x.Dim {
		x.Data = append(x.Data, float32(2*rng.IntN(2)-1))
	}
	h := &binarize.Head{Bits: 256, Dim: 256, T: make([]float32, 256), Method: HardThreshold}
	r, err := Measure(h, x, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Retention != 1 || r.Asymmetric != 1 {
		t.Errorf("retention %v and %v, want 1", r.Retention, r.Asymmetric)
	}
}

func TestNearest(t *testing.T) {
	dist := []float32{3, 1, 1, 0, 2, 1}
	at := func(i int) float32 { return dist[i] }
	for _, test := range []struct {
		query, k int
		want     []int
	}{
		{3, 1, []int{1}}, {3, 2, []int{1, 2}}, {3, 4, []int{1, 2, 4, 5}}, {0, 2, []int{1, 3}}, {0, 5, []int{1, 2, 3, 4, 5}},
	} {
		got := nearest(len(dist), test.query, test.k, at)
		if shared(got, test.want) != test.k || len(got) != test.k {
			t.Errorf("%d nearest of %d: %v, want %v", test.k, test.query, got, test.want)
		}
	}
}
