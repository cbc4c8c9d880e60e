package assemble

import (
	"slices"
	"testing"
)

// TestPhrases finds names in texts as people write them.
func TestPhrases(t *testing.T) {
	for _, c := range []struct {
		names []string
		text  string
		want  []string
	}{
		{[]string{"IL-2"}, "IL2, IL 2 and IL-2Ra", []string{"IL-2", "IL-2", "IL-2"}},
		{[]string{"IL-2", "IL-2 receptor"}, "the IL-2 receptor", []string{"IL-2 receptor"}},
		{[]string{"CAT"}, "a cat, the Cat and CAT", []string{"CAT"}},
		{[]string{"cat"}, "Cats, a cat and CAT", []string{"cat", "cat"}},
		{[]string{"IMPACT"}, "the impact of IMPACT", []string{"IMPACT"}},
		{[]string{"Heparin"}, "heparins, HEPARIN", []string{"Heparin"}},
		{[]string{"WAS", "was"}, "it was what WAS does", []string{"WAS"}}, // grammar counts in capitals only
		{[]string{"In", "14", "K", "+"}, "In 14 K + in", nil},
		{[]string{"collagen type II"}, "collagen, type 2", []string{"collagen type II"}},
		{[]string{"PLCγ2"}, "PLCγ-2", []string{"PLCγ2"}},
		{[]string{"Ménière disease"}, "Meniere disease", []string{"Ménière disease"}},
		{[]string{"one two three four five six seven eight nine ten eleven twelve thirteen"}, "one two", nil},
		{nil, "text", nil},
		{[]string{"name"}, "", nil},
		{[]string{"name"}, "\xff\x00name\xff", []string{"name"}},
	} {
		p, byNumber := newPhrases(), map[int32]string{}
		for _, name := range c.names {
			if n := p.add(name); n >= 0 {
				byNumber[n] = name
			}
		}
		var got []string
		p.find(p.read(nil, c.text), func(n int32) { got = append(got, byNumber[n]) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %q, want %q", c.names, c.text, got, c.want)
		}
	}
}
