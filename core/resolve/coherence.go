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

// clearly is the P from which a mention tells those around it of its entity.
const clearly = 0.5

// What an entity that is meant nearby gets, in parts of what the best match leaves in
// doubt. Fitted by hand to the development mentions of seven corpora, so that the
// right entities come first and P is what it says.
const (
	leastFound  = 0.6 // one of the matches,
	moreFound   = 5.0 // as many times its own part more,
	mostFound   = 6.0 // and no more in all
	fadingFound = 0.5 // e-folds less for each entity that is meant nearer

	partNew    = 0.05 // none of the matches
	fadingNew  = 0.6
	partHead   = 0.3 // none of them, but mention.SharesHead with an abbreviation
	fadingHead = 1.0
	newcomers  = 5 // among so many of the nearest
)

// Place is where mentions stand in a text: one mention, or a row of a table.
type Place struct {
	Document string        // places of other documents say nothing of this one
	Answers  []core.Answer // for the mentions there; may be none
}

// Cohere returns the answers of place i in the light of those of the places around it,
// as far as mention.Nearby goes. An entity that another mention clearly means is
// likelier here, too, by parts of what the mention alone leaves in doubt. And as no
// terminology has all names, the nearest of these entities come into an answer, as
// StageNeighbour, where they are not in it. Of an abbreviation those count as nearest
// that mention.SharesHead. The same mention again proves nothing and does not count.
//
// Answers should have Depth matches; they get others, but no fewer. PNIL and all P
// still sum to 1. What newcomers have is taken from NIL and from what is further down,
// but still speaks for NIL: whether an answer is NIL is decided as if they had taken
// nothing. It also is if its best match is less likely than minP.
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
	before, last := own.Matches[0].P, own.Matches[len(own.Matches)-1]
	known, _ := sums(own.Matches)
	others := 1 - known // NIL, and entities further down
	own.Matches = weigh(own.Matches, near)
	best := own.Matches[0].P
	unknown := own.PNIL > best
	own.NILScore -= math.Log(max(best, math.SmallestNonzeroFloat64)) - math.Log(max(before, math.SmallestNonzeroFloat64))

	all, added := sums(own.Matches)
	kept := max(0.5, 1-added/max(others, 1e-9)) // newcomers are what seemed to be NIL
	all += kept * others
	for i := range own.Matches {
		own.Matches[i].P /= all
	}
	own.PNIL *= kept / all
	setMargins(own.Matches, (last.P-last.Margin)*kept/all)
	own.NIL = unknown || own.Matches[0].P < minP
	own.Ambiguous = tied(&own)
	return own
}

// sums returns the P of all matches, and of the newcomers among them.
func sums(ms []core.Match) (all, added float64) {
	for i := range ms {
		all += ms[i].P
		if ms[i].Stage == core.StageNeighbour {
			added += ms[i].P
		}
	}
	return all, added
}

// nearby is an entity that is meant nearby.
type nearby struct {
	core.Match
	head bool // the mention is an abbreviation, and may end with what it is
}

// meantNearby returns the entities that answers around a mention clearly mean, the
// nearest first.
func meantNearby(text string, around iter.Seq[*core.Answer]) []nearby {
	var heads, others []nearby
	short := mention.IsAbbreviation(text)
	for a := range around {
		if a.NIL || len(a.Matches) == 0 || a.Matches[0].P < clearly || strings.EqualFold(a.Mention, text) {
			continue
		}
		to := &others
		head := short && mention.SharesHead(text, a.Mention)
		if head {
			to = &heads
		}
		if m := a.Matches[0]; !contains(*to, m.ID) {
			*to = append(*to, nearby{m, head})
		}
	}
	for _, m := range others {
		if !contains(heads, m.ID) {
			heads = append(heads, m)
		}
	}
	return heads
}

func contains(near []nearby, id string) bool {
	return slices.ContainsFunc(near, func(m nearby) bool { return m.ID == id })
}

func index(ms []core.Match, id string) int {
	return slices.IndexFunc(ms, func(m core.Match) bool { return m.ID == id })
}

// weigh returns matches with newcomers from near, by falling P; these sum to more than
// before.
func weigh(matches []core.Match, near []nearby) []core.Match {
	out := slices.Clone(matches)
	doubt := 1 - matches[0].P
	for k, m := range near {
		at := index(out, m.ID)
		switch {
		case at >= 0:
			out[at].P += min(mostFound*doubt, leastFound*doubt+moreFound*out[at].P) * fade(fadingFound, k)
			continue
		case k >= newcomers:
			continue
		case m.head:
			m.P = partHead * doubt * fade(fadingHead, k)
		default:
			m.P = partNew * doubt * fade(fadingNew, k)
		}
		m.Stage, m.Distance, m.Score = core.StageNeighbour, 0, 0
		out = append(out, m.Match)
	}
	slices.SortStableFunc(out, func(a, b core.Match) int { return cmp.Compare(b.P, a.P) })
	return out
}

// fade returns what is left of the k-th.
func fade(folds float64, k int) float64 { return math.Exp(-folds * float64(k)) }

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
