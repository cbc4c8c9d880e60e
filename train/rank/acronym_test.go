package rank

import "testing"

func TestAcronym(t *testing.T) {
	for name, want := range map[string]string{
		"atrial fibrillation":         "AF",
		"Fibrillation, Atrial":        "AF",
		"carcinoma of the lung":       "CL",
		"non-small cell lung cancer":  "NSCLC",
		"aspirin":                     "",
		"":                            "",
		"type 2 diabetes":             "", // digits
		"a b c d e f g":               "", // too many words
		"Anemia, Hemolytic, Acquired": "AHA",
		"胰岛 素":                        "",
		"one  two":                    "OT",
	} {
		if got := acronym(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
