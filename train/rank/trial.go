package rank

import "github.com/normlet/normlet/internal/core/score"

// Trial measures whether labelled mentions help: how many of them are answered right by a pack that has seen only the others,
// and by a pack that has seen none.
type Trial struct {
	Mentions float64 `json:"mentions"`
	With     float64 `json:"with"`    // mentions that a pack that has seen the others answers right
	Without  float64 `json:"without"` // mentions that a pack that has seen none answers right
	Sure     float64 `json:"sure"`    // mentions that equal the primary name of one entity and no name of another
	Agreed   float64 `json:"agreed"`  // mentions of these whose label is that entity
}

const (
	enoughTried = 100  // mentions from which a difference is no chance
	enoughSure  = 20   // sure mentions from which their agreement counts
	mostAgree   = 0.75 // least share of them that agree; 0.92 to 1 in published corpora
)

// Trusted reports whether the labels of sure mentions agree with their names. Random wrong labels cost right answers and teach
// wrong probabilities.
func (t *Trial) Trusted() bool { return t.Sure < enoughSure || t.Agreed >= mostAgree*t.Sure }

// Helps reports whether a pack is no worse with the mentions than without, or there are too few to tell.
func (t *Trial) Helps() bool { return t.Trusted() && (t.Mentions < enoughTried || t.With >= t.Without) }

// try compares the answers of a ranker that has learned from labelled mentions with those of another ranker, for the same
// mentions, in a pack that has seen none.
func try(labelled []views, with, without *score.Ranker) *Trial {
	t := &Trial{}
	seen, unseen := foldAll(ofViews(labelled, true), with), foldAll(ofViews(labelled, false), without)
	for i := range seen {
		w := seen[i].weight
		t.Mentions += w
		t.With += float64(w * seen[i].right())
		t.Without += float64(w * unseen[i].right())
		if unseen[i].sure() {
			t.Sure += w
			t.Agreed += float64(w * unseen[i].right())
		}
	}
	return t
}

// right returns 1 if the best row belongs to the right entity, else 0.
func (o *outcome) right() float64 {
	if len(o.rows.heads) > 0 && o.rows.heads[0].entity == o.gold {
		return 1
	}
	return 0
}

// sure reports whether the mention equals the primary name of the best entity, and no name of another one.
func (o *outcome) sure() bool {
	same, rows := 0, o.rows.appendTo(nil)
	for i := range rows {
		if rows[i].Features[score.Normalized] > 0 {
			same++
		}
	}
	return same == 1 && rows[0].Features[score.Exact] == 1 && rows[0].Features[score.NotPrimary] == 0
}
