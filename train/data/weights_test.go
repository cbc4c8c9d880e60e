package data

import (
	"maps"
	"strings"
	"testing"
)

func TestReadWeights(t *testing.T) {
	want := map[string]float64{"A:1": 3, "A:2": 0, "A:3": 1500}
	got, err := ReadWeights(textFile(t, "# counts\nA:1\t3\nA:2\t0\nA:3\t1.5e3\n"))
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

func TestReadBadWeights(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{"", "no weights"},
		{"A:1\t3\nA:2\t-1\n", "txt:2: the weight \"-1\" of A:2 is not from 0 up and finite"},
		{"A:1\tNaN\n", "is not from 0 up and finite"},
		{"A:1\tInf\n", "is not from 0 up and finite"},
		{"A:1\t1e999\n", "is no number"},
		{"A:1\tmany\n", "txt:1: the weight \"many\" of A:1 is no number"},
		{"A:1\t\n", "is no number"},
		{"A:1\n", "1 columns; a line is id TAB weight"},
		{"A:1\tname\t3\n", "3 columns"},
		{" \t3\n", "an empty id"},
		{"A:1\t3\nA:1\t3\n", "txt:2: a second weight of A:1"},
		{"\x7fELF\x00\x01", "a NUL byte"},
	} {
		if got, err := ReadWeights(textFile(t, c.content)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, %v, want %q", c.content, got, err, c.want)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	for _, s := range []string{"", "A\t1\n", "A\t-1", "#\nA\tNaN", "A\t1\nA\t2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		weights, err := ReadWeights(textFile(t, content))
		for id, w := range weights {
			if err == nil && (!(w >= 0) || w-w != 0 || strings.TrimSpace(id) == "") {
				t.Errorf("%q has weight %v", id, w)
			}
		}
	})
}
