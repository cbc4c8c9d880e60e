package abbreviation

import (
	"strings"
	"testing"
)

// TestExpand writes abbreviations out: all of a mention, the longest at each place, and as the definition before it says.
func TestExpand(t *testing.T) {
	text := "ataxia telangiectasia (AT), interleukin (IL), ataxia with T (A-T); then auditory training (AT)"
	late := strings.LastIndex(text, "AT")
	for _, tt := range []struct {
		mention string
		at      int
		want    string
	}{
		{"AT", 0, "ataxia telangiectasia"},
		{"AT", strings.Index(text, "AT"), "ataxia telangiectasia"},
		{"AT", late - 1, "ataxia telangiectasia"},
		{"AT", late, "auditory training"},
		{"AT", len(text), "auditory training"},
		{"ATs", 0, "ataxia telangiectasia"},
		{"sporadic AT patients", 0, "sporadic ataxia telangiectasia patients"},
		{"AT-like", 0, "ataxia telangiectasia-like"},
		{"anti-IL", 0, "anti-interleukin"},
		{"IL-2", 0, "interleukin-2"},
		{"AT/IL-6", 0, "ataxia telangiectasia/interleukin-6"},
		{"A-T", 0, "ataxia with T"},
		{"XY and OT", 0, "XY and other things"},
		{"at", 0, ""},
		{"ATM", 0, ""},
		{"éAT", 0, ""},
		{"", 0, ""},
	} {
		got, ok := NewGlossary(text).Expand(tt.mention, tt.at, Definition{Short: "OT", Long: "other things"}, Definition{Short: "AT", Long: "another"})
		if ok != (tt.want != "") || ok && got != tt.want || !ok && got != tt.mention {
			t.Errorf("%s at %d: %q, %v", tt.mention, tt.at, got, ok)
		}
	}
	if got, ok := NewGlossary("").Expand("AT", 0); got != "AT" || ok {
		t.Errorf("without definitions %q, %v", got, ok)
	}
}

// TestExpandWithinBounds leaves out what makes a mention too long.
func TestExpandWithinBounds(t *testing.T) {
	for size, want := range map[int]bool{maxExpanded - 2: true, maxExpanded - 1: false} {
		if _, ok := NewGlossary("").Expand("AT b", 0, Definition{Short: "AT", Long: strings.Repeat("l", size)}); ok != want {
			t.Errorf("a long form of %d bytes: %t", size, ok)
		}
	}
}
