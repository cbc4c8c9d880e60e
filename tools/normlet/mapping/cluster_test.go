package mapping

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// TestCluster gives cells that mean the same the most frequent spelling of them, in any block: by their entity, or else as
// Config.Cluster says of what has none, the most frequent first.
func TestCluster(t *testing.T) {
	table := "m\na\nlack 2\nnear a\nnear a\n" + strings.Repeat("lack 1\n", 2*blockRows) + "12\nlack 3\nlack 2\n"
	var asked []string
	c := Config{Columns: []string{"m"}, MinP: 0.5, NilAs: "-", Add: []string{"cluster"}, Cluster: func(texts []string) ([]int, error) {
		asked = texts
		return []int{0, 0, 2}, nil
	}}
	out, _, err := mapText(t, "t.csv", table, "out.csv", c)
	check(t, err)
	var got []string
	for line := range strings.Lines(out) {
		cells := strings.Split(strings.TrimSpace(line), ",")
		got = append(got, cells[0]+": "+cells[len(cells)-1])
	}
	want := []string{"m: m_cluster", "a: near a", "lack 2: lack 1", "near a: near a", "lack 1: lack 1", "12: ", "lack 3: lack 3", "lack 2: lack 1"}
	if got = slices.Compact(got); !slices.Equal(got, want) || !slices.Equal(asked, []string{"lack 1", "lack 2", "lack 3"}) {
		t.Errorf("%q of %q, want %q", got, asked, want)
	}
	c.Cluster = func([]string) ([]int, error) { return nil, errors.New("no list") }
	if _, _, err := mapText(t, "t.csv", table, "out.csv", c); err == nil {
		t.Error("no error of Cluster")
	}
}

// TestMerge makes one of the sightings of a cluster, unless they have an entity.
func TestMerge(t *testing.T) {
	c := &Config{MinP: 0.5, clusters: map[string]string{"a": "a", "b": "a", "c": "c", "\x00X:1": "x"}}
	of := func(mention string, weight float64, p float64) Sighting {
		a := core.Answer{Mention: mention, NIL: p == 0, Matches: []core.Match{{ID: "X:1", P: p}}}
		return Sighting{Mention: mention, Count: 1, Weight: weight, Result: document.Result{Mention: mention, Answers: []core.Answer{a}}}
	}
	got := c.Merge([]Sighting{of("c", 3, 0), of("a", 2.5, 0), of("x", 2, .6), of("y", 2, .6), of("b", 1, 0), of("rare", .5, 0)}, 4)
	var all []string
	for _, s := range got {
		all = append(all, strings.Join(append([]string{s.Mention}, s.Variants...), "+"))
	}
	if want := []string{"a+b", "c", "x", "y"}; !slices.Equal(all, want) || got[0].Count != 2 || got[0].Weight != 3.5 {
		t.Errorf("%q, want %q; %+v", all, want, got[0])
	}
}
