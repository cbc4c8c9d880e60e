package resolve

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
)

// Depth is how many matches an answer should have for Cohere, if there are as many.
const Depth = 10

const (
	clearly   = 0.5 // P from which a mention tells those around it of its entity
	likelier  = 0.7 // an entity so told of is e to the power of this, times the P there, likelier
	repeated  = 0.1 // of what the best match leaves in doubt, the part of the nearest entity, if it has less
	nextLess  = 1.0 // the next one's part is e to the power of this smaller
	newcomers = 5   // how many of them come into an answer that has not found them
)

// Cohere returns the answer for a mention in the light of the answers for the mentions
// around it in the same text, the nearest first. An entity that another of them
// clearly means is likelier here, too. And as the terminology does not know all names,
// the nearest of these entities come into the answer, as StageNeighbour, where they
// are not in it. The same mention again proves nothing and does not count. PNIL and
// all P still sum to 1; the answer is NIL if its best match is less likely than that
// or than minP.
func Cohere(own core.Answer, around iter.Seq[core.Answer], minP float64) core.Answer {
	if len(own.Matches) == 0 {
		return own
	}
	near := meantNearby(own.Mention, around)
	if len(near) == 0 {
		return own
	}
	before, last := own.Matches[0], own.Matches[len(own.Matches)-1]
	others := 1.0 // P of all that has none in matches: NIL, and entities further down
	for _, m := range own.Matches {
		others -= m.P
	}
	own.Matches = weigh(own.Matches, near)
	all := max(0, others)
	for _, m := range own.Matches {
		all += m.P
	}
	own.NILScore -= math.Log(own.Matches[0].P / before.P)
	own.PNIL /= all
	for i := range own.Matches {
		own.Matches[i].P /= all
	}
	setMargins(own.Matches, (last.P-last.Margin)/all)
	best := &own.Matches[0]
	own.NIL = own.PNIL > best.P || best.P < minP
	own.Ambiguous = tied(&own)
	return own
}

// meantNearby returns the entities that answers around a mention clearly mean, the
// nearest first, each with the P of the clearest.
func meantNearby(mention string, around iter.Seq[core.Answer]) []core.Match {
	var near []core.Match
	for a := range around {
		if a.NIL || len(a.Matches) == 0 || a.Matches[0].P < clearly || strings.EqualFold(a.Mention, mention) {
			continue
		}
		m := a.Matches[0]
		if i := index(near, m.ID); i >= 0 {
			near[i].P = max(near[i].P, m.P)
		} else {
			near = append(near, m)
		}
	}
	return near
}

func index(ms []core.Match, id string) int {
	return slices.IndexFunc(ms, func(m core.Match) bool { return m.ID == id })
}

// weigh returns matches with newcomers from near, by falling P, which do not sum to 1.
func weigh(matches, near []core.Match) []core.Match {
	out := slices.Clone(matches)
	part := repeated * (1 - matches[0].P)
	for i, m := range near {
		at := index(out, m.ID)
		if at < 0 {
			if i >= newcomers {
				continue
			}
			at = len(out)
			out = append(out, core.Match{ID: m.ID, Namespace: m.Namespace, Name: m.Name, Matched: m.Matched, Kind: m.Kind, Stage: core.StageNeighbour})
		}
		p := &out[at].P
		if i < newcomers {
			*p = max(*p, part)
		}
		*p *= math.Exp(likelier * m.P)
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
