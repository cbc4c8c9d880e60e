package link

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradtest"
)

// TestLoss compares the loss with its definition and its gradient with central differences.
func TestLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, m, dim, sharpness = 3, 6, 5, 2
	z, c, dz := nn.NewMatrix(n, dim), nn.NewMatrix(m, dim), nn.NewMatrix(n, dim)
	for _, x := range [][]float32{z.Data, c.Data} {
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
	}
	gold := [][]int32{{0}, {2, 5}, {4}}
	got, want := distanceLoss(dz, z, c, gold, sharpness), 0.0
	for i := range n {
		sum, hit := 0.0, 0.0
		for j := range m {
			d := 0.0
			for k, v := range nn.Row(z, i) {
				d += math.Pow(float64(v-nn.Row(c, j)[k]), 2)
			}
			score := -sharpness * math.Sqrt(d)
			sum += math.Exp(score)
			if slices.Contains(gold[i], int32(j)) {
				hit += score / float64(len(gold[i]))
			}
		}
		want += (math.Log(sum) - hit) / n
	}
	if math.Abs(got-want) > 1e-4 {
		t.Errorf("loss %v, want %v", got, want)
	}
	scratch := nn.NewMatrix(n, dim)
	gradtest.Check(t, "points", func() float64 { return distanceLoss(scratch, z, c, gold, sharpness) }, z.Data, slices.Clone(dz.Data), tolerance)

	copy(nn.Row(z, 0), nn.Row(c, 0)) // at a distance of zero
	if l := distanceLoss(dz, z, c, gold, sharpness); !(l > 0) || !finite(dz.Data) {
		t.Errorf("on a gold vector: loss %v, gradient %v", l, dz.Data)
	}
}

func finite(x []float32) bool {
	return !slices.ContainsFunc(x, func(v float32) bool { return v-v != 0 })
}

// TestGradient checks the whole gradient of every kind of context.
func TestGradient(t *testing.T) {
	m := material(t)
	for _, kind := range []string{None, Bag, BiLSTM, CNN} {
		cfg := toy(Config{Context: kind}).withDefaults()
		cfg.Rows, cfg.Dim, cfg.Window = 16, 3, 4
		tr := newTrainer(m, cfg)
		batch := pointers(m.Data.Train[:5])
		candidates := tr.candidates(batch, rand.New(rand.NewPCG(3, 4)), 2)
		value := func() float64 {
			for _, g := range tr.grad.params() {
				clear(g)
			}
			return tr.gradient(batch, candidates)
		}
		value()
		var all []float32
		for i, p := range tr.params() {
			value()
			all = append(all, tr.grad.params()[i]...)
			gradtest.Check(t, fmt.Sprint(kind, " parameter ", i), value, p, slices.Clone(tr.grad.params()[i]), tolerance)
		}
		if slices.Max(all) == 0 {
			t.Errorf("%s: there is no gradient", kind)
		}
	}
}

// TestTrain: context tells two entities of the same names apart, and nothing else does; the same seed gives the same bits.
func TestTrain(t *testing.T) {
	m := material(t)
	right := map[string]float64{}
	for _, kind := range []string{None, Bag, BiLSTM, CNN} {
		cfg := toy(Config{Context: kind, Epochs: 30})
		l, err := Train(t.Context(), m, cfg)
		check(t, err)
		if len(l.Loss) != 30 || l.Best < 1 || l.Valid[l.Best-1] != slices.Min(l.Valid) || !(l.Loss[29] < l.Loss[0]) {
			t.Errorf("%s: best epoch %d, loss %v, valid %v", kind, l.Best, l.Loss, l.Valid)
		}
		again, err := Train(t.Context(), m, cfg)
		check(t, err)
		if !sameParams(l, again) {
			t.Errorf("%s: the same seed gives other bits", kind)
		}
		cfg.Seed = 1
		if other, err := Train(t.Context(), m, cfg); err != nil || sameParams(l, other) {
			t.Errorf("%s: another seed gives the same bits (%v)", kind, err)
		}
		c, err := NewCases(t.Context(), m.Space, l, m.Data.Test, func(string) *Ranking { return nil })
		check(t, err)
		for i, r := range c.Ranks {
			if r == 0 {
				right[kind] += float64(c.Examples[i].Count) / float64(len(c.Ranks))
			}
		}
	}
	if right[None] > 0.7 || right[Bag] < 0.9 || right[BiLSTM] < 0.9 || right[CNN] < 0.9 {
		t.Errorf("right: %v", right)
	}
}

func TestTrainBad(t *testing.T) {
	m := material(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Train(ctx, m, toy(Config{})); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	empty := *m
	empty.Data = &Dataset{Train: m.Data.Train}
	if _, err := Train(t.Context(), &empty, toy(Config{})); !errors.Is(err, errEmptySplit) {
		t.Errorf("no mentions to fit: %v", err)
	}
	wild := *m
	wild.Encode = func(dst []float32, text string) []float32 { return append(dst, float32(math.Inf(1))) }
	if _, err := Train(t.Context(), &wild, toy(Config{})); err == nil || !strings.Contains(err.Error(), "not a finite number") {
		t.Errorf("infinite vectors: %v", err)
	}
}

// TestSpace: scale, cosines and ranks.
func TestSpace(t *testing.T) {
	s := space(t, 20)
	sum := 0.0
	for i := range s.Entities {
		sum += float64(f32.Dot(nn.Row(s.Vectors, i), nn.Row(s.Vectors, i)))
	}
	if math.Abs(sum-20) > 1e-3 {
		t.Errorf("mean square of lengths %v, want 1", sum/20)
	}
	for i := range s.Entities {
		cosines := s.cosines(nn.Row(s.Vectors, i))
		if math.Abs(float64(cosines[i])-1) > 1e-5 || rankOf(cosines, []int32{int32(i)}) != 0 || nearest(cosines, 3)[0] != int32(i) {
			t.Errorf("entity %d has cosine %v with itself", i, cosines[i])
		}
	}
	if c := s.cosines(make([]float32, s.dim())); slices.Max(c) != 0 || slices.Min(c) != 0 {
		t.Errorf("cosines with zero: %v", c)
	}
	if _, err := NewSpace(nil, nil, id); !errors.Is(err, errNoEntities) {
		t.Errorf("no entities: %v", err)
	}
	if got := nearest([]float32{1, 3, 2, 3}, 3); !slices.Equal(got, []int32{1, 3, 2}) {
		t.Errorf("nearest %v", got)
	}
	if got := nearest([]float32{1, 2}, 0); len(got) != 0 {
		t.Errorf("nearest none: %v", got)
	}
	if got := rankOf([]float32{1, 3, 2, 3}, []int32{0, 3}); got != 1 {
		t.Errorf("rank %d, want 1", got)
	}
}
