package abbreviation

import (
	"strings"
	"testing"
)

// TestFits tries long forms at the edges of what is one.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		short, long string
		want        bool
	}{
		{"AB", "a b", true},
		{"AB", "ab", false}, // no longer
		{"AB", "abc", true},
		{"AB", "a x y b", true}, // twice as many words as letters
		{"AB", "a x y z b", false},
		{"ABCDEF", "a b c d e f g h i j k", true}, // five words more than letters
		{"ABCDEF", "a b c d e f g h i j k l", false},
		{"AB", "a (b) c", true},
		{"AB", "a (b c", false}, // open
		{"AB", "a b) c", false},
		{"AB", "a [b c", false},
		{"AB", "a [b] c", true},
		{"AB", "a AB b", false}, // itself
		{"AB", "a ABc b", true},
	} {
		if got := fits(c.short, c.long); got != c.want {
			t.Errorf("%q for %q: %t", c.long, c.short, got)
		}
	}
}

// TestIsShort tries short forms at the edges of what is one.
func TestIsShort(t *testing.T) {
	for s, want := range map[string]bool{
		"A": false, "AB": true, "éß": true, "A1": true, "1A": true, "12": false, "-A": false, "A-": true,
		"A B": true, "A B C": false, "ABCDEFGHIJ": true, "ABCDEFGHIJK": false, "éßéßéßéßéß": true, "": false, "\xffA": false,
	} {
		if got := isShort(s); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
}

func TestIsNumeral(t *testing.T) {
	for word, want := range map[string]bool{
		"II": true, "IIA": true, "XIIB": true, "IIAB": false, "I": false, "IA": false, "XA": false, "MI": false, "IIC": false, "": false, "AB": false,
	} {
		if got := isNumeral(word); got != want {
			t.Errorf("%q: %t", word, got)
		}
	}
}

// TestInitialsOf tries long forms, as neighbours are, at the edges of what is one.
func TestInitialsOf(t *testing.T) {
	for _, c := range []struct {
		short, long string
		want        float64
	}{
		{"AB", "a b", 1},
		{"AB", "a x b", 1}, // a word more than letters
		{"AB", "a x y b", 0},
		{"AB", "acb", 0.5},
		{"AB", "ACB", 0},    // an abbreviation
		{"AB", "x a b", 0},  // not from the first word
		{"AB", "a b x", 0},  // not to the last one
		{"AB", "a xb", 0.5}, // within it
		{"ABC", "a bc", 2.0 / 3},
		{"AB", "", 0},
	} {
		if got := initials(c.short, c.long); got != c.want {
			t.Errorf("%q for %q: %v, want %v", c.long, c.short, got, c.want)
		}
	}
}

// TestParenthesis tries parentheses that end just within sight, and beyond it.
func TestParenthesis(t *testing.T) {
	for size, want := range map[int]int{maxParenthesis - 1: maxParenthesis, maxParenthesis: -1} {
		if got := closing("("+strings.Repeat("x", size)+")", 0); got != want {
			t.Errorf("%d bytes: ends at %d, want %d", size, got, want)
		}
	}
	for text, want := range map[string]int{"(a(b)c)d)": 6, "([)": -1, "([a])": 4, "(\n)": -1, "()": 1} {
		if got := closing(text, 0); got != want {
			t.Errorf("%q ends at %d, want %d", text, got, want)
		}
	}
}

// TestReplaceWord replaces words alone.
func TestReplaceWord(t *testing.T) {
	for _, c := range []struct{ s, old, want string }{
		{"AT", "AT", "x"},
		{"ATM AT", "AT", "ATM x"},
		{"AT AT", "AT", "x AT"},
		{"1AT ATé AT", "AT", "1AT ATé x"},
		{"(AT)", "AT", "(x)"},
		{"AAT", "AT", ""},
		{"", "AT", ""},
		{"AT", "", ""},
	} {
		got, ok := replaceWord(c.s, c.old, "x")
		if want := c.want; ok != (want != "") || ok && got != want || !ok && got != c.s {
			t.Errorf("%q in %q: %q, %t", c.old, c.s, got, ok)
		}
	}
}

// TestLongFormOutOfSight has a long form whose first word begins too far away.
func TestLongFormOutOfSight(t *testing.T) {
	for size, want := range map[int]int{maxLong - len("  b "): 1, maxLong + 1: 0} {
		if got := Definitions("see " + strings.Repeat("a", size) + " b (AB)"); len(got) != want {
			t.Errorf("a word of %d letters: %d definitions, want %d", size, len(got), want)
		}
	}
}
