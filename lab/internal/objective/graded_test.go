package objective

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/lab/internal/pair"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// listed are those of a terminology for batches of 8 pairs.
type listed struct {
	texts  []string
	entity map[string]int32
	hard   []int32 // of each; nil: none
}

func (n *listed) Pairs() int      { return 8 }
func (n *listed) Names() []string { return n.texts }

func (n *listed) Negative(name int32, _ *rand.Rand) (int32, bool) {
	if n.hard == nil {
		return 0, false
	}
	return n.hard[name], true
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

func newSource(t *testing.T, threads int, s Settings, terms *data.Terminology, n *listed) *graded {
	t.Helper()
	c := Config{Config: train.Config{Loss: "contrastive", Mixed: 40, Seed: 4, Threads: threads}, Settings: s}.Defaults()
	g, err := newGraded(c.Config, c.Settings, terms, n)
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
	check := func(g *graded, step int) (hard int) {
		if n := g.Begin(step); n != 16 || n != g.Most() {
			t.Fatalf("%d examples", n)
		}
		for i, y := range g.wanted {
			a, okA := set.entity[g.Text(i, nil)]
			b, okB := set.entity[g.Text(8+i, nil)]
			if okA && okB && (y == 1) != (a == b) {
				t.Errorf("step %d: %q and %q are wanted at %v", step, g.Text(i, nil), g.Text(8+i, nil), y)
			}
			if y == 0 && okA && okB && b == (a+1)%10 {
				hard++
			}
		}
		return hard
	}
	g, batches := newSource(t, 1, Settings{}, terms, set), 0
	for step := range 2 * g.PerEpoch() {
		check(g, step)
		batches++
	}
	set.hard = make([]int32, 30)
	for i := range set.hard {
		set.hard[i] = int32((i/3 + 1) % 10 * 3)
	}
	found := 0
	for step := range batches {
		found += check(g, step+2*g.PerEpoch())
	}
	// Two in five, and one in nine of the random ones: 0.4 + 0.6*0.6/9 or so.
	if share := float64(found) / float64(8*batches); share < 0.3 || share > 0.6 {
		t.Errorf("%v of the pairs are hard negatives, want 0.4 and a few by chance", share)
	}
	four := newSource(t, 4, Settings{}, terms, set)
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
	g := newSource(t, 2, Settings{InBatch: true}, terms, set)
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
		g := newSource(t, 1, s, terms, namesOf(terms))
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
