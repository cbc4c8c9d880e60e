package score

import (
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// TestGrams requires a rare word in common to count more than a common one, blanks to count, and equal texts to have 1.
func TestGrams(t *testing.T) {
	weights := WeighGrams(pack.NewStrings([]string{"brass lamp", "copper lamp", "oak lamp", "oak table", "steel lamp"}))
	r := NameReader{Commonness: func([]byte, int32) float32 { return 0 }, Grams: func() *GramWeights { return weights }}
	l := even(t)
	grams := func(mention, name string) float32 {
		var c Candidate
		r.NameFeatures(asked(l, mention), &c, name)
		return c.Features[Grams]
	}
	if same := grams("brass lamp", "Brass Lamp"); same < 0.9999 || same > 1 {
		t.Errorf("equal text forms have %v", same)
	}
	for what, less := range map[string][2]float32{
		"a common word, a rare one": {grams("brass lamp", "steel lamp"), grams("brass lamp", "brass door")},
		"words run together, apart": {grams("brasslamp", "brass lamp"), grams("brass lamp", "brass lamp")},
		"nothing, something":        {grams("brass lamp", "quixotic"), grams("brass lamp", "lamp")},
	} {
		if less[0] >= less[1] {
			t.Errorf("%s: %v, %v", what, less[0], less[1])
		}
	}
	q, c := asked(l, "brass lamp"), Candidate{}
	if n := testing.AllocsPerRun(10, func() { r.NameFeatures(q, &c, "steel lamp") }); n > 0 {
		t.Errorf("%v allocations a name", n)
	}
	if r.Grams = nil; grams("brass lamp", "brass lamp") != 0 {
		t.Error("a pack without a weight of it computes the feature")
	}
}
