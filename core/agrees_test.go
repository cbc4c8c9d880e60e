package core_test

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestAgrees asks for mentions that give a name and, in brackets or behind a slash, something else: another name of the
// same entity, an abbreviation, or what is no name. A name of another entity says that the mention means two.
func TestAgrees(t *testing.T) {
	n := openPlaces(t, [][]string{
		{"wild marjoram", "oregano"}, {"sweet marjoram", "marjoram"}, {"pot marjoram", "marjoram"}, {"water mint", "Mentha"}, {"winter melon", "WM"},
		{"blue lotus"}, {"black locust"}, {"sea buckthorn"}, {"lemon balm"}, {"Silene stenophylla", "S. stenophylla"}, {"barley malts"},
	})
	for _, c := range []struct{ mention, want string }{ // "" if no reading counts
		{"wild marjoram (oregano)", "wild marjoram"},
		{"oregano/wild marjoram", "wild marjoram"},
		{"marjoram (sweet marjoram)", "sweet marjoram"},
		{"wild marjoram (WM)", "wild marjoram"}, // which names the melon, too
		{"lemon balm (bought in May)", "lemon balm"},
		{"marjoram (pot)", "pot marjoram"},
		{"S. stenophylla B73", "Silene stenophylla"},
		{"malt (barley)", "barley malts"},
		{"barley malt 5 mg", "barley malts"},
		{"wild marjoram (water mint)", ""},
		{"lemon balm/unknown", ""},
		{"lemon balm (2)", ""},
	} {
		a := n.Lookup(c.mention, core.MaxK)
		var got []string
		for _, m := range a.Matches {
			if m.Stage == core.StageRewritten {
				got = append(got, m.ID)
			}
		}
		if want := []string{"P:" + c.want}; c.want == "" && got != nil || c.want != "" && !slices.Equal(got, want) {
			t.Errorf("%q is read as %q, want %q", c.mention, got, c.want)
		}
	}
}
