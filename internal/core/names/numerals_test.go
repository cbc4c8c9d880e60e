package names

import (
	"slices"
	"testing"
)

func TestWordsWithNumerals(t *testing.T) {
	for name, want := range map[string][]string{
		"collagen type VII alpha 1": {"collagen", "type", "7", "alpha", "1"},
		"type IIa, IVb":             {"type", "2", "a", "4", "b"},
		"myosin-XIX":                {"myosin", "19"},
		"type I, factor V and X":    {"type", "i", "factor", "v", "and", "x"}, // more often letters
		"COLVII":                    {"colvii"},
		"via iig vix IIII":          {"via", "iig", "vix", "iiii"},
		"HIV":                       {"hiv"},
		"":                          {},
	} {
		if got := Words(name); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestNumeralWords requires a Roman numeral to be the number that it is, and its word
// to be all of the form's letters.
func TestNumeralWords(t *testing.T) {
	roman, arabic := read("MPS IIIa"), read("mps 3a")
	for i, w := range roman.Words {
		if a := arabic.Words[i]; w.Hash != a.Hash || w.Digit != a.Digit {
			t.Errorf("word %d is %+v, of Arabic figures %+v", i, w, a)
		}
	}
	if len(roman.Words) != 3 || roman.Chars != len("mpsiiia") {
		t.Errorf("%d words of %d characters", len(roman.Words), roman.Chars)
	}
	plain := Text{Off: without(RomanWords)}
	if plain.Read("MPS IIIa"); len(plain.Words) != 2 || plain.Words[1].Digit || plain.Words[1].Hash != Hash("iiia") {
		t.Errorf("without the rule: %+v", plain.Words)
	}
}

func TestOtherFigures(t *testing.T) {
	for mention, want := range map[string]string{
		"collagen VII":     "collagen7",
		"type IIa disease": "type2adisease",
		"type 2A":          "typeiia",
		"factor 10":        "factorx",
		"MPS IV, type 2":   "mps4type2", // Roman ones first
		"type 21":          "",          // more than people write so
		"factor 0":         "",
		"2":                "", // stands for nothing else alone
		"p53 IL2":          "",
		"type 2abc":        "",
		"胰岛素 II":           "胰岛素2",
		"99999999999999 a": "",
		"":                 "",
	} {
		if got := read(mention).AppendOtherFigures([]byte("before ")); string(got) != "before "+want {
			t.Errorf("%q: %q, want %q", mention, got, want)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		name, mention string
		starts, same  bool
	}{
		{"parkin RBR E3 ligase", "parkin", true, false},
		{"interleukin 1 beta 2", "interleukin 1", true, false},
		{"interleukin 2 beta 1", "interleukin 1", false, false},
		{"interleukin", "interleukin 1", false, false},
		{"IL 2 type 12", "2 of 12", true, true},
		{"IL 12 2", "IL 2 12", false, false},
		{"type II", "type 2", true, true},
		{"", "", true, true},
	} {
		a, b := read(c.name).Words, read(c.mention).Words
		if got := StartsWithDigits(a, b); got != c.starts {
			t.Errorf("%q starts with the digits of %q: %v", c.name, c.mention, got)
		}
		if got := SameDigits(a, b); got != c.same || got != SameDigits(b, a) {
			t.Errorf("%q has the digits of %q: %v", c.name, c.mention, got)
		}
	}
}

func TestIsRoman(t *testing.T) {
	for word, want := range map[string]bool{"I": true, "II": true, "XX": true, "": false, "ii": false, "IIII": false, "A": false, "2": false} {
		if got := IsRoman(word); got != want {
			t.Errorf("IsRoman(%q) = %t, want %t", word, got, want)
		}
	}
}

func TestIsGreekLetter(t *testing.T) {
	for word, want := range map[string]bool{"alpha": true, "mu": true, "Alpha": false, "α": false, "": false, "alphabet": false} {
		if got := isGreekLetter(word); got != want {
			t.Errorf("isGreekLetter(%q) = %t, want %t", word, got, want)
		}
	}
}
