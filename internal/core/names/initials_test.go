package names

import (
	"slices"
	"testing"
)

// initialsOf returns letters and digits as Initials.
func initialsOf(s string) (i Initials) {
	for _, c := range []byte(s) {
		i, _ = i.add(c)
	}
	return i
}

func TestInitials(t *testing.T) {
	for name, want := range map[string]string{
		"atrial fibrillation":         "AF",
		"Fibrillation, Atrial":        "AF",
		"Anemia, Hemolytic, Acquired": "AHA",
		"carcinoma of the lung":       "COTL",
		"non-small cell lung cancer":  "NSCLC",
		"Diabetes Mellitus, Type 2":   "T2DM",
		"type 10 diabetes":            "T10D",
		"type II diabetes":            "TIID", // as it is written
		"2 deoxyglucose":              "2D",
		"aspirin":                     "",
		"Fox P2":                      "FP2",
		"":                            "",
		"胰岛 素":                        "",
		"one two three four five six seven eight":      "OTTFFSSE",
		"one two three four five six seven eight nine": "", // more than MaxInitials
	} {
		if got, _ := read(name).Initials(); got.String() != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"Institute of Soil Research": "ISR", "Atrial fibrillation": "", "The Crown": ""} {
		if _, got := read(name).Initials(); got.String() != want {
			t.Errorf("%q without small words: %q, want %q", name, got, want)
		}
	}
	unturned := Text{Off: without(TurnedParts)}
	unturned.Read("Fibrillation, Atrial")
	if got, _ := unturned.Initials(); got.String() != "FA" {
		t.Errorf("without %s: %q, want FA", Rules[TurnedParts].Name, got)
	}
}

func TestOneLetterDeletions(t *testing.T) {
	for mention, want := range map[string][]string{
		"":     nil,
		"af":   {"af"},
		"vte":  {"vte", "vt", "ve"},
		"snhl": {"snhl", "snh", "snl", "shl"},
	} {
		var got, all []Initials
		initialsOf(mention).OneLetterDeletions(func(i Initials) { got = append(got, i) })
		for _, w := range want {
			all = append(all, initialsOf(w))
		}
		slices.Sort(got)
		slices.Sort(all)
		if !slices.Equal(got, all) {
			t.Errorf("%q: %x, want %q = %x", mention, got, want, all)
		}
	}
}

func TestReadAbbreviation(t *testing.T) {
	for _, c := range []struct{ mention, whole, singular string }{
		{"", "", ""},
		{"a", "", ""},
		{"ab", "AB", ""},
		{"as", "AS", ""}, // two letters are no plural of one
		{"abs", "ABS", "AB"},
		{"ABs", "ABS", "AB"},
		{"ABS", "ABS", ""}, // a plural s is small
		{"asb", "ASB", ""},
		{"abcdef", "ABCDEF", ""},
		{"abcdes", "ABCDES", "ABCDE"},
		{"abcdefg", "", ""},
		{"1ab", "", ""},
		{"a1", "A1", ""},
		{"a-b", "", ""},
		{"zz9", "ZZ9", ""},
		{"胰岛", "", ""},
	} {
		form := AppendForm(nil, c.mention)
		if s := ReadAbbreviation(c.mention, form); s.Whole.String() != c.whole || s.Singular.String() != c.singular || string(s.Form) != string(form) {
			t.Errorf("%q: %v and %v, want %q and %q", c.mention, s.Whole, s.Singular, c.whole, c.singular)
		}
	}
	eight := initialsOf("abcdefgh")
	if _, ok := eight.add('i'); ok || eight == 0 || eight.String() != "ABCDEFGH" {
		t.Errorf("%v is full", eight)
	}
}

func TestLetterSet(t *testing.T) {
	for form, want := range map[string]bool{"": true, "az": true, "mz": true, "a`": false, "z{": false, "aB": false, "a1": false, "ä": false} {
		if _, ok := LetterSet([]byte(form)); ok != want {
			t.Errorf("%q: %t", form, !want)
		}
	}
	if set, _ := LetterSet([]byte("zaza")); set != 1|1<<25 {
		t.Errorf("zaza: %b", set)
	}
}

// TestMayStandFor leaves out names that lack a letter of a mention, and no others.
func TestMayStandFor(t *testing.T) {
	for _, c := range []struct {
		mention, name string
		want          bool
	}{
		{"VTE", "Venous thromboembolism", true},
		{"VTX", "Venous thromboembolism", false},
		{"v2", "Venous 2", true},
		{"v2", "Venous", false},
		{"v2", "Venous β", true}, // whatever it becomes
		{"IBs", "include body", true},
		{"IBS", "include body", false},
		{"is", "i", false}, // two letters have no plural
	} {
		s := ReadAbbreviation(c.mention, AppendForm(nil, c.mention))
		if got := MayStandFor(&s, c.name); got != c.want {
			t.Errorf("%q for %q: %t", c.mention, c.name, got)
		}
	}
}

// TestInOrder lets names pass that may have the letters of a mention in their order.
func TestInOrder(t *testing.T) {
	for _, x := range []struct {
		mention, name string
		want          bool
	}{
		{"VTE", "venous thromboembolism", true},
		{"VTE", "Venous THROMBOEmbolism", true},
		{"VTE", "ectopic ventricular tachycardia", false},
		{"VTE", "ectopic tachycardia, ventricular", true}, // may be turned
		{"VTE", "β-cells", true},                          // may be spelled out
		{"P53", "protein of 53 kDa", true},
		{"P53", "protein 35", false},
		{"IBs", "irritable bowel", true}, // a plural
		{"IBS", "irritable bowel", false},
	} {
		s := ReadAbbreviation(x.mention, AppendForm(nil, x.mention))
		if got := s.InOrder([]byte(x.name)); got != x.want {
			t.Errorf("%s in %s: %t", x.mention, x.name, got)
		}
	}
}
