package names

import "testing"

func TestSameSigns(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"K+", "K", false},
		{"K⁺", "K+", true},
		{"Na+", "Na(+)", true},
		{"Ca2+", "Ca(2+)", true},
		{"Ca²⁺", "Ca2+", true},
		{"Ca2+", "Ca2", false},
		{"Cl-", "Cl", false},
		{"Cl−", "Cl-", true},
		{"O2-", "O2+", false},
		{"5'", "5", false},
		{"5′", "5'", true},
		{"5''", "5'", false},
		{"3'UTR", "3' UTR", true},
		{"3'UTR", "3UTR", false},
		{"MAPK'", "MAPK", false},
		{"CD4+", "CD4", false},
		{"CD4+CD25", "CD4CD25+", false},
		{"(+)-catechin", "(-)-catechin", false},
		{"(+)-catechin", "(+) catechin", true},
		{"(+)-catechin", "catechin", false},
		{"IL-2Rα", "IL2R alpha", true}, // a hyphen is no sign
		{"IL-2", "IL2", true},
		{"alpha-tocopherol", "alpha tocopherol", true},
		{"Alzheimer's disease", "Alzheimers disease", true}, // an apostrophe is no prime
		{"Parkinsons' disease", "Parkinsons disease", true},
		{"A + B", "A B", true},
		{"c-Fos", "cFos", true},
		{"", "", true},
		{"+", "", true}, // between blanks
		{"é+", "é", false},
	} {
		a, b := AppendForm(nil, c.a), AppendForm(nil, c.b)
		if got := SameSigns(a, b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
		if got := SameSigns(b, a); got != c.want {
			t.Errorf("%q, %q: %v", c.b, c.a, got)
		}
	}
}
