package rank

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// TestRows requires the same candidates back, behind what is there, but for the feature that no fit sees.
func TestRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	want := []score.Candidate{{Row: 7}} // has no features
	for i := range int32(30) {
		c := score.Candidate{Row: i, Entity: i / 2, Distance: 4096 - i, Stage: score.Stage(i % 3), Score: float32(i)}
		for f := range c.Features {
			if rng.IntN(2) == 0 {
				c.Features[f] = rng.Float32()*2 - 1
			}
		}
		want = append(want, c)
	}
	given := slices.Clone(want[1:])
	for i := range given {
		given[i].Features[score.Elsewhere], want[i+1].Features[score.Elsewhere] = 1, 0
	}
	rows := packed(given)
	if got := rows.appendTo(want[:1:1]); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for i := range rows.heads {
		for f := range score.NumFeatures {
			if got, want := rows.heads[i].has>>f&1 == 1, want[i+1].Features[f] != 0; got != want {
				t.Errorf("row %d has feature %d: %t, want %t", i, f, got, want)
			}
		}
	}
}
