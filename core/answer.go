package core

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/score"
)

// Answer is the answer to a mention.
type Answer struct {
	Mention string
	Matches []Match // by falling probability
	NIL     bool    // the pack probably lacks the entity, or the best match has a P below Options.MinP
	PNIL    float64 // probability that the pack lacks the entity; PNIL and the P of all entities sum to 1

	// NILScore is the ranker's score of NIL minus that of the best entity, and infinite without candidates. It separates
	// mentions that the pack lacks from others better than PNIL, which also depends on how ambiguous the mention is.
	NILScore float64

	// Organism is the NCBI Taxonomy id of the organism that the mention, the text or the caller names, if the answer is NIL
	// because the pack lacks its gene.
	Organism string

	// Together has the names of all entities that the mention means together, if it is no name and the pack knows its
	// parts: BCR and ABL1 for BCR-ABL.
	Together []string

	// Parent is what the matches of an unsure answer are kinds of, if the pack knows that and they agree; mostly nil. It is
	// broader than what is meant. Its P is the probability that it, or a kind of it, is meant, calibrated on its own. Of its
	// other fields, ID, Same, Namespace, Taxon and Name count.
	Parent *Match

	seen score.Seen // contribution to the estimate of Coverage

	// Ambiguous has the IDs of the best match and of the entities tied with it, by falling P, whether or not Matches has
	// them. It is nil without a tie, and if the answer is NIL. An entity is tied if its P is hardly lower than that of the
	// best. It is also tied if the mention is as good a name of it, it is not many times less likely, and its fields fit
	// Options.Fields as well.
	Ambiguous []string
}

// Undecided reports whether a NIL answer is nearly a tie with its best match, so that users should see the match.
func (a *Answer) Undecided() bool {
	return a.NIL && len(a.Matches) > 0 && score.Undecided(a.Matches[0].P, a.PNIL)
}

// nothing is the answer to a mention for which there is nothing to compare.
func nothing(mention string) Answer {
	return Answer{Mention: mention, NIL: true, PNIL: 1, NILScore: math.Inf(1)}
}

// answer turns ranked candidates into an Answer. Unless open is nil, it makes the matches there, without their texts: see
// LookupCache.Complete.
func (n *Normalizer) answer(cs []score.Candidate, mention string, r *engine.Request, o *Options, open *[]Match) Answer {
	k := min(max(cmp.Or(o.K, DefaultK), 0), MaxK)
	a := nothing(mention)
	if len(cs) == 0 {
		return a
	}
	odds := n.engine.Odds(cs, mention, r)
	a.PNIL, a.NILScore, a.Organism, a.seen = odds.NIL, odds.NILScore, odds.Organism, odds.Seen
	w := o.wish()
	cs, p := n.engine.Entities.Merge(cs, odds.P, w)
	broader := false // the best one, which is left out
	if o.Exactly {
		found := cs[0].Entity
		cs, p, a.PNIL = n.exactly(cs, p, a.PNIL, mention)
		if len(cs) == 0 {
			return a
		}
		broader = cs[0].Entity != found
	}
	tied, best := score.Tied(cs, p, MaxK-1), p[0]
	for _, i := range tied {
		if score.Even(cs, p, i) {
			best += p[i]
		}
	}
	a.NIL = broader || score.IsNIL(a.PNIL, best, o.Coverage == nil) || p[0] < o.MinP
	if !a.NIL {
		a.Organism = ""
	}
	if !o.Exactly && (a.NIL || p[0] < score.UnsureBelow) {
		a.Parent = n.parent(cs, p, a.PNIL, w)
	}
	k = min(k, len(cs))
	if open != nil {
		*open = slices.Grow((*open)[:0], k)[:k]
		clear(*open)
		a.Matches = *open
	} else {
		a.Matches = make([]Match, k)
		n.fill(a.Matches, cs, w)
	}
	for i := range a.Matches {
		c, m := &cs[i], &a.Matches[i]
		m.Stage, m.Distance, m.Score = Stage(c.Stage), int(c.Distance), 1
		if c.Features[score.Normalized] < 1 {
			m.Score = float64(max(0, c.Features[score.Cosine])+c.Features[score.Trigram]) / 2
		}
		if open != nil {
			m.rest, m.Taxon = source{mention, c.Row, c.Entity, c.How()}, n.engine.Organisms.Taxon(c.Entity)
		} else {
			m.Broader, m.narrower = n.engine.Broader(mention, c)
		}
		m.P, m.Margin = p[i], p[i]
		if i+1 < len(p) {
			m.Margin -= p[i+1]
		}
	}
	if !a.NIL && len(tied) > 0 {
		for _, i := range append([]int{0}, tied...) {
			id, _ := n.engine.Entities.Named(uint32(cs[i].Entity), w)
			a.Ambiguous = append(a.Ambiguous, id)
		}
	}
	return a
}

// parent returns what candidates are kinds of, nil if it is not likely enough.
func (n *Normalizer) parent(cs []score.Candidate, p []float64, pNIL float64, w *entity.Wish) *Match {
	found, ok := n.engine.Parent(cs, p)
	if !ok {
		return nil
	}
	out := []Match{{P: score.ParentP(found.Share, found.Kinds, pNIL)}}
	if out[0].P < score.LeastParent {
		return nil
	}
	n.fill(out, []score.Candidate{{Entity: int32(found.Entity), Row: int32(n.engine.Pack.PrimaryRow[found.Entity])}}, w)
	return &out[0]
}

// exactly leaves out the candidates that are broader than the mention, whose p NIL gets.
func (n *Normalizer) exactly(cs []score.Candidate, p []float64, pNIL float64, mention string) ([]score.Candidate, []float64, float64) {
	kept := 0
	for i := range cs {
		if words, _ := n.engine.Broader(mention, &cs[i]); words != "" {
			pNIL += p[i]
			continue
		}
		cs[kept], p[kept] = cs[i], p[i]
		kept++
	}
	return cs[:kept], p[:kept], pNIL
}

// Bytes estimates the memory of an answer, in bytes.
func (a *Answer) Bytes() int64 {
	n := int(unsafe.Sizeof(*a)) + len(a.Mention)
	for i := range a.Matches {
		n += a.Matches[i].bytes()
	}
	for _, text := range slices.Concat(a.Ambiguous, a.Together) {
		n += int(unsafe.Sizeof(text)) + len(text)
	}
	if a.Parent != nil {
		n += a.Parent.bytes()
	}
	return int64(n)
}
