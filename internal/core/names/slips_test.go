package names

import (
	"slices"
	"strings"
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
	for _, want := range []string{"waiter", "wate", "wter", "waters", "wader", "wafer", "weter", "atwer", "warte"} {
		if !slips[want] {
			t.Errorf("%q is no slip of water", want)
		}
	}
	if slips["awter"] || slips["wat"] || slips["ater"] || slips["later"] || slips["waxer"] {
		t.Error("two letters are swapped or left out, or the first is another, or one is that nobody takes for it")
	}
	// 26 letters in five places, of which four make a word that another place makes too; four left out; those mistaken for
	// a, t, e and r; and six with a letter two places off.
	if want := 26*5 - 4 + 4 + len(mistaken[0]+mistaken['t'-'a']+mistaken['e'-'a']+mistaken['r'-'a']) + 6; len(slips) != want {
		t.Errorf("%d words, want %d", len(slips), want)
	}
	long := slices.Collect(func(yield func(string) bool) {
		for w := range Slips([]byte("watering")) {
			if !yield(string(w)) {
				return
			}
		}
	})
	if !slices.Contains(long, "waterzng") || slices.Contains(long, "wazering") || slices.Contains(long, "waterinz") {
		t.Error("any letter may be wrong between the root and the end of a long word, and there alone")
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

// TestMistaken requires each letter to be mistaken for those that are mistaken for it, once and not for itself.
func TestMistaken(t *testing.T) {
	for i, others := range mistaken {
		for _, c := range []byte(others) {
			if letter := string(rune('a' + i)); strings.Count(mistaken[c-'a'], letter) != 1 || string(c) == letter {
				t.Errorf("%s is mistaken for %c, which for %q", letter, c, mistaken[c-'a'])
			}
		}
	}
}

func TestIsCamel(t *testing.T) {
	for _, c := range []struct {
		mention, word string
		want          bool
	}{
		{"HcRed", "hcred", true}, {"PKNbeta", "pknbeta", true}, {"NSAIDs", "nsaids", false}, {"mCherry", "mcherry", true}, {"propinyl-CoA", "propinyl", false}, {"propinyl-CoA", "coa", true},
		{"Asprin", "asprin", false}, {"ASPRIN", "asprin", false}, {"İx", "x", false}, {"", "x", false},
	} {
		if got := IsCamel(c.mention, c.word); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.word, c.mention, got, c.want)
		}
	}
}
