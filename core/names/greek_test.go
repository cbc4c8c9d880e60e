package names

import "testing"

func TestAppendLatinKey(t *testing.T) {
	for _, c := range []struct {
		form, want string
	}{
		{"", ""},
		{"plcg2", ""},
		{"plcgamma2", "plcg2"},
		{"alpha", "a"},
		{"ifn-gamma and il-2 ralpha", "ifn-g and il-2 ra"},
		{"epsilonupsilon", "ey"},
		{"alphalpha", "alpha"}, // from the left, each character once
		{"eta mu pi", ""},      // too short to be told from parts of words
		{"alph", ""},
		{"胰gamma", "胰g"},
	} {
		if got := AppendLatinKey([]byte("before "), []byte(c.form)); string(got) != "before "+Compact(c.want) {
			t.Errorf("AppendLatinKey(%q) = %q", c.form, got)
		}
	}
}

// TestSpelledNames requires that the order in which names are tried is of no account.
func TestSpelledNames(t *testing.T) {
	for i, a := range spelled {
		for j, b := range spelled {
			if i != j && len(a.name) <= len(b.name) && string(a.name) == string(b.name[:len(a.name)]) {
				t.Errorf("%q begins with %q", b.name, a.name)
			}
		}
	}
}
