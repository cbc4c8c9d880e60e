package core

import (
	"math"
	"slices"
	"testing"
)

func TestAbbreviates(t *testing.T) {
	for _, c := range []struct {
		mention, name string
		want          float32
	}{
		{"AF", "atrial fibrillation", 1},
		{"AF", "Fibrillation, Atrial", 1},
		{"AFs", "Atrial Fibrillations", 1}, // plural
		{"IBs", "injury to the brain", 1},
		{"IBS", "injury to the brain", 0}, // no plural
		{"af", "Atrial-Fibrillation", 1},
		{"TdP", "torsades de pointes", 1},
		{"T2DM", "Diabetes Mellitus, Type 2", 1},
		{"MODY", "maturity onset diabetes of the young", 1}, // of the is left out
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
		var p profile
		var name text
		p.set(c.mention)
		name.set(c.name)
		if got := p.abbreviates(&name); math.Abs(float64(got-c.want)) > 1e-6 || Abbreviates(c.mention, c.name) != got {
			t.Errorf("%q for %q: %v, and %v as a function, want %v", c.mention, c.name, got, Abbreviates(c.mention, c.name), c.want)
		}
	}
}

func square(x float32) float32 { return x * x }

func TestInitials(t *testing.T) {
	for name, want := range map[string]string{
		"atrial fibrillation":               "AF",
		"Fibrillation, Atrial":              "AF",
		"Anemia, Hemolytic, Acquired":       "AHA",
		"carcinoma of the lung":             "CL",
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
		if got := Initials(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestSkeletons(t *testing.T) {
	of := func(s string) initials {
		i, _ := acronym([]byte(s))
		return i
	}
	for mention, want := range map[string][]string{
		"af":   {"af"},
		"vte":  {"vte", "vt", "ve"},
		"snhl": {"snhl", "snh", "snl", "shl"},
	} {
		var got []initials
		of(mention).skeletons(func(i initials) { got = append(got, i) })
		var all []initials
		for _, w := range want {
			all = append(all, of(w))
		}
		slices.Sort(got)
		slices.Sort(all)
		if !slices.Equal(got, all) {
			t.Errorf("%q: %x, want %q = %x", mention, got, want, all)
		}
	}
}

func TestSameSpelling(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"heparin", "heparin", true},
		{"heparin", "Heparin", true},
		{"Heparin", "heparin", true},
		{"NO", "No", false},
		{"no", "No", true},
		{"nO", "NO", false},
		{"p53", "P53", false}, // a digit follows: capitals tell symbols apart
		{"a", "A", false},
		{"", "", true},
		{"heparin", "Heparins", false},
		{"Puromycin aminonucleoside", "PUROMYCIN Aminonucleoside", true},
		{"foxp2a", "FOXP2A", true}, // long enough not to be another symbol
		{"foxp2", "FOXP2", false},
		{"éa", "Éa", false},
	} {
		if got := sameSpelling(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float32
	}{
		{"hypertension", "hypertension", 1},
		{"hypertensive", "hypertension", 10. / 12},
		{"tumour", "tumor", 5. / 6},
		{"tumor", "tumour", 5. / 6},
		{"ischaemia", "ischemia", 8. / 9},
		{"fever", "never", 0}, // the first letter differs
		{"retension", "tension", worthEnd * 7 / 9},
		{"hypertension", "tension", 0}, // less than seven tenths
		{"arthritis", "gastritis", 0},  // the ends have too little in common
		{"renal", "retinal", 0},
		{"kinase", "kinesin", 0},
		{"renal", "renin", 0},
		{"sons", "song", 0}, // too short
	} {
		var a, b text
		a.set(c.a)
		b.set(c.b)
		if got := a.alike(&a.tokens[0], &b); got != c.want {
			t.Errorf("%q, %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
