package experiment

import (
	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/lab/internal/link"
)

// hubRank is how many entities a query reaches, for hubness.
const hubRank = 10

type graphSearch struct {
	hits, hubs       Table
	reach, histogram Figure
}

var graphRanks = []int{1, 10, 100, 1000, 10000}

func newGraphSearch() *graphSearch {
	return &graphSearch{
		hits:      Table{Title: "Search in the graph space alone", Columns: []string{"context", "Hits@1", "Hits@10", "Hits@100", "Hits@1,000", "Hits@10,000", "epochs", "loss", "loss, part to fit"}},
		hubs:      Table{Title: "Hubness: how often an entity is among the first 10 of these searches", Columns: []string{"context", "searches", "entities", "never", "mean", "most", "skewness"}},
		reach:     Figure{Name: "graph", Title: "Search in the graph space alone", X: "k", Y: "Hits@k", LogX: true},
		histogram: Figure{Name: "hubness", Title: "Hubness of searches in the graph space", X: "times among the first 10, from this to less than twice it", Y: "entities", LogX: true, LogY: true},
	}
}

func (g *graphSearch) add(k *link.Linker, cases *link.Cases) {
	name := k.Config.Context
	shares, line := make([]any, len(graphRanks)), Series{Name: name}
	for i, most := range graphRanks {
		hit, all := 0, 0
		for j, rank := range cases.Ranks {
			all += cases.Examples[j].Count
			if rank < most {
				hit += cases.Examples[j].Count
			}
		}
		share := float64(hit) / float64(all)
		shares[i] = share
		line.add(float64(most), share)
	}
	g.reach.Series = append(g.reach.Series, line)
	row := append([]any{name}, shares...)
	g.hits.add(append(row, k.Best, k.Loss[k.Best-1], k.Valid[k.Best-1])...)

	counts := cases.Reach(hubRank)
	never, most := 0, 0
	x, bins := make([]float64, len(counts)), make([]int, 64)
	for i, n := range counts {
		x[i] = float64(n)
		most = max(most, n)
		if n == 0 {
			never++
			continue
		}
		at := 0
		for 2<<at <= n {
			at++
		}
		bins[at]++
	}
	skew := 0.0
	if never < len(counts) && stat.Variance(x, nil) > 0 {
		skew = stat.Skew(x, nil)
	}
	g.hubs.add(name, len(cases.Examples), len(counts), never, stat.Mean(x, nil), most, skew)
	hist := Series{Name: name}
	for at, n := range bins {
		if n > 0 {
			hist.add(float64(int(1)<<at), float64(n))
		}
	}
	g.histogram.Series = append(g.histogram.Series, hist)
}
