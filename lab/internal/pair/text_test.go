package pair

import (
	"math"
	"strings"
	"testing"
)

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"", "", 1},
		{"---", "", 0}, // one of them empty
		{"a", "a", 1},
		{"A", "a", 1},             // case does not count
		{"PLCγ2", "PLCgamma2", 1}, // nor how Greek is written
		{"a", "b", 0},
		{"AB", "AC", (0 + 0.5 + (2.0/3 + 0.1*(1-2.0/3))) / 3},      // Jaro (1/2+1/2+1)/3, a common prefix of 1
		{"FOXP1", "FOXP2", (0.5 + 0.8 + (13.0/15 + 0.4*2/15)) / 3}, // 2 of 4 trigrams, 1 edit of 5, Jaro (4/5+4/5+1)/3
		{"MARTHA", "MARHTA", (1.0/7 + 4.0/6 + 0.9611111) / 3},      // the textbook's Jaro-Winkler
	} {
		for _, got := range []float32{similarity(c.a, c.b), similarity(c.b, c.a)} {
			if math.Abs(float64(got)-c.want) > 1e-6 {
				t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.want)
			}
		}
	}
}

// FuzzSimilarity requires a number from 0 to 1 of any texts, and 1 of equal ones.
func FuzzSimilarity(f *testing.F) {
	f.Add("FOXP1", "FOXP2")
	f.Add("", "\xff")
	f.Add(strings.Repeat("a", 3000), "γ")
	f.Fuzz(func(t *testing.T, a, b string) {
		if s := similarity(a, b); !(s >= 0 && s <= 1) {
			t.Errorf("%q and %q: %v", a, b, s)
		}
		if s := similarity(a, a); s != 1 {
			t.Errorf("%q and itself: %v", a, s)
		}
	})
}
