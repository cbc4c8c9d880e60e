package document

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/f64"
)

// rerank returns the results of entry i, in Scope Joint re-ranked by what its neighbours mean, with as many matches
// as are shown.
func (w *window) rerank(i int) []Result {
	out := slices.Clone(w.entries[i].results)
	var neighbours []*core.Answer
	if w.options.Scope == Joint {
		neighbours = w.neighbourAnswers(i)
	}
	for k := range out {
		out[k].Answers = slices.Clone(out[k].Answers)
		for j, a := range out[k].Answers {
			if w.options.Scope == Joint {
				a = w.weighed(a, neighbours)
			}
			a.Matches = slices.Clone(a.Matches[:min(len(a.Matches), w.shown())])
			out[k].Answers[j] = a
		}
		if ids := w.entries[i].tied[k]; ids != nil {
			tie(&out[k].Answers[0], ids)
		}
	}
	return out
}

// neighbourAnswers returns the answers for the mentions of the neighbours of entry i, before re-ranking, the nearest
// first. If the namespace of an entry is known, answers of other namespaces say nothing.
func (w *window) neighbourAnswers(i int) (out []*core.Answer) {
	namespace := w.entries[i].Namespace
	for _, e := range w.neighbours(i) {
		for _, r := range e.results {
			for j := range r.Answers {
				if a := &r.Answers[j]; namespace == "" || len(a.Matches) > 0 && strings.HasPrefix(namespace+"/", a.Matches[0].Namespace+"/") { // NCBIGene/10090
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// weighed re-ranks the first depth matches of an answer by those of its neighbours, the nearest first. Entities that these
// clearly mean gain a share of the doubt, or are injected. PNIL and all P still sum to 1: what injected candidates
// gain is taken from NIL and from the matches below depth. Whether the answer is NIL is decided as if they had taken
// nothing, so that they do not turn NIL into an answer; it also is if the best match is not what Options want. The matches
// are valid until the next call.
func (w *window) weighed(own core.Answer, neighbours []*core.Answer) core.Answer {
	if len(own.Matches) == 0 || own.Matches[0].Stage == core.StageID {
		return own // nothing nearby changes what an id means
	}
	meant := meantByNeighbours(own.Mention, neighbours)
	if len(meant) == 0 {
		return own
	}
	ranked, below := own.Matches[:min(depth, len(own.Matches))], own.Matches[min(depth, len(own.Matches)):]
	before, last := own.Matches[0].P, own.Matches[len(own.Matches)-1]
	known, _ := sums(ranked)
	others := 1 - known // NIL, and entities below
	ranked = weigh(w.ranked[:0], ranked, meant)
	best := ranked[0].P
	own.NILScore -= f64.Log(max(best, math.SmallestNonzeroFloat64)) - f64.Log(max(before, math.SmallestNonzeroFloat64))

	all, injected := sums(ranked)
	unknown := score.IsNIL(own.PNIL, even(ranked), false)
	kept := max(minKept, 1-injected/max(others, 1e-9))
	all += float64(kept * others)
	for i := range ranked {
		ranked[i].P /= all
	}
	for _, m := range below {
		if index(ranked, m.ID) < 0 {
			m.P *= kept / all
			ranked = append(ranked, m)
		}
	}
	byP(ranked)
	w.ranked, own.Matches = ranked, ranked
	own.PNIL *= kept / all
	setMargins(own.Matches, (last.P-last.Margin)*kept/all)
	if own.NIL = unknown || own.Matches[0].P < w.options.Lookup.MinP; !own.NIL {
		own.Organism = ""
	}
	own.Ambiguous = tied(&own)
	if !own.NIL && own.Matches[0].P >= score.UnsureBelow {
		own.Parent = nil
	}
	return own
}

// even returns the P of the likeliest match and of those tied with it.
func even(ms []core.Match) (sum float64) {
	best := slices.MaxFunc(ms, func(a, b core.Match) int { return cmp.Compare(a.P, b.P) })
	for i := range ms {
		if rival(&ms[i]).EvenWith(rival(&best)) {
			sum += ms[i].P
		}
	}
	return sum
}

// sums returns the P of all matches, and of the injected ones among them.
func sums(ms []core.Match) (all, injected float64) {
	for i := range ms {
		all += ms[i].P
		if ms[i].Stage == core.StageNeighbour {
			injected += ms[i].P
		}
	}
	return all, injected
}

// meant is an entity that a mention nearby clearly means.
type meant struct {
	*core.Match
	head bool // the mention in question is an abbreviation whose head it may be, see abbreviation.SharesHead
}

// meantByNeighbours returns the entities that the neighbours of a mention clearly mean, the nearest first, those with the
// head of an abbreviation before all others.
func meantByNeighbours(mention string, neighbours []*core.Answer) []meant {
	var heads, others []meant
	short := abbreviation.IsAbbreviation(mention)
	for _, a := range neighbours {
		if a.NIL || len(a.Matches) == 0 || a.Matches[0].P < confidentP || strings.EqualFold(a.Mention, mention) {
			continue
		}
		to, head := &others, short && abbreviation.SharesHead(mention, a.Mention)
		if head {
			to = &heads
		}
		if m := &a.Matches[0]; !has(*to, m.ID) {
			*to = append(*to, meant{m, head})
		}
	}
	return append(heads, slices.DeleteFunc(others, func(m meant) bool { return has(heads, m.ID) })...)
}

func has(list []meant, id string) bool {
	return slices.ContainsFunc(list, func(m meant) bool { return m.ID == id })
}

func index(ms []core.Match, id string) int {
	for i := range ms { // matches are large
		if ms[i].ID == id {
			return i
		}
	}
	return -1
}

// weigh appends matches, by falling P, with the shares of entities that neighbours mean; they sum to more than before.
func weigh(dst, matches []core.Match, entities []meant) []core.Match {
	out := append(slices.Grow(dst, len(matches)+maxInjected), matches...)
	doubt := 1 - matches[0].P
	for k, m := range entities {
		p := injectedShare * doubt * decay(injectedDecay, k)
		if m.head && !matches[0].Stage.IsName() {
			p = injectedHeadShare * doubt * decay(injectedHeadDecay, k)
		}
		if at := index(out, m.ID); at >= 0 && matches[0].Stage.IsName() && !out[at].Stage.IsName() {
			out[at].P += p // names of entities nearby are often near: Mig, the receptor Mig-R
		} else if at >= 0 {
			share := min(maxCandidateShare*doubt, float64(candidateShare*doubt)+float64(candidateGain*out[at].P))
			out[at].P += float64(share * decay(candidateDecay, k))
		} else if k < maxInjected {
			injected := *m.Match
			injected.P, injected.Stage, injected.Distance, injected.Score, injected.Broader = p, core.StageNeighbour, 0, 0, ""
			out = append(out, injected)
		}
	}
	byP(out)
	return out
}

func byP(ms []core.Match) {
	for i := range ms { // large and nearly in order
		for j := i; j > 0 && ms[j].P > ms[j-1].P; j-- {
			ms[j], ms[j-1] = ms[j-1], ms[j]
		}
	}
}

// decay returns what is left of a share for the k-th nearest entity.
func decay(rate float64, k int) float64 { return f64.Exp(-rate * float64(k)) }

// setMargins sets the margins of matches; next is the P of what follows them.
func setMargins(ms []core.Match, next float64) {
	for i := len(ms) - 1; i >= 0; i-- {
		ms[i].Margin = max(0, ms[i].P-next)
		next = ms[i].P
	}
}

// rival returns what decides whether a match is tied with the best one.
func rival(m *core.Match) score.Rival {
	return score.Rival{P: m.P, Stage: score.Stage(m.Stage), Same: m.Score == 1}
}

// tied returns the ids of Answer.Ambiguous, where a's are those of before: only they tell which names the same thing has
// in several namespaces.
func tied(a *core.Answer) []string {
	if a.NIL {
		return nil
	}
	best := &a.Matches[0]
	named := slices.Contains(a.Ambiguous, best.ID) // as those it was tied with are
	var ids []string
	for _, m := range a.Matches {
		tied := rival(&m).TiedWith(rival(best))
		if tied && (best.P-m.P <= score.TieMargin || named && slices.Contains(a.Ambiguous, m.ID)) {
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
