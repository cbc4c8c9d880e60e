package objective

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/lab/internal/pair"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// listed are the names of a terminology.
type listed struct {
	texts  []string
	entity map[string]int32
}

func namesOf(t *data.Terminology) *listed {
	n := &listed{entity: map[string]int32{}}
	for i, e := range t.Entities {
		for _, name := range e.Names {
			n.texts = append(n.texts, name.Text)
			n.entity[name.Text] = int32(i)
		}
	}
	return n
}

// newSource makes batches of 8 pairs.
func newSource(t *testing.T, threads int, s Settings, terms *data.Terminology) *graded {
	t.Helper()
	c := Config{Config: train.Config{Loss: "contrastive", Seed: 4, Threads: threads}, Settings: s}.Defaults()
	g, err := newGraded(c.Config, c.Settings, terms, 8)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGradedBatches requires pairs as wanted, the same ones for any number of
// threads and from any step on.
func TestGradedBatches(t *testing.T) {
	terms := toy(10)
	set := namesOf(terms)
	g := newSource(t, 1, Settings{}, terms)
	if g.Examples() != 16 {
		t.Fatalf("%d examples", g.Examples())
	}
	for step := range 2 * g.PerEpoch() {
		g.Begin(step)
		for i, y := range g.wanted {
			a, okA := set.entity[g.Text(i, nil)]
			b, okB := set.entity[g.Text(8+i, nil)]
			if okA && okB && (y == 1) != (a == b) {
				t.Errorf("step %d: %q and %q are wanted at %v", step, g.Text(i, nil), g.Text(8+i, nil), y)
			}
		}
	}
	four := newSource(t, 4, Settings{}, terms)
	step := 3*g.PerEpoch() + 1
	g.Begin(step)
	four.Begin(step)
	if !slices.Equal(g.texts, four.texts) || !slices.Equal(g.wanted, four.wanted) {
		t.Error("another batch with four threads, from another step on")
	}
}

// TestInBatch requires that no random pairs are drawn where the names of a batch are each other's,
// and that only names that are rivals, and no pair of the batch, are taken for such.
func TestInBatch(t *testing.T) {
	const pairs = 8
	terms := toy(10)
	set := namesOf(terms)
	g := newSource(t, 2, Settings{InBatch: true}, terms)
	random, some := 0, 0
	for i := range g.epoch.Len() {
		if g.epoch.Pair(i).Kind == pair.Random {
			random++
		}
	}
	g.Begin(1)
	for i := range 2 * pairs {
		for j := range 2 * pairs {
			want := set.entity[set.texts[g.names[i]]] != set.entity[set.texts[g.names[j]]] && i%pairs != j%pairs
			if got := g.apart(i, j); got != want {
				t.Errorf("%q and %q apart: %v", g.texts[i], g.texts[j], got)
			}
			if want {
				some++
			}
		}
	}
	if random > 0 || some == 0 {
		t.Errorf("%d random pairs drawn, %d in the batch", random, some)
	}
}

// TestPairSettings requires the settings of pairs to come to the sampler.
func TestPairSettings(t *testing.T) {
	terms := toy(10)
	soft := func(s Settings) (n int) {
		g := newSource(t, 1, s, terms)
		for i := range g.epoch.Len() {
			if y := g.epoch.Pair(i).Y; y != 0 && y != 1 {
				n++
			}
		}
		return n
	}
	all, hard := soft(Settings{}), soft(Settings{HardLabels: true})
	few, some := soft(Settings{Variations: -1, Family: -1}), soft(Settings{Variations: -1})
	if all == 0 || hard != 0 || few != 0 || !(some < all) {
		t.Errorf("%d soft labels, %d of hard ones, %d without variations and families, %d without variations", all, hard, few, some)
	}
}
