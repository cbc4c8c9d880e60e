package names

import "testing"

func TestHashWord(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"ankle", "ankles", true},
		{"leg", "legs", true},
		{"wallaby", "wallabies", true},
		{"virus", "viruses", true},
		{"disease", "diseases", true},
		{"metastasis", "metastases", true},
		{"toe", "toes", true},
		{"die", "dies", true},
		{"gas", "ga", false},
		{"pancreatitis", "pancreatiti", false},
		{"locus", "locu", false},
		{"his", "hi", false},
		{"ras", "ra", false},
		{"s", "", false},
	} {
		if same := HashWord(c.a) == HashWord(c.b); same != c.same {
			t.Errorf("%q and %q are one word: %v, want %v", c.a, c.b, same, c.same)
		}
	}
}

// TestWordsHaveTheirHash requires of Text the hashes that tables are made with.
func TestWordsHaveTheirHash(t *testing.T) {
	var x, off Text
	off.Off = off.Off.With(WordNumber)
	for _, name := range []string{"swollen ankles", "Viruses, type IIs", "ß-diseases σς", "es", "metastases 12s"} {
		x.Read(name)
		off.Read(name)
		for i := range x.Words {
			w := &x.Words[i]
			if !w.Digit && w.Hash != HashWord(x.Of(w)) {
				t.Errorf("%q: word %q has not the hash of its stem", name, x.Of(w))
			}
		}
		for i := range off.Words {
			if w := &off.Words[i]; !w.Digit && w.Hash != Hash(off.Of(w)) {
				t.Errorf("%q: word %q has not its own hash with the rule off", name, off.Of(w))
			}
		}
	}
}
