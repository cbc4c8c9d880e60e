package score

import (
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

func TestAbbreviates(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		mention, name string
		want          float32
	}{
		{"AF", "atrial fibrillation", 1},
		{"AF", "Fibrillation, Atrial", 1},
		{"AFs", "Atrial Fibrillations", 1}, // plural
		{"IBs", "inflamed bowel", 1},
		{"IBS", "inflamed bowel", 0}, // no plural
		{"af", "Atrial-Fibrillation", 1},
		{"TdP", "torsades de pointes", 1},
		{"T2DM", "Diabetes Mellitus, Type 2", 1},
		{"MODY", "maturity onset diabetes of the young", 1}, // people leave of and the out
		{"AHA", "Anemia, Hemolytic, Acquired", 1},
		{"VTE", "venous thromboembolism", square((1 + 1 + 1.0/2) / 3)},
		{"VTE", "Thromboembolism, Venous", square((1 + 1 + 1.0/2) / 3)},
		{"TMA", "thrombotic microangiopathy", square((1 + 1 + 1.0/2) / 3)},
		{"AFI", "atrial fibrillation", square((1 + 1 + 1.0/2) / 3)},          // the letter after the first
		{"AFM", "Atrial Fibrillation Maze Procedure", square((3 - 0.5) / 3)}, // says nothing of the procedure
		{"VTI", "venous thromboembolism", square((1 + 1 + 0.3/2) / 3)},
		{"SE", "seizures", 0.5}, // two words, most likely
		{"SZ", "seizures", square((1 + 0.6) / 2)},
		{"SEI", "seizures", 1},
		{"VTX", "venous thromboembolism", 0},
		{"FA", "atrial fibrillation", 0},
		{"AF", "atrial", 0},                 // one word
		{"FP2", "Fox P2", 0},                // hardly shorter
		{"A F", "atrial fibrillation", 0},   // no acronym
		{"2AF", "2 atrial fibrillation", 0}, // begins with a digit
		{"胰岛", "atrial fibrillation", 0},
		{"AF", "心房 纤颤", 0},
		{"", "atrial fibrillation", 0},
		{"AF", "", 0},
		{"abcdefg", "a long name of seven words between e f g", 0},
	} {
		got := asked(l, c.mention).Abbreviates(named(l, c.name))
		if function := Abbreviates(c.mention, c.name); !near(got, c.want) || function != got {
			t.Errorf("%q for %q: %v, and %v as a function, want %v", c.mention, c.name, got, function, c.want)
		}
	}
}

// TestAlignWithout switches the rules of abbreviations off.
func TestAlignWithout(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		mention, name string
		off           names.Rule
		want          float32
	}{
		{"AF", "atrial fibrillation", names.InitialLetters, 1}, // as letters of words
		{"AFs", "atrial fibrillations", names.InitialLetters, square((1 + 1 + 0.45/2) / 3)},
		{"AF", "Fibrillation, Atrial", names.TurnedParts, 0},
		{"VTE", "venous thromboembolism", names.InnerLetters, 0},
		{"SEI", "seizures", names.Clipping, 0},
	} {
		name := named(l, c.name)
		name.Off = name.Off.With(c.off)
		if got := asked(l, c.mention, c.off).Abbreviates(name); !near(got, c.want) {
			t.Errorf("%q for %q without %s: %v, want %v", c.mention, c.name, names.Rules[c.off].Name, got, c.want)
		}
	}
}

func TestAbbreviate(t *testing.T) {
	for name, want := range map[string]string{
		"atrial fibrillation":               "AF",
		"Fibrillation, Atrial":              "AF",
		"Anemia, Hemolytic, Acquired":       "AHA",
		"carcinoma of the lung":             "COTL",
		"non-small cell lung cancer":        "NSCLC",
		"Diabetes Mellitus, Type 2":         "T2DM",
		"type 10 diabetes":                  "T10D",
		"2 deoxyglucose":                    "", // begins with a digit
		"aspirin":                           "",
		"Fox P2":                            "", // hardly shorter
		"":                                  "",
		"胰岛 素":                              "",
		"one two three four five six seven": "", // too long
	} {
		if got := Abbreviate(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestClip(t *testing.T) {
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
		if got := Clip([]byte(c.short), []byte(c.word), nil, 0); !near(got, c.want) {
			t.Errorf("%s for %s: %v, want %v", c.short, c.word, got, c.want)
		}
	}
	for size, want := range map[int][2]bool{1: {true, false}, 5: {true, false}, 6: {false, true}, 30: {false, true}, 31: {false, false}} {
		form := make([]byte, size)
		if clip, clipped := MayClip(form), mayBeClipped(form); clip != want[0] || clipped != want[1] {
			t.Errorf("%d letters: may clip %t, may be clipped %t, want %v", size, clip, clipped, want)
		}
	}
}

// words is a Vocabulary.
type words map[string]bool

func (w words) HasWord(word []byte) bool { return w[string(word)] }

// TestParts requires letters of words in words to be worth more.
func TestParts(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		short, name string
		want        float32
	}{
		{"pb", "phenobarbital", square((1 + worthPart) / 2)},
		{"ppa", "phenylpropanolamine", square((1 + worthPart + 0.3) / 3)}, // amine is not among the words
		{"oab", "overactive bladder", square((1 + worthPart + 1) / 3)},
		{"ob", "overactive bladder", 1},
	} {
		q := asked(l, c.short)
		q.Vocabulary = words{"active": true, "barbital": true, "phenyl": true, "propanolamine": true}
		name := named(l, c.name)
		if got := q.Abbreviates(name); !near(got, c.want) {
			t.Errorf("%s for %s: %v, want %v", c.short, c.name, got, c.want)
		}
		q.Vocabulary = nil
		if got := q.Abbreviates(name); (got < c.want) != (c.want != 1) {
			t.Errorf("%s for %s without a vocabulary: %v, with one %v", c.short, c.name, got, c.want)
		}
	}
}

// TestPartsOfWords has words of three letters and more.
func TestPartsOfWords(t *testing.T) {
	a := newAlignment([]byte("xx"), 1, words{"two": true, "four": true, "fives": true, "sixers": true, "xfour": true}, 0)
	for _, tt := range []struct {
		word string
		at   int
		want bool
	}{
		{"xxfour", 2, true},      // four letters at the end
		{"xfour", 1, false},      // one letter is left
		{"xxxtwo", 3, false},     // three letters at the end
		{"fivesxxxxx", 5, true},  // five at the beginning, and after them
		{"fivesxxxx", 5, false},  // four after them
		{"fourxxxxxx", 4, false}, // four at the beginning
		{"sixersxxxxx", 6, true},
		{"xxxxxsixers", 5, true},
		{"xxfive", 2, false},
	} {
		if got := a.partAt([]byte(tt.word), tt.at); got != tt.want {
			t.Errorf("%s at %d: %t", tt.word, tt.at, got)
		}
	}
	if on, off := newAlignment(nil, 1, words{}, 0).parts, newAlignment(nil, 1, words{}, names.RuleSet(0).With(names.WordParts)).parts; !on || off {
		t.Errorf("parts are looked for: %t, without the rule %t", on, off)
	}
}
