package core

import (
	"math"
	"testing"
)

func TestClips(t *testing.T) {
	for _, c := range []struct {
		short, word string
		want        float32
	}{
		{"dox", "doxorubicin", 1},
		{"stz", "streptozotocin", square((1 + 1 + 0.6) / 3)},   // two letters in a row, a syllable
		{"stz", "sulfamethazine", square((1 + 0.6 + 0.6) / 3)}, // two syllables
		{"cbz", "carbamazepine", square((1 + 0.45 + 0.6) / 3)}, // b follows a consonant
		{"da", "dopamine", square((1 + 0.3) / 2)},
		{"ox", "doxorubicin", 0},      // another first letter
		{"dxz", "doxorubicin", 0},     // a letter that is not in it
		{"drx", "doxorubicin", 0},     // another order
		{"doxor", "doxorubi", 0},      // hardly shorter
		{"dopami", "dopaminergic", 0}, // nobody shortens to so many
		{"na", "niacin", square((1 + 0.3) / 2)},
		{"na", "niaci", 0},
	} {
		if got := clips([]byte(c.short), []byte(c.word), nil); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%s for %s: %v, want %v", c.short, c.word, got, c.want)
		}
	}
}

func TestEvenCosine(t *testing.T) {
	var cs [3]Candidate
	for i, x := range []float32{0.9, 0.3, -0.5} {
		cs[i].Features[Cosine] = x
	}
	evenCosine(cs[:2], 0.5)
	if a, b, c := cs[0].Features[Cosine], cs[1].Features[Cosine], cs[2].Features[Cosine]; a != 0.6 || b != 0.3 || c != -0.5 {
		t.Errorf("%v, %v, %v", a, b, c)
	}
}
