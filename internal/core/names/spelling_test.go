package names

import "testing"

func TestSameButCase(t *testing.T) {
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
		if got := SameButCase(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func TestAppendLoose(t *testing.T) {
	r := rewrites(t)
	loose := func(form string, off ...Rule) string {
		return string(r.AppendLoose(nil, []byte(form), without(off...)))
	}
	for _, c := range []struct{ a, b string }{
		{"tumour", "tumors"}, {"oedema", "edema"}, {"haemorrhages", "hemorrhage"}, {"leukaemia", "leukemia"},
		{"sulphate", "sulfate"}, {"gentamicin", "gentamicins"},
	} {
		if a, b := loose(c.a), loose(c.b); a != b {
			t.Errorf("%s and %s are %s and %s", c.a, c.b, a, b)
		}
		for _, form := range []string{c.a, c.b} {
			want := loose(form)
			for _, other := range []string{want, want + "s", want[1:], want[:len(want)-1], "x" + want[1:], ""} {
				if got := r.IsLoose([]byte(other), []byte(form), 0); got != (other == want) {
					t.Errorf("IsLoose(%q, %q) is %v; the loose form is %q", other, form, got, want)
				}
			}
		}
	}
	for _, form := range []string{"", "s", "apos", "ras", "abs", "hepatitis", "fetus", "toxicness", "p53s"} {
		if got := loose(form); got != form {
			t.Errorf("%q becomes %q", form, got)
		}
	}
	if got := loose("tumours", Plural); got != "tumors" {
		t.Errorf("without plurals: %q", got)
	}
	if got := loose("tumours", Spelling); got != "tumour" {
		t.Errorf("without spelling: %q", got)
	}
}
