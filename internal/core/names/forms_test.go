package names

import (
	"slices"
	"strings"
	"testing"
)

// TestForms has the forms of the last word of a name, and what may stand for a whole one.
func TestForms(t *testing.T) {
	r, err := parseRewrites([]byte("word\tloci\tlocus\nword\tova\tovum\nword\tovular\tovum\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := r.Forms()
	for name, want := range map[string]string{
		"Ovum": "ova|ovular", "fertile ovum": "fertile ova|fertile ovular", "locus (B)": "", "B locus.": "b loci.", "ovum locus": "ovum loci",
		"ova": "", "tovum": "", "": "",
	} {
		var got []string
		for form := range f.Of(read(name)) {
			got = append(got, string(form))
		}
		if slices.Sort(got); strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for _, tt := range []struct {
		word, name string
		want       bool
	}{{"Ova", "ovum", true}, {"ovular", "Ovum", true}, {"ova", "ovule", false}, {"ovum", "ovum", false}, {"ova", "fertile ovum", false}} {
		if got := r.IsForm(tt.word, tt.name); got != tt.want {
			t.Errorf("%q for %q: %v", tt.word, tt.name, got)
		}
	}
}
