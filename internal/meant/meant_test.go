package meant

import (
	"strings"
	"testing"
)

func TestHint(t *testing.T) {
	words := []string{"label", "Gene symbol", "id", "labels", "chemical", "", "label"}
	for word, want := range map[string]string{
		"lable":        `; did you mean "label"?`,
		"labelz":       `; did you mean "label" or "labels"?`,
		" gene_symbol": `; did you mean "Gene symbol"?`,
		"chemcal":      `; did you mean "chemical"?`,
		"ic":           `; did you mean "id"?`,
		"weight":       "",
		"":             "",
		"xy":           "",
	} {
		if got := Hint(word, words); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

func TestList(t *testing.T) {
	words := strings.Split(strings.Repeat("a", 34), "")
	for n, want := range map[int]string{0: "", 1: "a", 2: "a, a", 34: strings.Repeat("a, ", 31) + "a and 2 more"} {
		if got := List(words[:n]); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"ab", "ba", 1}, {"abc", "ca", 3}, {"kitten", "sitting", 3}} {
		for _, d := range []int{distance(tt.a, tt.b), distance(tt.b, tt.a)} {
			if d != tt.want {
				t.Errorf("%q, %q: %d, want %d", tt.a, tt.b, d, tt.want)
			}
		}
	}
}
