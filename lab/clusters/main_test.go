package main

import "testing"

// TestKeys are examples of OpenRefine's documentation, and what it leaves out.
func TestKeys(t *testing.T) {
	for _, c := range []struct{ cell, words, one string }{
		{" Cruise, Tom\t", "cruise tom", "ceimorstu"},
		{"Tom CRUISE tom", "cruise tom", ""},
		{"Krzysztof", "krzysztof", "fkorstyz"},
		{"Gödel's", "godels", "deglos"},
		{"a\x01b+c", "abc", "abc"},
	} {
		if got := fingerprint(c.cell); got != c.words {
			t.Errorf("%q: %q, want %q", c.cell, got, c.words)
		}
		if got := ngrams(1)(c.cell); c.one != "" && got != c.one {
			t.Errorf("%q: %q, want %q", c.cell, got, c.one)
		}
	}
	if got := ngrams(2)("Paris"); got != "arispari" {
		t.Errorf("Paris: %q, as OpenRefine's documentation has it", got)
	}
}
