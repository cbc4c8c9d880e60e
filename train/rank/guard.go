package rank

import (
	"math"

	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/parallel"
)

// A Promise is what lists of many kinds, whole and cut, tell of any list: how likely answers are
// right in one that may lack half of what people mention, and from which estimates on a share of
// them is. lab/internal/promise fits it on labelled mentions; those that build makes up do not show how
// the names that a list lacks are like those it has.
type Promise struct {
	Guard    score.Guard
	Synonyms [2]float32               // coefficients of log(names per entity): for matches that are names, for near ones
	Limits   [len(Precisions)]float32 // estimates; above 1 where no answers reach the precision
}

// For returns the guard of a list with a number of names for each entity, as a logarithm.
func (p *Promise) For(synonyms float32) score.Guard {
	g := p.Guard
	for ground := range score.Grounds {
		g[ground] += float32(p.Synonyms[near(ground)] * synonyms)
	}
	return g
}

func near(ground int) int {
	if ground < score.NameGrounds {
		return 0
	}
	return 1
}

// SynonymsOf returns how many names an entity of a list has, as a logarithm.
func SynonymsOf(c *pack.Contents) float32 {
	return float32(f64.Log(float64(c.Names.Len()) / float64(c.IDs.Len())))
}

// Judged is what became of a mention.
type Judged struct {
	Clues    score.Clues
	Answered bool // not NIL
	Right    bool
	Count    int
}

// Mass is what a mention counts: people repeat themselves, and a text that says mice a hundred
// times is not a hundred proofs.
func (j *Judged) Mass() float64 { return math.Sqrt(float64(j.Count)) }

// Judge returns what becomes of a mention with these candidates, folded or not.
func Judge(c *score.Calibration, contents *pack.Contents, mention string, rows []score.Candidate, right func(entity int32) bool) (j Judged) {
	if rows = c.Ranker.Fold(rows); len(rows) == 0 {
		return j
	}
	p, pNIL := score.Probabilities(rows, c.Ranker.NIL)
	best, _, others := score.Best(score.Rivals(rows, p))
	rivals, nilOdds := score.Logits(best, others, pNIL)
	top := &rows[0]
	pNIL = c.Apply(contents.Namespaces[contents.EntityNamespace[top.Entity]], rows, p, pNIL)
	j.Clues = top.Clues(mention, p[0], rivals, nilOdds)
	j.Answered, j.Right = pNIL <= p[0], right(top.Entity)
	return j
}

// judgeAll judges outcomes.
func judgeAll(c *score.Calibration, n *core.Normalizer, outcomes []outcome) []Judged {
	out := make([]Judged, len(outcomes))
	parallel.Each(0, len(out), func(i int) { out[i] = outcomes[i].judge(c, n) })
	return out
}

func (o *outcome) judge(c *score.Calibration, n *core.Normalizer) Judged {
	j := Judge(c, n.Contents(), o.mention, o.rows.appendTo(nil), func(e int32) bool { return e == o.gold })
	j.Count = max(1, int(o.weight))
	return j
}
