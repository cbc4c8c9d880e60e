package core

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/core/score"
)

const (
	coverageMentions = 500   // different mentions that an estimate uses
	evenMatches      = 20    // matches of each mention that may be as good as the best
	leastShare       = 0.001 // smallest share that a caller can state; the largest is 1 minus this
)

// FixedCoverage returns a Coverage in which the pack has the same share of mentions, 0 to 1, in all namespaces. After Close, it
// returns an empty one.
func (n *Normalizer) FixedCoverage(share float64) *Coverage {
	if !n.engine.Enter() {
		return &Coverage{}
	}
	defer n.engine.Leave()
	shift := n.engine.Calibration.Forests.Towards(min(max(share, leastShare), 1-leastShare))
	return &Coverage{shifts: slices.Repeat([]float64{shift}, len(n.engine.Pack.Namespaces)*int(score.NumStrata))}
}

// EstimateCoverage estimates a Coverage from mentions that are asked together, by expectation maximisation. It uses the
// mentions and namespaces of the first 500 different queries. If no query has a context, it also estimates whose genes the
// mentions mean; else each context says that. Ids count as mentions that the pack has, and say nothing about names. The result
// depends only on the queries and o. The errors are those of LookupWith.
func (n *Normalizer) EstimateCoverage(asked []Query, o Options) (*Coverage, error) {
	if !n.engine.Enter() {
		return nil, ErrClosed
	}
	defer n.engine.Leave()
	// Without Prefer, the ids of matches are those of entities, and not of other lists.
	o.Coverage, o.K, o.MinP, o.Context, o.Fields, o.Prefer, o.named = nil, evenMatches, 0, "", "", nil, true
	seen := map[Query]bool{}
	var queries []Query
	for _, q := range asked {
		if q = (Query{Mention: q.Mention, Namespace: q.Namespace}); q.Mention != "" && !seen[q] && len(queries) < coverageMentions {
			seen[q] = true
			queries = append(queries, q)
		}
	}
	var of []float64
	var err error
	if !slices.ContainsFunc(asked, func(q Query) bool { return q.Context != "" }) {
		if of, err = n.estimateOrganisms(queries, o); err != nil {
			return nil, err
		}
	}
	if of != nil {
		o.Coverage = &Coverage{organisms: of}
	}
	answers, err := n.lookupMany(queries, o)
	if err != nil {
		return nil, err
	}
	var told []score.Seen
	ids := make([]float64, len(n.engine.Pack.Namespaces))
	for i := range answers {
		ms := answers[i].Matches
		if len(ms) == 0 {
			continue
		}
		e, _ := n.engine.Pack.IDs.Find(ms[0].ID)
		if ns := n.engine.Pack.EntityNamespace[e]; ms[0].Stage == StageID {
			ids[ns]++
		} else {
			told = append(told, answers[i].seen)
		}
	}
	shifts, in := n.engine.Calibration.Forests.Shifts(told, len(n.engine.Pack.Namespaces))
	c := &Coverage{shifts: shifts, organisms: of}
	for ns := range in {
		if sum := in[ns] + ids[ns]; sum > 0 {
			c.In = append(c.In, NamespaceShare{n.engine.Pack.Namespaces[ns], min(1, sum/float64(len(queries)))})
		}
	}
	slices.SortStableFunc(c.In, func(a, b NamespaceShare) int { return cmp.Compare(b.Share, a.Share) })
	return c, nil
}

// rival returns what decides whether a match is tied with the best one.
func rival(m *Match) score.Rival {
	return score.Rival{P: m.P, Stage: score.Stage(m.Stage), Same: m.Score == 1}
}

// estimateOrganisms estimates how many of the queries mean genes of each organism. It returns nil if the pack does not
// list genes of several.
func (n *Normalizer) estimateOrganisms(queries []Query, o Options) ([]float64, error) {
	if !n.engine.Organisms.Lists() {
		return nil, nil
	}
	taxa := n.engine.Organisms.Taxa
	o.Coverage = &Coverage{organisms: slices.Repeat([]float64{1e9}, len(taxa))} // all organisms are equally likely
	answers, err := n.lookupMany(queries, o)
	likely := make([][]float64, len(answers))
	for i := range answers {
		likely[i] = make([]float64, len(taxa))
		for _, m := range answers[i].Matches {
			if t := slices.Index(taxa, m.Taxon); t >= 0 && rival(&m).AsGoodAs(rival(&answers[i].Matches[0])) {
				likely[i][t] += m.P
			}
		}
	}
	return n.engine.Organisms.Count(likely), err
}
