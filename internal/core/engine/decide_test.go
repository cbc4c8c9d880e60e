package engine

import (
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// TestGoesOn requires near rows to be sought where a name that goes on from the mention, or is its plural or singular,
// can be the better one.
func TestGoesOn(t *testing.T) {
	c := rowsNamed("alpha antigen", "alpha antigen receptor", "banana", "bananas", "delta peptide")
	e, w := lookingUp(t, c, "")
	c.Prior = make([]byte, c.Names.Len())
	for _, x := range []struct {
		mention string
		stage   score.Stage
		prior   byte // of all other entities
		want    bool
	}{
		{"alpha antigen", score.StageExact, 0, false},
		{"alpha antigen", score.StageNormalized, 0, false},
		{"alpha antigen", score.StageNormalized, 1, true},
		{"alpha antigen", score.StageExact, 51, false},
		{"alpha antigen", score.StageExact, 52, true},
		{"banana", score.StageExact, 51, false},
		{"banana", score.StageNormalized, 0, true},
		{"bananas", score.StageExact, 52, true},
		{"bananas", score.StageNormalized, 0, true},
		{"delta peptide", score.StageNormalized, 255, false},
	} {
		e.read(w, x.mention)
		w.hits = w.hits[:0]
		e.addForms(w, x.stage, nil)
		row := w.hits[0].row
		best := score.Candidate{Row: row, Entity: int32(c.RowEntity[row]), Stage: x.stage}
		for e := range c.Prior {
			c.Prior[e] = x.prior
		}
		c.Prior[best.Entity] = 0
		if got := e.hasStrongerExtension(w, &best); got != x.want {
			t.Errorf("%s, stage %v, others %d: goes on %t, want %t", x.mention, x.stage, x.prior, got, x.want)
		}
	}
}
