package annotate_test

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/annotate"
)

// TestUnexplainedCapitals has TBS, which is short for a syndrome: in an article that does not explain it, it is a buffer.
func TestUnexplainedCapitals(t *testing.T) {
	a := withTagger()
	sentence, rest := "Sections were rinsed twice in TBS and mounted in glycerol. ", strings.Repeat("They were kept in the dark for an hour. ", 250)
	p := func(text string) float64 {
		spans, err := a.Annotate(text, annotate.Options{Types: []string{"Disease"}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range spans {
			s := &spans[i]
			if got := s.Answers[0]; text[s.Start:s.End] == "TBS" && got.Matches[0].P+got.PNIL < 1.0001 {
				return got.Matches[0].P
			}
		}
		return 0
	}
	said, long, defined := p(sentence), p(sentence+rest), p("Townes-Brocks syndrome (TBS) is rare. "+sentence+rest)
	if said < 0.5 || long > 0.3 || defined < 0.5 {
		t.Errorf("p %.2f, in a long text %.2f, where that explains it %.2f", said, long, defined)
	}
}

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
