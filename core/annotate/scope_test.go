package annotate_test

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// TestScopes has entities at the ends of what triggers reach.
func TestScopes(t *testing.T) {
	for text, want := range map[string]string{
		"Without a b c d e asthma.":             "-asthma Disease",
		"Without a b c d e f asthma.":           "asthma Disease",
		"Without a b breast cancer d e asthma.": "-breast cancer Disease|-asthma Disease", // counts as one token
		"asthma a b c d e was ruled out.":       "-asthma Disease",
		"asthma a b c d e f was ruled out.":     "asthma Disease",
		"Without hope: asthma.":                 "asthma Disease",
		"Without hope! Asthma.":                 "Asthma Disease",
	} {
		if got := shown(t, withTagger(), text, annotate.Options{Types: []string{"Disease", "Species"}}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestLookUps: options reach the look-ups of what was found before without them, and their answers are not remembered.
func TestLookUps(t *testing.T) {
	const text = "TP53 was seen."
	matches := func(o core.Options) int {
		t.Helper()
		spans, err := withTagger().Annotate(text, annotate.Options{Lookup: o, MinP: o.MinP})
		if err != nil || len(spans) != 1 {
			t.Fatal(spans, err)
		}
		return len(spans[0].Answers[0].Matches)
	}
	if all, one, again := matches(core.Options{}), matches(core.Options{K: 1}), matches(core.Options{}); all < 2 || one != 1 || again != all {
		t.Errorf("%d matches, then %d, then %d", all, one, again)
	}
	genes, unicorn := []string{"NCBIGene"}, []string{"unicorn"}
	for _, o := range []core.Options{{Organisms: unicorn}, {Organisms: unicorn, Prefer: genes}, {Organisms: unicorn, Namespaces: genes}} {
		if spans, err := withTagger().Annotate(text, annotate.Options{Lookup: o, MinP: o.MinP}); err == nil || !strings.Contains(err.Error(), "unicorn") {
			t.Errorf("%+v: %v, %v", o, spans, err)
		}
	}
}

// TestNotesAreBounded reads texts of nothing but triggers, lists and lines in time.
func TestNotesAreBounded(t *testing.T) {
	for _, text := range []string{"no asthma, ", "family history\nasthma\n", "family history:\nasthma\n", "asthma: no\n", "asthma, asthma, was ruled out or ", "\n \n"} {
		if _, err := withTables().Annotate(strings.Repeat(text, 20000), annotate.Options{}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
