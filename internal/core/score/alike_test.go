package score

import (
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// TestAlikeWord compares the first word of one text with another text.
func TestAlikeWord(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		a, b string
		want float32
	}{
		{"north halden", "halden, north", 1},
		{"cats", "a cat", worthNumber},
		{"n. ossetia", "north ossetia", worthShort},
		{"dem. rep. congo", "congo, democratic republic", worthShort},
		{"democratic congo", "dem. congo", worthShort},
		{"s. sudan", "sudan", 0},                   // which is there already
		{"n ossetia", "north ossetia", worthShort}, // no name has such a letter
		{"west x", "north y", 0},
		{"unsalted almonds", "almonds without salt", worthNumber * 4. / 6},
		{"unsalted almonds", "salted almonds", 0},
		{"salted almonds", "unsalted almonds", 0},
		{"free of sugar", "sugar", 0},
		{"without sugar", "sugar-free", worthNumber},
	} {
		var a, b names.Text
		a.Read(c.a)
		b.Read(c.b)
		l.Weigh(&a)
		l.Weigh(&b)
		if got := alike(&a, &a.Words[0], &b); !near(got, c.want) {
			t.Errorf("%q in %q: %v, want %v", a.Of(&a.Words[0]), c.b, got, c.want)
		}
	}
}
