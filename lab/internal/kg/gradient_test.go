package kg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradtest"
)

var tolerance = gradtest.Tolerance{Step: 1e-2, Absolute: 2e-3, Relative: 5e-3}

// TestScore compares the score with its definition by complex numbers.
func TestScore(t *testing.T) {
	g, m := randomModel(t, family(7), 5)
	for _, triple := range g.Triples {
		want := complex(0, 0)
		h, r, e := m.Entity(int(triple.Head)), nn.Row(m.relations, int(triple.Relation)), m.Entity(int(triple.Tail))
		for k := range m.Rank {
			at := func(x []float32) complex128 { return complex(float64(x[k]), float64(x[k+m.Rank])) }
			want += at(h) * at(r) * complex(real(at(e)), -imag(at(e)))
		}
		if got := m.Score(triple); math.Abs(float64(got)-real(want)) > 1e-5 {
			t.Errorf("%v: score %v, want %v", triple, got, real(want))
		}
	}
}

func TestScoreGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 6
	h, r, e, q := randomVector(rng, n), randomVector(rng, n), randomVector(rng, n), make([]float32, n)
	score := func() float64 { product(q, h, r); return float64(f32.Dot(q, e)) }
	dh, dr := make([]float32, n), make([]float32, n)
	addProductGradient(dh, dr, e, h, r) // of the score, dq is the tail
	gradtest.Check(t, "head", score, h, dh, tolerance)
	gradtest.Check(t, "relation", score, r, dr, tolerance)
	score()
	gradtest.Check(t, "tail", score, e, slices.Clone(q), tolerance)
}

func TestPenalties(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := randomVector(rng, 8)
	r := randomVector(rng, 8)
	for name, value := range map[string]func(x, r float64) float64{ // of an entity's and a relation's sizes
		N3:   func(x, r float64) float64 { return x*x*x + r*r*r },
		L2:   func(x, r float64) float64 { return x*x + r*r },
		DURA: func(x, r float64) float64 { return x * x * (0.5 + 1.5*r*r) },
	} {
		p := penalties[name]
		sum := func(dx, dr, x, r []float32, weight float32) float64 {
			return p.entity(dx, dr, x, r, weight) + p.relation(dr, r, weight)
		}
		dx, dr := make([]float32, len(x)), make([]float32, len(x))
		got, want := sum(dx, dr, x, r, 0.5), 0.0
		for k := range 4 {
			want += 0.5 * value(math.Hypot(float64(x[k]), float64(x[k+4])), math.Hypot(float64(r[k]), float64(r[k+4])))
		}
		if math.Abs(got-want) > 1e-5 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		again := func() float64 { return sum(make([]float32, len(x)), make([]float32, len(x)), x, r, 0.5) }
		gradtest.Check(t, name+" of the entity", again, x, dx, tolerance)
		gradtest.Check(t, name+" of the relation", again, r, dr, tolerance)
		zero := make([]float32, 8)
		if got := sum(zero, zero, make([]float32, 8), make([]float32, 8), 1); got != 0 || slices.Max(zero) != 0 || slices.Min(zero) != 0 {
			t.Errorf("%s of zero: %v, gradient %v", name, got, zero)
		}
	}
}

// TestLossGradient checks the whole loss of a step, by every kind of loss and regularizer.
func TestLossGradient(t *testing.T) {
	for _, loss := range []string{OneVsAll, Sampled} {
		for _, reg := range []string{N3, L2, DURA} {
			g, m := randomModel(t, family(9), 3)
			cfg := Config{Loss: loss, Regularizer: reg, Rank: 3, Negatives: 3, Weight: 0.1, Threads: 2}.Defaults()
			s := newStepper(cfg, m)
			batch := queries(g.Triples, len(g.Relations))[3:9]
			value := func() float64 {
				for _, x := range s.grad.params() {
					clear(x)
				}
				return s.gradient(batch, 5)
			}
			if got, want := value(), naiveLoss(s, batch); math.Abs(got-want) > 1e-4 {
				t.Errorf("%s %s: loss %v, want %v", loss, reg, got, want)
			}
			for i, x := range m.params() {
				value()
				gradtest.Check(t, fmt.Sprintf("%s %s parameter %d", loss, reg, i), value, x, slices.Clone(s.grad.params()[i]), tolerance)
			}
		}
	}
}

// naiveLoss computes the loss of the batch that s has just seen, as the package comment states it.
func naiveLoss(s *stepper, batch []query) float64 {
	total, answers := 0.0, 0
	for _, q := range batch {
		for _, tail := range q.tails {
			answers++
			sum := 0.0
			for c := range s.m.Entities {
				if s.cfg.Loss == OneVsAll || slices.Contains(s.drawn, int32(c)) {
					sum += math.Exp(float64(s.m.Score(Triple{q.head, q.relation, int32(c)})))
				}
			}
			total += math.Log(sum) - float64(s.m.Score(Triple{q.head, q.relation, tail}))
			r, weight := nn.Row(s.m.relations, int(q.relation)), float32(s.cfg.Weight)
			nowhere := make([]float32, len(r))
			total += s.penalty.relation(nowhere, r, weight)
			for _, e := range []int{int(q.head), int(tail)} {
				total += s.penalty.entity(nowhere, nowhere, s.m.Entity(e), r, weight)
			}
		}
	}
	return total / float64(answers)
}

// TestBlocks: candidates of many blocks, for any number of threads, have the loss and gradients of a single block.
func TestBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const queries, candidates, dim = 5, 3*leastBlock + 7, 8
	q := nn.Matrix{Rows: queries, Cols: dim, Stride: dim, Data: randomVector(rng, queries*dim)}
	c := nn.Matrix{Rows: candidates, Cols: dim, Stride: dim, Data: randomVector(rng, candidates*dim)}
	f32.Scale(30, q.Data) // scores whose exponentials no float32 holds
	answers := []answer{{0, 0}, {0, candidates - 1}, {1, leastBlock}, {2, 5}, {3, 5}, {4, 40}}
	count := []int{2, 1, 1, 1, 1}
	var first []float32
	for _, threads := range []int{1, 2, 3} {
		s := softmax{threads: threads}
		dq, dc := nn.NewMatrix(queries, dim), nn.NewMatrix(candidates, dim)
		loss := s.loss(dq, dc, q, c, answers, count, 1)
		if len(s.blocks) != 4 {
			t.Fatalf("%d blocks, want 4", len(s.blocks))
		}
		want := 0.0
		for _, a := range answers {
			want -= float64(f32.Dot(nn.Row(q, a.query), nn.Row(c, a.candidate)))
		}
		for i, n := range count {
			most, sum := math.Inf(-1), 0.0
			for j := range candidates {
				most = max(most, float64(f32.Dot(nn.Row(q, i), nn.Row(c, j))))
			}
			for j := range candidates {
				sum += math.Exp(float64(f32.Dot(nn.Row(q, i), nn.Row(c, j))) - most)
			}
			want += float64(n) * (most + math.Log(sum))
		}
		if math.Abs(loss-want) > 1e-3*math.Abs(want) {
			t.Errorf("%d threads: loss %v, want %v", threads, loss, want)
		}
		all := slices.Concat([]float32{float32(loss)}, dq.Data, dc.Data)
		if first == nil {
			first = all
		}
		if !slices.Equal(all, first) {
			t.Errorf("%d threads: other bits than with one", threads)
		}
	}
}
