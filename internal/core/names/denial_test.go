package names

import "testing"

func TestDenials(t *testing.T) {
	for _, c := range []struct {
		text, word, denied string
		want               Denial
	}{
		{"almonds, unsalted", "unsalted", "salted", DeniesEnd},
		{"seedless grapes", "seedless", "seed", DeniesStart},
		{"nonalcoholic beer", "nonalcoholic", "alcoholic", DeniesEnd},
		{"sugar-free gum", "free", "", DeniesOthers},
		{"tea without milk", "without", "", DeniesOthers},
		{"university of life", "university", "", DeniesNothing},
		{"uncle", "uncle", "", DeniesNothing},
		{"bless", "bless", "", DeniesNothing},
	} {
		var x Text
		x.Read(c.text)
		x.readDenials()
		if x.Denies != (c.want != DeniesNothing) {
			t.Errorf("%q denies something: %t", c.text, x.Denies)
		}
		for i := range x.Words {
			w := &x.Words[i]
			if string(x.Of(w)) == c.word && (w.Denial != c.want || string(x.Denied(w)) != c.denied) {
				t.Errorf("%q: %s is denial %d of %q, want %d of %q", c.text, c.word, w.Denial, x.Denied(w), c.want, c.denied)
			}
		}
	}
}
