package train

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// mixed returns a terminology with namespaces of so many names, two an entity.
func mixed(sizes ...int) *data.Terminology {
	t := &data.Terminology{}
	for kind, size := range sizes {
		for i := range size / 2 {
			t.Entities = append(t.Entities, data.Entity{
				ID: fmt.Sprintf("K%d:%d", kind, i), Namespace: fmt.Sprint("K", kind),
				Names: []data.Name{{Text: fmt.Sprintf("a%d-%d", kind, i)}, {Text: fmt.Sprintf("b%d-%d", kind, i)}},
			})
		}
	}
	return t
}

// TestKinds requires of the batches of several namespaces blocks of one each, shares by the
// square root of their numbers, all names of a namespace before any comes again, and the same
// batches from any step on.
func TestKinds(t *testing.T) {
	set := newExamples(mixed(40, 4000, 360))
	cfg := Config{Seed: 3, Block: 16}.Defaults()
	k := newKinds(cfg, set, 56)
	counts, seen := make([]float64, 3), map[int32]int{}
	const steps = 4000
	for step := range steps {
		batch := k.draw(step)
		for lo := 0; lo < len(batch); lo += cfg.Block {
			block := batch[lo:min(len(batch), lo+cfg.Block)]
			for _, name := range block {
				if set.kind[name] != set.kind[block[0]] {
					t.Fatalf("step %d: names of kinds %d and %d in a block", step, set.kind[block[0]], set.kind[name])
				}
				counts[set.kind[name]]++
				seen[name]++
			}
		}
	}
	roots := []float64{math.Sqrt(40), math.Sqrt(4000), math.Sqrt(360)}
	for kind, n := range counts {
		want := roots[kind] / (roots[0] + roots[1] + roots[2])
		if got := n / (56 * steps); math.Abs(got-want) > 0.02 {
			t.Errorf("kind %d has a share of %.3f, want %.3f", kind, got, want)
		}
	}
	for kind := range counts {
		least, most := math.MaxInt, 0
		for name, of := range set.kind {
			if int(of) == kind {
				least, most = min(least, seen[int32(name)]), max(most, seen[int32(name)])
			}
		}
		if least == 0 || most > least+1 {
			t.Errorf("kind %d: a name is drawn %d times, another %d times", kind, least, most)
		}
	}
	want := slices.Clone(newKinds(cfg, set, 56).draw(7))
	stepwise := newKinds(cfg, set, 56)
	for step := range 7 {
		stepwise.draw(step)
	}
	if !slices.Equal(stepwise.draw(7), want) {
		t.Error("step 7 has other names when it comes first, as after a checkpoint")
	}
	cfg.Seed++
	if slices.Equal(newKinds(cfg, set, 56).draw(7), want) {
		t.Error("two seeds draw the same names")
	}
}

// TestKindsBalance: with a balance of 1 every name is drawn as often.
func TestKindsBalance(t *testing.T) {
	set := newExamples(mixed(100, 900))
	k := newKinds(Config{Balance: 1, Block: 8}.Defaults(), set, 64)
	small := 0
	for step := range 1000 {
		for _, name := range k.draw(step) {
			if set.kind[name] == 0 {
				small++
			}
		}
	}
	if share := float64(small) / 64_000; math.Abs(share-0.1) > 0.02 {
		t.Errorf("a tenth of the names has a share of %v", share)
	}
}

// TestSameThingsArePairs requires the names of one thing in two namespaces to be drawn as pairs,
// under one label.
func TestSameThingsArePairs(t *testing.T) {
	set := newExamples(&data.Terminology{Entities: []data.Entity{
		{ID: "A:1", Namespace: "A", Names: []data.Name{{Text: "breast cancer", Kind: pack.KindPrimary}}},
		{ID: "A:2", Namespace: "A", Names: []data.Name{{Text: "fever", Kind: pack.KindPrimary}}},
		{ID: "B:1", Namespace: "B", Names: []data.Name{{Text: "Breast Cancer", Kind: pack.KindPrimary}}},
	}})
	if want := []int32{0, 1, 0}; !slices.Equal(set.entity, want) || !slices.Equal(set.of[0], []int32{0, 2}) {
		t.Errorf("entities %v of names, want %v; names %v of the first", set.entity, want, set.of[0])
	}
	if want := []int32{0, 0, 1}; set.kinds != 2 || !slices.Equal(set.kind, want) {
		t.Errorf("kinds %v of %d, want %v", set.kind, set.kinds, want)
	}
}
