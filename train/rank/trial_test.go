package rank

import (
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// named returns a candidate of an entity whose primary name is the mention, or whose name it is not.
func named(entity int32, same bool) score.Candidate {
	c := score.Candidate{Entity: entity, Row: entity}
	if c.Features[score.Cosine] = 0.5; same {
		c.Features[score.Exact], c.Features[score.Normalized] = 1, 1
	}
	return c
}

// TestTry has four mentions: one that others answer, one that others spoil, one that is the primary
// name of an entity and means it, and one that is and means another.
func TestTry(t *testing.T) {
	r := score.DefaultRanker()
	labelled := []views{
		{unseen: outcome{"", 0, packed([]score.Candidate{named(0, true), named(1, false)}), 5}, without: outcome{"", -1, packed([]score.Candidate{named(1, false)}), 5}},
		{unseen: outcome{"", 0, packed([]score.Candidate{named(0, false), named(1, true)}), 2}, without: outcome{"", 0, packed([]score.Candidate{named(0, false)}), 2}},
		{unseen: outcome{"", 0, packed([]score.Candidate{named(0, true)}), 3}, without: outcome{"", 0, packed([]score.Candidate{named(0, true), named(2, false)}), 3}},
		{unseen: outcome{"", 1, packed([]score.Candidate{named(0, true), named(1, false)}), 1}, without: outcome{"", 1, packed([]score.Candidate{named(0, true), named(1, false)}), 1}},
		{unseen: outcome{"", -1, rows{}, 1}, without: outcome{"", -1, packed([]score.Candidate{named(0, true), named(1, true)}), 1}}, // of two, so not sure
	}
	if got, want := *try(labelled, &r, &r), (Trial{Mentions: 12, With: 8, Without: 5, Sure: 4, Agreed: 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTrialHelps(t *testing.T) {
	for _, tt := range []struct {
		t              Trial
		trusted, helps bool
	}{
		{Trial{Mentions: 1, With: 0, Without: 0}, true, true},
		{Trial{Mentions: 100, With: 50, Without: 51}, true, false},
		{Trial{Mentions: 99, With: 0, Without: 51}, true, true}, // too few to tell
		{Trial{Mentions: 100, With: 60, Without: 51, Sure: 40, Agreed: 30}, true, true},
		{Trial{Mentions: 100, With: 60, Without: 51, Sure: 40, Agreed: 29}, false, false},
		{Trial{Mentions: 100, With: 60, Without: 51, Sure: 19, Agreed: 0}, true, true}, // too few to tell
	} {
		if trusted, helps := tt.t.Trusted(), tt.t.Helps(); trusted != tt.trusted || helps != tt.helps {
			t.Errorf("%+v: trusted %t, helps %t", tt.t, trusted, helps)
		}
	}
}
