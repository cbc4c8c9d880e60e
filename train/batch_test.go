package train

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSynonymBatches takes two epochs of batches.
func TestSynonymBatches(t *testing.T) {
	set := newExamples(toy(10)) // 30 names
	cfg := Config{Batch: 7, Seed: 4}.Defaults()
	s := newSynonyms(cfg, set, 7)
	if s.PerEpoch() != 4 || s.Examples() != 14 {
		t.Fatalf("%d batches of %d examples: want 4 of 14, of 30 names", s.PerEpoch(), s.Examples())
	}
	seen := map[int32]int{}
	var firsts [][]int32 // halves of each batch
	for step := range 8 {
		s.Begin(step)
		for i := range 14 {
			s.Text(i, rand.New(rand.NewPCG(uint64(step), uint64(i))))
			if own := set.entity[s.names[i%7]]; s.labels[i] != own {
				t.Errorf("step %d: example %d is of entity %d, its pair of %d", step, i, s.labels[i], own)
			}
		}
		for _, name := range s.names {
			seen[name]++
		}
		firsts = append(firsts, slices.Clone(s.names))
		if step == 3 && len(seen) != 28 {
			t.Errorf("an epoch of 28 pairs has %d names", len(seen))
		}
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

// TestSteps requires epochs that end early, with a gradient in each.
func TestSteps(t *testing.T) {
	cfg := small()
	cfg.Steps, cfg.Epochs = 2, 3
	_, rep, err := Run(t.Context(), cfg, toy(30), nil)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Steps != 6 || len(rep.Loss) != 3 || len(rep.GradientNorm) != 3 || slices.Min(rep.GradientNorm) <= 0 {
		t.Errorf("%d steps, losses %v, gradient norms %v; want 6 steps in 3 epochs", rep.Steps, rep.Loss, rep.GradientNorm)
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
