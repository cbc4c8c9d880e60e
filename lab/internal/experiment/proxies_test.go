package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/link/zeroshot"
	"github.com/normlet/normlet/train/data"
)

// TestProxies: in the small version, tables have a row for each way, and what they say of gaps fits together.
func TestProxies(t *testing.T) {
	r, _ := smallRun(t, "proxies")
	ways := proxyWays(true)
	if len(r.Tables) != numNIL+2 || len(r.Findings) != 2*numNIL+7 || len(r.Figures) != 2 {
		t.Fatalf("%d tables, %d findings, %d figures", len(r.Tables), len(r.Findings), len(r.Figures))
	}
	for _, table := range r.Tables[:numNIL] {
		if len(table.Rows) != len(ways) || !strings.HasPrefix(table.Title, "NIL: ") {
			t.Fatalf("table %q has %d rows, want %d", table.Title, len(table.Rows), len(ways))
		}
		for _, row := range table.Rows {
			proxy, ce, gap, least, most := row[1].(number), row[3].(number), row[5].(number), row[6].(number), row[7].(number)
			if d := proxy - ce - gap; d > 1e-3 || d < -1e-3 || least > gap+1e-4 || most < gap-1e-4 || proxy <= 0 || proxy > 1 {
				t.Errorf("%s: %v", table.Title, row)
			}
		}
	}
	for _, row := range r.Tables[numNIL].Rows {
		if row[1].(number) > row[3].(number) || row[3].(number) <= 0 || row[3].(number) > 1 {
			t.Errorf("recall: %v", row)
		}
	}
	for i, w := range ways { // the same model, whatever it is compared with
		if row := r.Tables[0].Rows[i]; w.dot && row[1] != r.Tables[0].Rows[1][1] || w.other && row[3] != r.Tables[0].Rows[1][3] {
			t.Errorf("%v is not compared with the same as %v", row, r.Tables[0].Rows[1])
		}
	}
	for _, f := range r.Figures {
		for _, s := range f.Series {
			if len(s.X) != 2 || s.X[0] != 8 || s.X[1] < 20 || s.X[1] > 60 {
				t.Errorf("%s, %s: X %v", f.Name, s.Name, s.X)
			}
		}
	}
}

// TestRemoveTypes: nothing of a removed type is left or trained on, every part has the mentions that belong to it, and
// another seed removes others.
func TestRemoveTypes(t *testing.T) {
	set := newTypedSet(smallTyped(), 60, 0)
	if len(set.entities) != 60 || fmt.Sprint(set.kinds) != "[Tool]" || set.left != 0 {
		t.Fatalf("%d entities, kinds %v, %d left out", len(set.entities), set.kinds, set.left)
	}
	r := set.remove(0)
	if len(r.types) == 0 || r.byType < 6 || r.byRandom == 0 || len(r.kept)+r.byType+r.byRandom != 60 {
		t.Fatalf("%v", r)
	}
	kept := map[string]bool{}
	for _, e := range r.kept {
		for _, n := range append([]string{e.Name}, e.Synonyms...) {
			kept[n] = true
		}
		if slices.ContainsFunc(e.Types, func(x string) bool { return slices.Contains(r.types, x) }) {
			t.Errorf("%s is left, of %v", e.Name, e.Types)
		}
	}
	for _, m := range r.train {
		if !kept[m.Text] || !slices.Contains(append([]string{r.kept[m.Entity].Name}, r.kept[m.Entity].Synonyms...), m.Text) {
			t.Errorf("to train on: %q for %s", m.Text, r.kept[m.Entity].Name)
		}
	}
	for part := range r.linked {
		for _, m := range r.linked[part] {
			if !kept[m.text] {
				t.Errorf("linked: %q", m.text)
			}
		}
		for why, list := range r.missing[part] {
			for _, m := range list {
				if kept[m] || (why == nilKind) != strings.Contains(m, "hammer") || (why == nilType) != slices.ContainsFunc(r.types, func(x string) bool { return strings.Contains(m, x) }) && why != nilKind {
					t.Errorf("%s: %q", nilNames[why], m)
				}
			}
		}
	}
	if other := set.remove(1); slices.Equal(other.types, r.types) {
		t.Errorf("seeds 0 and 1 remove %v", r.types)
	}
}

// TestTypedSet: entities that are mentioned come first, drawn ones fill up; mentions of others are left out unless
// their kind has none.
func TestTypedSet(t *testing.T) {
	typed := &Typed{}
	for i := range 10 {
		typed.Entities = append(typed.Entities, zeroshot.Entity{ID: fmt.Sprint("D:", i), Name: "n"})
	}
	typed.Queries = []data.Query{
		{Mention: "a", Gold: []string{"MESH:7"}, Type: "Disease", Document: "x"},
		{Mention: "b", Gold: []string{"OMIM:99"}, Type: "Disease", Document: "x"},
		{Mention: "c", Type: "Disease", Document: "x"},
		{Mention: "d", Gold: []string{"555"}, Type: "Gene", Document: "y"},
		{Mention: "e", Gold: []string{"D:3", "D:7", "D:3"}, Type: "Disease", Document: "y"},
	}
	s := newTypedSet(typed, 4, 1)
	if len(s.entities) != 4 || s.entities[0].ID != "D:3" || s.entities[1].ID != "D:7" || s.left != 2 || fmt.Sprint(s.kinds) != "[Gene]" || len(s.mentions) != 3 {
		t.Fatalf("%+v", s)
	}
	if got := fmt.Sprint(s.mentions[0].entities, s.mentions[1].entities, s.mentions[2].entities); got != "[1] [] [0 1]" {
		t.Errorf("entities of mentions: %s", got)
	}
	parts := [3]int{}
	for i := range 1000 {
		parts[partOf(fmt.Sprint("document ", i))]++
	}
	if parts[0] < 450 || parts[1] < 160 || parts[2] < 250 {
		t.Errorf("parts of 1,000 documents: %v", parts)
	}
}
