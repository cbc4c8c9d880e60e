package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestExtras(t *testing.T) {
	for _, c := range []struct{ pairs, percent, want int }{{512, 50, 512}, {100, 20, 25}, {8, 90, 72}, {512, 1, 5}} {
		if got := (Config{Rounds: 1, Mixed: c.percent}).extras(c.pairs); got != c.want {
			t.Errorf("%d pairs, %d per cent: %d hard negatives, want %d", c.pairs, c.percent, got, c.want)
		}
	}
	if got := (Config{Mixed: 50}).extras(512); got != 0 {
		t.Errorf("%d hard negatives among random ones", got)
	}
}

// TestSynonymBatches takes an epoch of batches without and with hard negatives.
func TestSynonymBatches(t *testing.T) {
	set := newExamples(toy(10)) // 30 names
	cfg := Config{Rounds: 1, Mixed: 50, Batch: 7, Seed: 4}.Defaults()
	s := newSynonyms(cfg, set, 7)
	if s.PerEpoch() != 4 {
		t.Fatalf("%d batches of 7 pairs of 30 names", s.PerEpoch())
	}
	seen := map[int32]int{}
	var firsts [][]int32 // halves of each batch
	for step := range 8 {
		n := s.Begin(step)
		if step < 4 && n != 14 || step >= 4 && n != 21 {
			t.Errorf("step %d has %d examples", step, n)
		}
		for i := range n {
			s.Text(i, rand.New(rand.NewPCG(uint64(step), uint64(i))))
			switch own := set.entity[s.names[i%7]]; {
			case i < 14 && s.labels[i] != own:
				t.Errorf("step %d: example %d is of entity %d, its pair of %d", step, i, s.labels[i], own)
			case i >= 14 && s.names[i%7] != 0 && s.labels[i] != (own+1)%10:
				t.Errorf("step %d: a name of entity %d has a negative of %d", step, own, s.labels[i])
			}
		}
		for _, name := range s.names {
			seen[name]++
		}
		firsts = append(firsts, slices.Clone(s.names))
		if step != 3 {
			continue
		}
		if len(seen) != 28 {
			t.Errorf("an epoch of 28 pairs has %d names", len(seen))
		}
		hard := make([]int32, 60)
		for i := range 30 {
			hard[2*i], hard[2*i+1] = int32((i/3+1)%10*3), -1
		}
		hard[0] = -1 // name 0 has none
		set.setHard(hard, 2)
	}
	if slices.Equal(slices.Concat(firsts[:4]...), slices.Concat(firsts[4:]...)) {
		t.Error("two epochs have one order")
	}
	other := newSynonyms(cfg, set, 7) // as after a checkpoint: begins in the middle
	other.Begin(6)
	s.Begin(6)
	if !slices.Equal(other.names, s.names) {
		t.Errorf("step 6 has the names %v from the start, %v when it comes first", s.names, other.names)
	}
}

// TestSteps requires epochs that end early, and hard negatives after each.
func TestSteps(t *testing.T) {
	cfg := small()
	cfg.Steps, cfg.Epochs, cfg.Rounds = 2, 3, 1
	_, rep, err := Run(t.Context(), cfg, toy(30), nil)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Steps != 12 || len(rep.Loss) != 6 || len(rep.MiningSeconds) != 1 {
		t.Errorf("%d steps, %d epochs, %d rounds of hard negatives; want 12, 6, 1", rep.Steps, len(rep.Loss), len(rep.MiningSeconds))
	}
}

// TestUntil requires a training that stops early to be the beginning of the whole one.
func TestUntil(t *testing.T) {
	cfg := small()
	cfg.Steps, cfg.Epochs = 2, 4
	_, whole, err := Run(t.Context(), cfg, toy(30), nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Until = 5
	_, rep, err := Run(t.Context(), cfg, toy(30), nil)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Steps != 5 || len(rep.Loss) != 3 || !slices.Equal(rep.Loss[:2], whole.Loss[:2]) || rep.Loss[2] == 0 {
		t.Errorf("%d steps with the losses %v; the whole training has %v", rep.Steps, rep.Loss, whole.Loss)
	}
}

// TestMine requires the hard negatives of a round to be those of the vectors, and
// of other entities.
func TestMine(t *testing.T) {
	cfg := small()
	cfg.Rounds = 2
	terminology := toy(9)
	set := newExamples(terminology)
	r, err := newRun(cfg.Defaults(), set, terminology, startNgram)
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := r.encodeAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(vectors) != 8*len(set.names) {
		t.Fatalf("%d elements of %d vectors", len(vectors), len(set.names))
	}
	if err := r.mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	cosine := func(a, b int) (sum float64) {
		for k := range 8 {
			sum += float64(vectors[8*a+k]) * float64(vectors[8*b+k])
		}
		return sum
	}
	for i := range set.names {
		best := math.Inf(-1)
		for j := range set.names {
			if set.entity[j] != set.entity[i] {
				best = max(best, cosine(i, j))
			}
		}
		got := int(set.hard[2*i])
		if set.entity[got] == set.entity[i] || math.Abs(cosine(i, got)-best) > 1e-5 {
			t.Errorf("%q has the negative %q at %v, the nearest is at %v", set.names[i], set.names[got], cosine(i, got), best)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.mine(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestRounds counts what rounds add.
func TestRounds(t *testing.T) {
	cfg := small()
	cfg.Rounds = 2
	_, rep := trainOn(t, cfg, toy(8))
	if rep.Steps != 3*2*3 || len(rep.Loss) != 6 || len(rep.GradientNorm) != 6 || len(rep.MiningSeconds) != 2 {
		t.Errorf("report %+v", rep)
	}
	for _, norm := range rep.GradientNorm {
		if !(norm > 0) {
			t.Errorf("gradient norms %v", rep.GradientNorm)
		}
	}
}
