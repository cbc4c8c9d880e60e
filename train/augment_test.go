package train

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
)

// TestVariants lists, for a name, everything that a way of writing makes of it.
func TestVariants(t *testing.T) {
	for _, c := range []struct {
		what  string
		write func(string, *rand.Rand) string
		name  string
		want  []string // in ascending order
	}{
		{"lower", lower, "Foxp2 ΔN", []string{"foxp2 δn"}},
		{"alphanumeric", alphanumeric, "IL-2Rα (β), x", []string{"IL2Rαβx"}},
		{"alphanumeric", alphanumeric, "+", []string{""}},
		{"dropToken", dropToken, "a b", []string{"a b"}},
		{"dropToken", dropToken, "a b c", []string{"a b", "a c", "b c"}},
		{"span", span, "insulin", []string{"insulin"}},
		{"span", span, "abc def", []string{"abc def"}}, // the parts are too short
		{"span", span, "alpha, beta9 gamma", []string{"alpha", "alpha, beta9", "alpha, beta9 gamma", "beta9", "beta9 gamma", "gamma"}},
		{"reorder", reorder, "insulin", []string{"insulin"}},
		{"reorder", reorder, "diabetes mellitus, type 2", []string{"type 2 diabetes mellitus"}},
		{"reorder", reorder, "anemia, acquired, mild", []string{"mild anemia, acquired"}},
		{"reorder", reorder, "breast cancer gene", []string{"gene breast cancer"}},
		{"hyphenate", hyphenate, "FOXP2", []string{"FOXP-2"}},
		{"hyphenate", hyphenate, "IL12RB1", []string{"IL-12RB1"}},
		{"hyphenate", hyphenate, "IL-12 α2", []string{"IL-12 α2"}},
		{"hyphenate", hyphenate, "", []string{""}},
		{"dropRune", dropRune, "FOXP2", []string{"FOXP2"}},
		{"dropRune", dropRune, "αbcdef", []string{"bcdef", "αbcde", "αbcdf", "αbcef", "αbdef", "αcdef"}},
		{"swapRunes", swapRunes, "FOXP2", []string{"FOXP2"}},
		{"swapRunes", swapRunes, "αbcdef", []string{"bαcdef", "αbcdfe", "αbcedf", "αbdcef", "αcbdef"}},
		{"prefix", prefix, "FOXP2", []string{"hFOXP2", "hsFOXP2", "mFOXP2", "pFOXP2"}},
		{"prefix", prefix, "insulin", []string{"insulin"}},
		{"plural", plural, "receptor", []string{"receptors"}},
		{"plural", plural, "virus", []string{"virus"}},
		{"plural", plural, "VIRUS", []string{"VIRUS"}},
		{"plural", plural, "short", []string{"short"}},
		{"plural", plural, "factor 8", []string{"factor 8"}},
		{"greek", greek, "IFN-gamma", []string{"ifn-g"}},
		{"greek", greek, "PLCG2", []string{"PLCgamma2"}},
		{"greek", greek, "IFNB", []string{"IFNbeta"}},
		{"greek", greek, "FOXP2", []string{"FOXP2"}},
		{"greek", greek, "insulin B", []string{"insulin B"}},
		{"greek", greek, "B2", []string{"B2"}},
		{"greek", greek, "12", []string{"12"}},
		{"greek", greek, "", []string{""}},
	} {
		seen := map[string]bool{}
		for seed := range uint64(300) {
			seen[c.write(c.name, rand.New(rand.NewPCG(seed, 0)))] = true
		}
		if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, c.want) {
			t.Errorf("%s(%q) gives %q, want %q", c.what, c.name, got, c.want)
		}
	}
}

// TestNoise tries every variant on awkward names.
func TestNoise(t *testing.T) {
	for _, name := range []string{"", " ", ",", ", ", "a", "FOXP2", "PLCγ2", "胰岛素受体底物", "🧬🧬🧬🧬🧬🧬", "a  b  c  d", "diabetes mellitus, type 2, ", "--------"} {
		for seed := range uint64(500) {
			got := Noise(name, rand.New(rand.NewPCG(seed, 1)))
			if !utf8.ValidString(got) {
				t.Fatalf("%q becomes %q, which is not UTF-8", name, got)
			}
			if again := Noise(name, rand.New(rand.NewPCG(seed, 1))); again != got {
				t.Fatalf("%q becomes %q and %q with one seed", name, got, again)
			}
			for _, v := range variants {
				if got := v.write(name, rand.New(rand.NewPCG(seed, 2))); !utf8.ValidString(got) {
					t.Fatalf("%q becomes %q, which is not UTF-8", name, got)
				}
			}
		}
	}
}

// TestNoiseShares requires the shares to leave some names as they are, and Noise
// and Mention to keep to them.
func TestNoiseShares(t *testing.T) {
	var train, people float64
	for _, v := range variants {
		train += v.train
		people += v.people
	}
	if train >= 0.95 || people >= train {
		t.Fatalf("the shares come to %v and %v", train, people)
	}
	for _, c := range []struct {
		what  string
		write func(string, *rand.Rand) string
		want  float64
	}{{"Noise", Noise, 0.09}, {"Mention", Mention, 0.08}} {
		const n = 20000
		rng := rand.New(rand.NewPCG(3, 0))
		hyphens := 0
		for range n {
			if c.write("FOXP2", rng) == "FOXP-2" {
				hyphens++
			}
		}
		if share := float64(hyphens) / n; math.Abs(share-c.want) > 0.01 { // five deviations
			t.Errorf("%s puts a hyphen in %v of the names, want %v", c.what, share, c.want)
		}
	}
}

func TestInflect(t *testing.T) {
	pairs := map[string]string{"thrombosis": "thrombotic", "diabetic": "diabetes", "hypertension": "hypertensive", "anemia": "anemic", "nephropathy": "nephropathic"}
	for from, to := range pairs {
		seen := map[string]bool{}
		for seed := range uint64(100) {
			seen[inflect(from, rand.New(rand.NewPCG(seed, 0)))] = true
		}
		if !seen[to] {
			t.Errorf("%q never becomes %q, but %v", from, to, seen)
		}
	}
	for _, s := range []string{"", " ", "S6K", "p53", "胰岛素"} {
		if got := inflect(s, rand.New(rand.NewPCG(1, 0))); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
