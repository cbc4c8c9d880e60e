package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/forest"
)

// odds bound the columns of the table of rivals: how many times likelier the best entity is, the squares of what the
// ranker says.
var odds = []float64{1, 5, 25, 100, 400, 2500, 1e4, 1e300}

// cell counts rivals of the best entity that have the mention for a name as much as it has.
type cell struct{ rivals, right, best int }

func (c cell) String() string {
	n := float64(max(1, c.rivals))
	return fmt.Sprintf("%5d %.3f %.3f", c.rivals, float64(c.right)/n, float64(c.best)/n)
}

// reportTies prints what score.Rival.TiedWith is chosen by, on lists that have what is meant: for each kind of names and for
// all others together, by how many times likelier the best entity is than a rival, the number of rivals, the share of
// them that is right, and the share of the best. Each mention counts once.
func reportTies(worlds []forest.World) {
	kinds := map[string][]cell{}
	var order []string
	for _, c := range worlds {
		if c.Absent || c.Short || len(c.Mentions) == 0 || !slices.ContainsFunc(c.Mentions, func(m forest.Mention) bool { return len(m.Entities) > 0 }) {
			continue
		}
		if kinds[c.Kind] == nil {
			kinds[c.Kind], order = make([]cell, len(odds)-1), append(order, c.Kind)
		}
		for _, m := range c.Mentions {
			countRivals(kinds[c.Kind], c.Pack, m)
		}
	}
	fmt.Printf("%-20s", "the best is likelier")
	for i := range odds[1:] {
		fmt.Printf(" | %17s", strings.TrimSuffix(fmt.Sprintf("%g to %g times", odds[i], odds[i+1]), " to 1e+300 times"))
	}
	fmt.Println()
	for _, kind := range order {
		others := make([]cell, len(odds)-1)
		for other, cells := range kinds {
			for i, c := range cells {
				if other != kind {
					others[i] = cell{others[i].rivals + c.rivals, others[i].right + c.right, others[i].best + c.best}
				}
			}
		}
		printCells(kind, kinds[kind])
		printCells("  all others", others)
	}
}

func printCells(what string, cells []cell) {
	fmt.Printf("%-20s", what)
	for _, c := range cells {
		fmt.Printf(" | %s", c)
	}
	fmt.Println()
}

// countRivals adds the rivals of a mention. Groups such as MEK have none: all members are meant.
func countRivals(cells []cell, n *core.Normalizer, m forest.Mention) {
	a := n.Lookup(m.Text, core.MaxK)
	if a.NIL || a.Matches[0].Score < 1 {
		return
	}
	tables := engine.Of(n).Contents()
	right := func(id string) int {
		if e, _ := tables.IDs.Find(id); slices.Contains(m.Entities, int32(e)) {
			return 1
		}
		return 0
	}
	best := &a.Matches[0]
	for _, x := range a.Matches[1:] {
		if x.Stage == core.StageMember || x.Score < 1 || best.Stage == core.StageExact && x.Stage != core.StageExact {
			continue
		}
		at, exact := slices.BinarySearch(odds, best.P/x.P)
		if !exact {
			at--
		}
		c := &cells[min(max(at, 0), len(cells)-1)]
		c.rivals, c.right, c.best = c.rivals+1, c.right+right(x.ID), c.best+right(best.ID)
	}
}
