package core

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

// TestNumeralTokens requires a Roman numeral to be the number that it is, and what
// stands for it in the form to be all of the form's letters.
func TestNumeralTokens(t *testing.T) {
	var roman, arabic text
	roman.set("MPS IIIa")
	arabic.set("mps 3a")
	for i, w := range roman.tokens {
		if a := arabic.tokens[i]; w.hash != a.hash || w.digit != a.digit {
			t.Errorf("word %d is %+v, of Arabic figures %+v", i, w, a)
		}
	}
	if len(roman.tokens) != 3 || roman.chars != len("mpsiiia") {
		t.Errorf("%d words of %d characters", len(roman.tokens), roman.chars)
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
		var p profile
		p.set(mention)
		if string(p.figures) != want {
			t.Errorf("%q: %q, want %q", mention, p.figures, want)
		}
		if got := p.isAlso([]byte(want)); got != (want != "") {
			t.Errorf("%q is also %q: %v", mention, want, got)
		}
	}
}

func TestLastFigures(t *testing.T) {
	for _, c := range []struct{ mention, word, want string }{
		{"COLVII", "colvii", "col7"},
		{"MyoXVIII", "myoxviii", "myo18"},
		{"CrkII", "crkii", "crk2"},
		{"baumannii", "baumannii", ""},  // small letters
		{"COLXIII", "colxiii", "col13"}, // not coli and 13, nor colxi and 2
		{"AIV", "aiv", ""},
		{"LIVER", "liver", ""},
	} {
		if got, ok := lastFigures(c.mention, c.word); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", c.mention, got, ok, c.want)
		}
	}
}
