package core

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/core/score"
)

// InList says which share of the mentions asked together, a column or a text, have their entity in the pack, as the
// mentions themselves show. Options.InList takes it into account: a short name in a column of genes is a gene, in a
// column of remarks nothing.
type InList struct {
	Shares []float64 // of mentions whose entity the pack has, by the number of the best entity's namespace in the pack
	In     []InShare // how many mentions are in the pack, by namespace, the largest share first

	organisms []float64 // how many mentions mean genes of each of the pack's organisms
}

// share is that of a namespace, 0 if it is not known.
func (l *InList) share(namespace int) float64 {
	if l == nil || namespace >= len(l.Shares) {
		return 0
	}
	return l.Shares[namespace]
}

// counts are those of organisms, nil if they are not known.
func (l *InList) counts() []float64 {
	if l == nil {
		return nil
	}
	return l.organisms
}

// InShare is the share of all mentions that mean an entity of a namespace.
type InShare struct {
	Namespace string  `json:"namespace"`
	Share     float64 `json:"share"`
}

const (
	inListMentions = 500   // different mentions that an estimate looks at
	evenMatches    = 20    // of each that can be as good as the best
	leastShare     = 0.001 // keeps a share that somebody states from being certainty
)

// StatedInList is an InList of one share, 0 to 1, for all namespaces.
func (n *Normalizer) StatedInList(share float64) *InList {
	return &InList{Shares: slices.Repeat([]float64{min(max(share, leastShare), 1-leastShare)}, len(n.pack.Namespaces))}
}

// EstimateInList estimates an InList from the first inListMentions different ones of mentions asked together, by
// expectation maximisation (score.Shares). Ids are in the pack, and tell nothing of names. Its errors are those of
// LookupWith. It depends on nothing but the mentions and o.
func (n *Normalizer) EstimateInList(mentions []string, o Options) (*InList, error) {
	o.InList, o.K, o.MinP, o.Context, o.Fields, o.named = nil, evenMatches, 0, "", "", true
	seen := map[string]bool{"": true}
	var queries []Query
	for _, m := range mentions {
		if !seen[m] && len(queries) < inListMentions {
			seen[m] = true
			queries = append(queries, Query{Mention: m})
		}
	}
	of, err := n.estimateOrganisms(queries, o)
	if err != nil {
		return nil, err
	}
	if of != nil {
		o.InList = &InList{organisms: of}
	}
	answers, err := n.LookupMany(queries, o)
	if err != nil {
		return nil, err
	}
	p, ids := make([][]float64, len(n.pack.Namespaces)), make([]float64, len(n.pack.Namespaces))
	for i := range answers {
		ms := answers[i].Matches
		if len(ms) == 0 {
			continue
		}
		e, _ := n.pack.IDs.Find(ms[0].ID)
		if ns := n.pack.EntityNamespace[e]; ms[0].Stage == StageID {
			ids[ns]++
		} else {
			p[ns] = append(p[ns], score.Shift(answers[i].inList, n.calibration.ListShare(n.pack.Namespaces[ns]), score.ExpectedShare))
		}
	}
	shares, in := score.Shares(p, score.ExpectedShare)
	l := &InList{Shares: shares, organisms: of}
	for ns := range in {
		if sum := in[ns] + ids[ns]; sum > 0 {
			l.In = append(l.In, InShare{n.pack.Namespaces[ns], sum / float64(len(queries))})
		}
	}
	slices.SortStableFunc(l.In, func(a, b InShare) int { return cmp.Compare(b.Share, a.Share) })
	return l, nil
}

func rival(m *Match) score.Rival { return score.Rival{P: m.P, Stage: m.Stage, Same: m.Score == 1} }

// estimateOrganisms returns how many of the queries mean genes of each organism; nil if the pack tells none apart.
func (n *Normalizer) estimateOrganisms(queries []Query, o Options) ([]float64, error) {
	if n.organisms == nil {
		return nil, nil
	}
	taxa := n.organisms.Taxa
	o.InList = &InList{organisms: slices.Repeat([]float64{1e9}, len(taxa))} // all alike
	answers, err := n.LookupMany(queries, o)
	likely := make([][]float64, len(answers))
	for i := range answers {
		likely[i] = make([]float64, len(taxa))
		for _, m := range answers[i].Matches {
			if t := slices.Index(taxa, m.Taxon); t >= 0 && rival(&m).AsGoodAs(rival(&answers[i].Matches[0])) {
				likely[i][t] += m.P
			}
		}
	}
	return n.organisms.Count(likely), err
}
