package names

import (
	"slices"
	"testing"
)

func TestAppendLatin(t *testing.T) {
	for _, c := range []struct {
		form, want string
		found      bool
	}{
		{"", "", false},
		{"plcg2", "", false},
		{"plcgamma2", "plcg2", true},
		{"alpha", "a", true},
		{"ifn-gamma and il-2 ralpha", "ifn-g and il-2 ra", true},
		{"epsilonupsilon", "ey", true},
		{"alphalpha", "alpha", true}, // from the left, each character once
		{"eta mu pi", "", false},     // too short to be told from parts of words
		{"alph", "", false},
		{"胰gamma", "胰g", true},
	} {
		got, ok := AppendLatin([]byte("before "), []byte(c.form))
		if ok != c.found || string(got) != "before "+c.want {
			t.Errorf("AppendLatin(%q) = %q, %v", c.form, got, ok)
		}
	}
}

// TestSpelledNames requires that the order in which names are tried is of no account.
func TestSpelledNames(t *testing.T) {
	all := slices.Concat(spelled[:]...)
	for i, a := range all {
		for j, b := range all {
			if i != j && len(a.name) <= len(b.name) && string(a.name) == string(b.name[:len(a.name)]) {
				t.Errorf("%q begins with %q", b.name, a.name)
			}
		}
	}
}
