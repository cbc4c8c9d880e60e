package names

import "testing"

func FuzzForm(f *testing.F) {
	for _, s := range []string{"", "FOX-P2", "PLCγ2", " \x00\xff\u0301 ", "ﬁ\u200d🧬"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkForm(t, s)
		form := Form(s)
		if once := compact(form); compact(once) != once {
			t.Errorf("compact(%q) = %q is not idempotent", form, once)
		}
	})
}
