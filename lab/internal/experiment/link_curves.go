package experiment

import (
	"fmt"

	"github.com/normlet/normlet/lab/internal/link"
)

// newPoolCurves returns the figures of pools by X, how many candidates of X+Y are by the graph.
func newPoolCurves(context string) []Figure {
	x := "X, candidates of X+Y that are by the graph"
	return []Figure{
		{Name: "recall", Title: "Recall of pools by X, context: " + context, X: x, Y: "recall"},
		{Name: "hits", Title: "Hits@1 of the link score by X, context: " + context, X: x, Y: "Hits@1"},
	}
}

// draw adds the lines of a source of names, one for each size of pools: codes, which lie between the others, are left
// to the table.
func (t *poolTables) draw(name string, fit, test *link.Cases) {
	if name != byText && name != byLookup {
		return
	}
	for _, total := range poolSizes {
		lines := [2]Series{}
		for i := range lines {
			lines[i] = Series{Name: fmt.Sprintf("%s, X+Y = %d", name, total), Dashed: name == byLookup}
		}
		for _, x := range poolCurve {
			if x <= total {
				m := link.Measure(test.Pools(total, x), link.Fit(fit.Pools(total, x)))
				lines[0].add(float64(x), m.Recall)
				lines[1].add(float64(x), m.At1)
			}
		}
		for i := range lines {
			t.curves[i].Series = append(t.curves[i].Series, lines[i])
		}
	}
}
