package names

import (
	"slices"
	"testing"
)

// TestSlips requires each word that one slip makes, once but for double letters, and none of words that are too short.
func TestSlips(t *testing.T) {
	var swaps []string
	for w := range Swaps([]byte("abbc")) {
		swaps = append(swaps, string(w))
	}
	if want := []string{"babc", "abcb"}; !slices.Equal(swaps, want) {
		t.Errorf("%q, want %q", swaps, want)
	}
	slips := map[string]bool{}
	for w := range Slips([]byte("water")) {
		slips[string(w)] = true
	}
	for _, want := range []string{"waiter", "wate", "ater", "awater", "waters", "later", "waxer", "atwer", "warte"} {
		if !slips[want] {
			t.Errorf("%q is no slip of water", want)
		}
	}
	if slips["awter"] || slips["wat"] {
		t.Error("two letters are swapped or left out")
	}
	// 26 letters in six places, of which five make a word that another place makes too; five left out; 25 others each,
	// water itself, and six with a letter two places off.
	if want := 26*6 - 5 + 5 + 25*5 + 1 + 6; len(slips) != want {
		t.Errorf("%d words, want %d", len(slips), want)
	}
	for range Swaps([]byte("abc")) {
		t.Error("a word of three letters is swapped")
	}
	for range Slips([]byte("abcd")) {
		t.Error("a word of four letters has slips")
	}
	for range Slips([]byte("water")) {
		break // and no panic
	}
}

func TestIsCamel(t *testing.T) {
	for _, c := range []struct {
		mention, word string
		want          bool
	}{
		{"HcRed", "hcred", true}, {"mCherry", "mcherry", true}, {"propinyl-CoA", "propinyl", false}, {"propinyl-CoA", "coa", true},
		{"Asprin", "asprin", false}, {"ASPRIN", "asprin", false}, {"İx", "x", false}, {"", "x", false},
	} {
		if got := IsCamel(c.mention, c.word); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.word, c.mention, got, c.want)
		}
	}
}
