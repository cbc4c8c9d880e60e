package annotate_test

import (
	"testing"

	"github.com/normlet/normlet/core/annotate"
)

// TestAbbreviationOfOtherType has an abbreviation that the tagger takes for a disease.
func TestAbbreviationOfOtherType(t *testing.T) {
	for text, want := range map[string]string{
		"Smooth muscle actin (SMA) was stained. SMA was seen in all of the slides.": "Smooth muscle actin Gene|SMA Gene|SMA Gene",
		"Spinal muscular atrophy (SMA) is rare. SMA was seen in two families.":      "Spinal muscular atrophy Disease|SMA Disease|SMA Disease",
	} {
		if got := shown(t, withTagger(), text, annotate.Options{}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
