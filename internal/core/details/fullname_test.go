package details

import "testing"

func TestShort(t *testing.T) {
	for _, c := range []struct {
		full  string
		names []string
		short string
	}{
		{"tumor protein p53", []string{"TP53", "p53", "tumor protein p53"}, "@17"},
		{"tumor protein p53", []string{"TP53", "tumor protein p54", "tumor protein p53"}, "tumor protein p53"},
		{"tumor protein p53", []string{"TP53"}, "tumor protein p53"},
		{"", []string{"TP53"}, ""},
		{"@ home", []string{"home"}, "@ home"},
		{"77", []string{"a", "b"}, "77"},
	} {
		if got := Short(c.full, c.names); got != c.short {
			t.Errorf("%q of %q: %q, want %q", c.full, c.names, got, c.short)
		}
		if got := Full(c.short, func(i int) string { return c.names[i] }, len(c.names)); got != c.full {
			t.Errorf("%q of %q is %q, want %q", c.short, c.names, got, c.full)
		}
	}
	if got := Full("@17", nil, 0); got != "" {
		t.Errorf("a name that was removed is still %q", got)
	}
}
