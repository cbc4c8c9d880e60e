package resolve

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
)

// Depth is how many matches an answer should have for Cohere, if there are as many.
const Depth = 10

const (
	clearly   = 0.5 // P from which a mention tells those around it of its entity
	likelier  = 0.7 // an entity so told of is e to the power of this, times the P there, likelier
	repeated  = 0.1 // of what the best match leaves in doubt, the part of the nearest entity, if it has less
	nextLess  = 1.0 // the next one's part is e to the power of this smaller
	newcomers = 5   // how many come into an answer that has not found them
)

// Place is where mentions stand in a text: one mention, or a row of a table.
type Place struct {
	Document string        // places of other documents say nothing of this one
	Answers  []core.Answer // for the mentions there; may be none
}

// Cohere returns the answers of place i in the light of those of the places around it,
// as far as mention.Nearby goes. An entity that another mention clearly means is
// likelier here, too. And as no terminology has all names, the nearest of these
// entities come into an answer, as StageNeighbour, where they are not in it: behind its
// best match, or before it if the mention is an abbreviation and that match unlikely.
// Of an abbreviation those are nearest that mention.SharesHead. The same mention again
// proves nothing and does not count. Answers should have Depth matches; they get
// others, but no fewer. PNIL and all P still sum to 1; an answer is NIL if its best
// match is less likely than that or than minP.
func Cohere(places []Place, i int, minP float64) []core.Answer {
	around := func(yield func(*core.Answer) bool) {
		for at := range mention.Nearby(i, len(places)) {
			p := &places[at]
			for k := range p.Answers {
				if p.Document == places[i].Document && !yield(&p.Answers[k]) {
					return
				}
			}
		}
	}
	out := make([]core.Answer, len(places[i].Answers))
	for k, own := range places[i].Answers {
		out[k] = cohere(own, around, minP)
	}
	return out
}

// cohere is Cohere for one answer and those around it, the nearest first.
func cohere(own core.Answer, around iter.Seq[*core.Answer], minP float64) core.Answer {
	if len(own.Matches) == 0 {
		return own
	}
	near := meantNearby(own.Mention, around)
	if len(near) == 0 {
		return own
	}
	before, last := own.Matches[0], own.Matches[len(own.Matches)-1]
	all := 1.0 // with NIL and the entities further down, which stay as they are
	for _, m := range own.Matches {
		all -= m.P
	}
	own.Matches = weigh(own.Matches, near, mention.IsAbbreviation(own.Mention))
	for _, m := range own.Matches {
		all += m.P
	}
	best := &own.Matches[0]
	own.NILScore -= math.Log(best.P / before.P)
	own.PNIL /= all
	for i := range own.Matches {
		own.Matches[i].P /= all
	}
	setMargins(own.Matches, (last.P-last.Margin)/all)
	own.NIL = own.PNIL > best.P || best.P < minP
	own.Ambiguous = tied(&own)
	return own
}

// meantNearby returns the entities that answers around a mention clearly mean, the
// nearest first, each with the P of the clearest.
func meantNearby(text string, around iter.Seq[*core.Answer]) []core.Match {
	var near, heads []core.Match
	short := mention.IsAbbreviation(text)
	for a := range around {
		if a.NIL || len(a.Matches) == 0 || a.Matches[0].P < clearly || strings.EqualFold(a.Mention, text) {
			continue
		}
		near = meant(near, a.Matches[0])
		if short && mention.SharesHead(text, a.Mention) {
			heads = meant(heads, a.Matches[0])
		}
	}
	for _, m := range near {
		heads = meant(heads, m)
	}
	return heads
}

// meant adds an entity to those that are meant nearby.
func meant(near []core.Match, m core.Match) []core.Match {
	if i := index(near, m.ID); i >= 0 {
		near[i].P = max(near[i].P, m.P)
		return near
	}
	return append(near, m)
}

func index(ms []core.Match, id string) int {
	return slices.IndexFunc(ms, func(m core.Match) bool { return m.ID == id })
}

// weigh returns matches with newcomers from near, by falling P; these do not sum to 1
// any more. Newcomers come first only if they may.
func weigh(matches, near []core.Match, mayLead bool) []core.Match {
	out := slices.Clone(matches)
	for _, m := range near {
		if i := index(out, m.ID); i >= 0 {
			out[i].P *= math.Exp(likelier * m.P)
		}
	}
	part, most := repeated*(1-matches[0].P), math.Inf(1)
	if !mayLead {
		most = out[0].P
	}
	for _, m := range near[:min(newcomers, len(near))] {
		p := min(part*math.Exp(likelier*m.P), most)
		if i := index(out, m.ID); i >= 0 {
			out[i].P = max(out[i].P, p)
		} else {
			out = append(out, core.Match{ID: m.ID, Namespace: m.Namespace, Name: m.Name, Matched: m.Matched, Kind: m.Kind, P: p, Stage: core.StageNeighbour})
		}
		part *= math.Exp(-nextLess)
	}
	slices.SortStableFunc(out, func(a, b core.Match) int { return cmp.Compare(b.P, a.P) })
	return out
}

// setMargins sets the margins of matches; next is the P of what follows them.
func setMargins(ms []core.Match, next float64) {
	for i := len(ms) - 1; i >= 0; i-- {
		ms[i].Margin = max(0, ms[i].P-next)
		next = ms[i].P
	}
}

// tied returns the ids of Answer.Ambiguous, where a's are those of before.
func tied(a *core.Answer) []string {
	if a.NIL {
		return nil
	}
	best := &a.Matches[0]
	named := slices.Contains(a.Ambiguous, best.ID) // as those it was tied with are
	var ids []string
	for _, m := range a.Matches {
		if best.P-m.P <= core.TieMargin || named && slices.Contains(a.Ambiguous, m.ID) && m.P*core.TieFactor >= best.P {
			ids = append(ids, m.ID)
		}
	}
	if named {
		for _, id := range a.Ambiguous {
			if index(a.Matches, id) < 0 { // further down than matches go
				ids = append(ids, id)
			}
		}
	}
	if len(ids) < 2 {
		return nil
	}
	return ids
}
