package mapping

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core"
)

const (
	maxOdds = 1e9  // of a row that is sure
	twice   = 0.03 // how often rows mean one entity though each should mean another, so that a name is not taken for a far one
)

func odds(p float64) float64 { return min(p/max(1-p, 1/maxOdds), maxOdds) }

// assign gives each entity to one row at most, and returns the match that a row gets, -1 for none. It changes P to what it
// is beside the other rows: none of them means an entity with the probability 1/(1 + the sum of their odds), by which, as
// Bayes has it, the entity counts in this row. Then entities go to rows by falling P, of equals to the first row. There P
// is no lower than before: the other rows do not tell what this one means, but which of them is to have it.
//
// This is the first step of belief propagation. lab/onetoone compares it with the assignment of the greatest sum of P.
func assign(rows [][]core.Match) (kept []int) {
	all := map[string]float64{}
	for _, row := range rows {
		for _, m := range row {
			all[m.ID] += odds(m.P)
		}
	}
	type claim struct {
		row, at int
		own, p  float64 // by itself, and beside the other rows
	}
	var claims []claim
	for i, row := range rows {
		for at, m := range row {
			claims = append(claims, claim{row: i, at: at, own: m.P})
		}
		beside(row, all)
		for at, m := range row {
			claims[len(claims)-len(row)+at].p = m.P
		}
		kept = append(kept, -1)
	}
	slices.SortStableFunc(claims, func(x, y claim) int { return cmp.Compare(y.p, x.p) })
	taken := map[string]bool{}
	for _, c := range claims {
		if id := rows[c.row][c.at].ID; kept[c.row] < 0 && !taken[id] {
			kept[c.row], taken[id] = c.at, true
			raise(rows[c.row], c.at, c.own)
		}
	}
	return kept
}

// beside weighs the entities of a row by the probability that no other row means them; all are the odds of all rows.
func beside(row []core.Match, all map[string]float64) {
	sum := 1.0 // of what remains, that it is none included
	for i, m := range row {
		row[i].P *= twice + (1-twice)/(1+max(0, all[m.ID]-odds(m.P)))
		sum -= m.P - row[i].P
	}
	for i := range row {
		row[i].P /= max(sum, 1/maxOdds)
	}
}

// raise gives an entity of a row at least the probability p, at the cost of the others.
func raise(row []core.Match, at int, p float64) {
	have := row[at].P
	if p <= have {
		return
	}
	for i := range row {
		row[i].P *= (1 - p) / (1 - have)
	}
	row[at].P = p
}
