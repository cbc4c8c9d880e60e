package assemble

import (
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train/data"
)

// TestStartOtherField starts lists without synonyms, which hold the fit, elsewhere than those with some, and leaves the
// cosines of an encoder that has read the list as they are.
func TestStartOtherField(t *testing.T) {
	lone := &data.Terminology{Entities: []data.Entity{
		{ID: "X:1", Names: []data.Name{{Text: "brass lamp"}}}, {ID: "X:2", Names: []data.Name{{Text: "oak table"}}},
	}}
	synonyms := &data.Terminology{Entities: append(lone.Entities[:1:1],
		data.Entity{ID: "X:2", Names: []data.Name{{Text: "oak table"}, {Text: "table of oak", Kind: pack.KindAlias}}})}
	usual := score.DefaultRanker()
	for what, c := range map[string]struct {
		read      bool
		list      *data.Terminology
		cosine    float32
		ridge     float64
		estimated bool
		prior     float32
	}{
		"lone":     {false, lone, 1.1, loneRidge, true, -1.4},
		"synonyms": {false, synonyms, 3.5, 0, true, 0},
		"read":     {true, lone, usual.Weights[score.Cosine], 0, true, 0},
		"weights":  {false, lone, 1.1, loneRidge, false, usual.Weights[score.Prior]},
	} {
		r := score.DefaultRanker()
		ridge := startOtherField(&r, c.list, c.read, c.estimated)
		if r.Weights[score.Cosine] != c.cosine || (r.Weights[score.Grams] > 0) == c.read || ridge != c.ridge || r.Weights[score.Prior] != c.prior || r.NIL >= usual.NIL {
			t.Errorf("%s: ridge %v, %+v", what, ridge, r)
		}
	}
}

// TestOtherField finds a list of another field than the base pack's, and none without a base pack.
func TestOtherField(t *testing.T) {
	c, _ := run(t, Recipe{}, genes())
	lamps := &data.Terminology{Entities: []data.Entity{{ID: "X:1", Names: []data.Name{{Text: "brass lamp"}}}}}
	for what, r := range map[string]struct {
		Recipe
		want bool
	}{
		"lamps":       {Recipe{Base: c, Terminology: lamps}, true},
		"genes":       {Recipe{Base: c, Terminology: genes()}, false},
		"without one": {Recipe{Terminology: lamps}, false},
	} {
		if got := r.isOutOfDomain(); got != r.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}
