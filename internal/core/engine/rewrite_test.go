package engine

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
)

// TestRewrite requires what is a name in other words to be found as one near the
// mention, and names to be left as they are.
func TestRewrite(t *testing.T) {
	c := rowsNamed("Brain Diseases", "edema of the leg", "Glutamates", "Glutamic Acid", "Kidney Damage of Rats", "Kidney Disease", "Renal Pain")
	e, w := lookingUp(t, c, "")
	for _, x := range []struct {
		mention, words, name string
		how                  score.Rewriting
	}{
		{"Encephalopathy", "brain disease", "Brain Diseases", score.Approximate},
		{"renal damage", "kidney disease", "Kidney Disease", score.Approximate},
		{"glutamate", "glutamic acid", "Glutamic Acid", score.Approximate},
		{"Oedema of the Leg", "edema of the leg", "edema of the leg", score.Equivalent},
		{"nephropathy", "kidney disease", "Kidney Disease", score.Equivalent},
		{"oedema of the eye", "edema of the eye", "", score.Equivalent}, // for want of a name, in words that names have
		{"skin damage", "skin damage", "", score.AsWritten},
		{"nephro", "nephro", "", score.AsWritten},
	} {
		e.read(w, x.mention)
		e.rewrite(w, x.mention, nil)
		if q := &w.query; string(q.Form) != strings.ToLower(x.words) || q.Rewriting != x.how || q.Mention != x.mention {
			t.Errorf("%s: read as %q, way %d, of %q; want %q, way %d", x.mention, q.Form, q.Rewriting, q.Mention, x.words, x.how)
		}
		if x.name == "" && len(w.hits) > 0 {
			t.Errorf("%s: rows %+v, want none", x.mention, w.hits)
		}
		if x.name != "" && (len(w.hits) != 1 || c.Names.At(int(w.hits[0].row)) != x.name || w.hits[0].stage != score.StageRewritten) {
			t.Errorf("%s: rows %+v, want that of %s", x.mention, w.hits, x.name)
		}
	}
	w.query.Off = w.query.Off.With(names.Plural)
	e.read(w, "encephalopathy")
	if e.rewrite(w, "encephalopathy", nil); len(w.hits) > 0 {
		t.Errorf("without plurals: rows %+v of encephalopathy", w.hits)
	}
}
