package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/kg"
)

// graphOf returns a graph of n triples of entities that no pack has.
func graphOf(n int) *kg.Graph {
	var rows [][3]string
	for i := range n {
		rows = append(rows, [3]string{fmt.Sprint("X:", i), "near", fmt.Sprint("X:", i+1)})
	}
	return kg.NewGraph(rows)
}

// TestLink: in the small version, whose sentences tell groups apart, tables hold what their columns say.
func TestLink(t *testing.T) {
	r, _ := smallRun(t, "link")
	tables := map[string]*Table{}
	for i := range r.Tables {
		title, _, _ := strings.Cut(r.Tables[i].Title, ",")
		tables[title] = &r.Tables[i]
	}
	pools := tables["Pools of candidates"]
	if pools == nil || len(pools.Rows) != 3*len(poolSizes)*len(poolGraph) {
		t.Fatalf("pools: %+v", pools)
	}
	for _, row := range pools.Rows {
		if row[3].(int) > row[1].(int) {
			t.Errorf("a pool of %v candidates, want at most %v", row[3], row[1])
		}
		recall := row[4].(number)
		for _, hits := range [][]any{row[5:8], row[8:11]} {
			if !(hits[0].(number) <= hits[1].(number) && hits[1].(number) <= hits[2].(number) && hits[2].(number) <= recall) || recall <= 0 || recall > 1 {
				t.Errorf("recall %v, hits %v", recall, hits)
			}
		}
	}
	for _, row := range tables["Search in the graph space alone"].Rows {
		if !slices.IsSortedFunc(row[1:6], func(a, b any) int { return int(1e6 * (a.(number) - b.(number))) }) || row[5].(number) != 1 {
			t.Errorf("hits %v do not rise to 1", row)
		}
	}
	for _, row := range tables["Hubness: how often an entity is among the first 10 of these searches"].Rows {
		if got, want := float64(row[4].(number))*float64(row[2].(int)), float64(hubRank*row[1].(int)); got < 0.99*want || got > 1.01*want {
			t.Errorf("%v places in %v searches, want %v", got, row[1], want)
		}
	}
	for _, name := range []string{"recall", "hits"} {
		i := slices.IndexFunc(r.Figures, func(f Figure) bool { return f.Name == name })
		if i < 0 || len(r.Figures[i].Series) != 2*len(poolSizes) {
			t.Fatalf("figure %s: %+v", name, r.Figures)
		}
		for j, total := range poolSizes {
			line := r.Figures[i].Series[j]
			row := pools.Rows[slices.IndexFunc(pools.Rows, func(row []any) bool { return row[1] == total && row[2] == 5 })]
			want := row[map[string]int{"recall": 4, "hits": 8}[name]].(number)
			if at := slices.Index(line.X, 5); at < 0 || line.Y[at] != want || float64(slices.Max(line.X)) > float64(total) {
				t.Errorf("figure %s, %s: %v at X = %v, the table has %v at 5", name, line.Name, line.Y, line.X, want)
			}
		}
	}
	if len(r.Findings) != 7 {
		t.Errorf("%d findings: %v", len(r.Findings), r.Findings)
	}
}

func TestRoots(t *testing.T) {
	r := newRoots(kg.NewGraph([][3]string{{"a", "is_a", "b"}, {"b", "is_a", "d"}, {"a", "is_a", "c"}, {"c", "part_of", "e"}, {"x", "is_a", "y"}, {"y", "is_a", "x"}, {"z", "is_a", "z"}}))
	for id, want := range map[string]string{"a": "[c d]", "b": "[d]", "d": "[]", "e": "[]", "x": "[]", "z": "[]", "none": "[]"} {
		if got := fmt.Sprint(r.of(id)); got != want {
			t.Errorf("roots of %s: %s, want %s", id, got, want)
		}
	}
}
