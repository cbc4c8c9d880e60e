package rank

import "github.com/normlet/normlet/internal/core/score"

// Trial measures labelled mentions: how many of them a pack answers right that has seen only the
// others, and one that has seen none.
type Trial struct {
	Mentions float64 `json:"mentions"`
	With     float64 `json:"with"`    // mentions that are answered right by a pack that has seen the others
	Without  float64 `json:"without"` // and by one that has seen none
	Sure     float64 `json:"sure"`    // mentions that are, to the letter, the primary name of one entity, and of no other a name
	Agreed   float64 `json:"agreed"`  // of these, mentions that mean it
}

const (
	enoughTried = 100  // mentions below which a difference may be chance
	enoughSure  = 20   // mentions that show how far labels and names agree
	mostAgree   = 0.75 // share of them that do; 0.92 to 1 in published corpora
)

// Trusted reports whether labels agree with unambiguous names. Random wrong labels cost
// answers and teach wrong probabilities.
func (t *Trial) Trusted() bool { return t.Sure < enoughSure || t.Agreed >= mostAgree*t.Sure }

// Helps reports whether a pack is no worse with the mentions, as far as they are enough to tell.
func (t *Trial) Helps() bool { return t.Trusted() && (t.Mentions < enoughTried || t.With >= t.Without) }

// try compares what a ranker that has learned from labelled mentions makes of them, and another
// one of the same mentions in a pack that has seen none.
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

// right returns 1 if the best row is the right entity's, else 0.
func (o *outcome) right() float64 {
	if len(o.rows.heads) > 0 && o.rows.heads[0].entity == o.gold {
		return 1
	}
	return 0
}

// sure reports whether the mention is the primary name of the best entity to the letter, and no
// name of any other.
func (o *outcome) sure() bool {
	same, rows := 0, o.rows.appendTo(nil)
	for i := range rows {
		if rows[i].Features[score.Normalized] > 0 {
			same++
		}
	}
	return same == 1 && rows[0].Features[score.Exact] == 1 && rows[0].Features[score.NotPrimary] == 0
}
