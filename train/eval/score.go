package eval

import (
	"math"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

// wantedPrecision is that of Result.Coverage.
const wantedPrecision = 0.95

func (r *run) full(res *Result, linked, unlinked *querySet) error {
	answers, err := r.answersOf(Full, res, linked)
	if err != nil {
		return err
	}
	found := r.found(answers)
	if linked.contexts != nil {
		if res.Context, err = r.context(linked, found); err != nil {
			return err
		}
	}
	res.score(linked, found)
	res.StageShare = stageShare(linked, answers)
	ps := predictions(linked, answers, found)
	ece, chance, covered := CalibrationError(ps), chanceError(ps), coverage(ps, wantedPrecision)
	res.ECE, res.Chance, res.Coverage = &ece, &chance, &covered
	if r.protocol == OpenWorld {
		res.Open = openWorld(linked, answers, ps)
	}
	if unlinked.queries == 0 {
		return nil
	}
	others, err := r.answersOf("unlinked", &Result{}, unlinked)
	if err != nil {
		return err
	}
	res.NIL = nilScores(append(decisions(linked, answers, false), decisions(unlinked, others, true)...))
	res.NIL.Threshold = float64(engine.Of(r.n).Calibration.Ranker.NIL)
	return nil
}

// answersOf answers the mentions of s, and fills in what else of res that tells.
func (r *run) answersOf(stage string, res *Result, s *querySet) (answers []core.Answer, err error) {
	if s.joint == nil {
		answers, res.Latency, err = r.answers(stage, s)
		return answers, err
	}
	if res.Results, err = r.together(stage, s.joint); err != nil {
		return nil, err
	}
	for i := range res.Results {
		answers = append(answers, res.Results[i].Answer())
	}
	return answers, nil
}

func (r *run) found(answers []core.Answer) [][]int32 {
	out := make([][]int32, len(answers))
	for i, a := range answers {
		out[i] = r.entities(a)
	}
	return out
}

func (r *run) entities(a core.Answer) []int32 {
	ids := engine.Of(r.n).Contents().IDs
	out := make([]int32, 0, len(a.Matches))
	for _, m := range a.Matches {
		for _, id := range append([]string{m.ID}, m.Same...) { // the first may be another list's
			if e, ok := ids.Find(id); ok {
				out = append(out, int32(e))
				break
			}
		}
	}
	return out
}

// score counts a query as right from the place on where the first right entity was found.
func (res *Result) score(s *querySet, found [][]int32) {
	all, unique := res.Hits.values(), res.HitsUnique.values()
	for _, p := range s.pairs {
		if len(p.entities) == 0 {
			res.WithoutEntity += p.count
		}
		at := rankOf(found[p.mention], p.entities)
		for i, k := range ranks {
			if at < k {
				*all[i] += float64(p.count)
				*unique[i]++
			}
		}
	}
	for i := range ranks {
		*all[i] /= float64(res.Queries)
		*unique[i] /= float64(res.Unique)
	}
}

// rankOf returns the first place, from 0, of a right entity; beyond all ranks when there is none.
func rankOf(found, right []int32) int {
	at := slices.IndexFunc(found, func(e int32) bool { return slices.Contains(right, e) })
	if at < 0 {
		return math.MaxInt
	}
	return at
}

func stageShare(s *querySet, answers []core.Answer) map[string]float64 {
	share, total := map[string]float64{}, 0.0
	for _, p := range s.pairs {
		total += float64(p.count)
		if m := answers[p.mention].Matches; len(m) > 0 {
			share[m[0].Stage.String()] += float64(p.count)
		}
	}
	for stage := range share {
		share[stage] /= total
	}
	return share
}
