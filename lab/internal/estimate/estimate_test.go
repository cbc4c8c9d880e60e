package estimate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/f32"
)

// rotation returns a head of bits random orthonormal rows of as many elements,
// with thresholds that centre the vectors at a random point.
func rotation(bits int, rng *rand.Rand) *binarize.Head {
	h := &binarize.Head{Bits: bits, Dim: bits, T: make([]float32, bits), Method: "rp"}
	for i := range bits {
		row := gaussian(bits, rng)
		for j := range i { // Gram-Schmidt
			other := h.W[j*bits : (j+1)*bits]
			f32.Axpy(-f32.Dot(row, other), other, row)
		}
		f32.Scale(1/f32.Sqrt(f32.Dot(row, row)), row)
		h.W = append(h.W, row...)
	}
	centre := gaussian(bits, rng)
	f32.Scale(0.3/f32.Sqrt(float32(bits)), centre)
	f32.MatVec(h.T, h.W, centre)
	return h
}

func gaussian(n int, rng *rand.Rand) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

// TestUnbiased: over many random rotations, the estimates of a given pair of
// vectors have the true values as their mean, within four standard errors, and
// the spread that the comment promises.
func TestUnbiased(t *testing.T) {
	const dim, trials = 64, 600
	rng := rand.New(rand.NewPCG(4, 0))
	for _, share := range []float32{0, 0.5, 0.95, -0.8} { // of the query that is the vector
		v, q := gaussian(dim, rng), gaussian(dim, rng)
		f32.Scale(float32(math.Sqrt(float64(1-share*share))), q)
		f32.Axpy(share, v, q)
		var sum, squares, spread float64
		for range trials {
			h := rotation(dim, rng)
			m, qm := h.Project(nil, v), h.Project(nil, q)
			f := NewFactor(m)
			score := binarize.NewQuery(qm).Score(binarize.Signs(nil, m))
			err := float64(f.dot(score) - f32.Dot(m, qm))
			sum += err
			squares += err * err
			// The part of q along m is known exactly; only the rest errs.
			rest := float64(f32.Dot(m, m)*f32.Dot(qm, qm) - f32.Dot(m, qm)*f32.Dot(m, qm))
			spread += rest * 0.57 / dim
			distance := f.Distance(score, f32.Dot(qm, qm))
			f32.Axpy(-1, m, qm)
			if want := f32.Dot(qm, qm); math.Abs(float64(distance-want)+2*err) > 0.01 {
				t.Fatalf("squared distance %v, want %v and -2 times the error %v", distance, want, err)
			}
		}
		deviation := math.Sqrt(squares / trials)
		if mean := sum / trials; math.Abs(mean) > 4*deviation/math.Sqrt(trials) {
			t.Errorf("share %v: mean error %v, deviation %v", share, mean, deviation)
		}
		if want := math.Sqrt(spread / trials); math.Abs(deviation/want-1) > 0.15 {
			t.Errorf("share %v: deviation %v, want about %v", share, deviation, want)
		}
	}
}

// TestEstimateRanks: estimates put vectors in a better order than bare scores,
// by the rank correlation with their true distances.
func TestEstimateRanks(t *testing.T) {
	const dim, n = 128, 2000
	rng := rand.New(rand.NewPCG(5, 0))
	for _, c := range []struct{ norms, gain float64 }{{0, 0}, {0.3, 0.15}} { // spread of the lengths of the vectors, least gain
		norms, gain := c.norms, c.gain
		h := rotation(dim, rng)
		q := gaussian(dim, rng)
		qm := h.Project(nil, q)
		query := binarize.NewQuery(qm)
		var truth, raw, estimate []float64
		for range n {
			v := gaussian(dim, rng)
			f32.Axpy(rng.Float32(), q, v)
			length := math.Exp(norms*rng.NormFloat64()) * math.Sqrt(dim)
			f32.Scale(float32(length)/f32.Sqrt(f32.Dot(v, v)), v)
			m := h.Project(nil, v)
			score := query.Score(binarize.Signs(nil, m))
			raw = append(raw, -float64(score))
			estimate = append(estimate, float64(NewFactor(m).Distance(score, f32.Dot(qm, qm))))
			f32.Axpy(-1, qm, m)
			truth = append(truth, float64(f32.Dot(m, m)))
		}
		bare, better := spearman(truth, raw), spearman(truth, estimate)
		t.Logf("lengths vary by %v: rank correlation %.4f, estimated %.4f", norms, bare, better)
		if better <= bare+gain || better < 0.95 {
			t.Errorf("lengths vary by %v: rank correlation %v, of bare scores %v", norms, better, bare)
		}
	}
}

func spearman(a, b []float64) float64 {
	ra, rb := ranksOf(a), ranksOf(b)
	n := float64(len(a))
	var sum float64
	for i := range ra {
		sum += (ra[i] - rb[i]) * (ra[i] - rb[i])
	}
	return 1 - 6*sum/(n*(n*n-1))
}

func ranksOf(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	ranks := make([]float64, len(v))
	for rank, i := range order {
		ranks[i] = float64(rank)
	}
	return ranks
}

// TestFactorExact uses numbers whose results are exact.
func TestFactorExact(t *testing.T) {
	if f := NewFactor([]float32{3, -1, 0, 4}); f != (Factor{Scale: 26. / 8, Square: 26}) {
		t.Errorf("%+v", f)
	}
	if f := NewFactor(make([]float32, 64)); f != (Factor{}) || f.dot(5) != 0 || f.Distance(5, 2) != 2 {
		t.Errorf("zero vector: %+v", f)
	}
	// A corner of the cube is its own code, so nothing is lost.
	corner := make([]float32, 64)
	for i := range corner {
		corner[i] = 2
	}
	f, score := NewFactor(corner), binarize.NewQuery(corner).Score(binarize.Signs(nil, corner))
	if f.dot(score) != 256 || f.Distance(score, 256) != 0 {
		t.Errorf("corner: inner product %v, distance %v", f.dot(score), f.Distance(score, 256))
	}
}
