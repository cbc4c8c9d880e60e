package mapping

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
	"github.com/normlet/normlet/core/resolve"
)

// TestLookedUpTogether asks for each mention with its context once, for no blank one, and for at most aheadRows rows at a time.
func TestLookedUpTogether(t *testing.T) {
	var asked []string
	most := 0
	c := Config{Columns: []string{"m"}, Context: "c", Resolve: func(q Query) (resolve.Result, error) {
		t.Errorf("%q is looked up alone", q.Mention)
		return known(q)
	}, ResolveMany: func(queries []Query) ([]resolve.Result, error) {
		most = max(most, len(queries))
		for _, q := range queries {
			asked = append(asked, q.Mention+"/"+q.Context)
		}
		return knownMany(queries)
	}}
	_, stats, err := mapText(t, "t.csv", "m,c\na,x\na,x\na,y\n ,x\nb,x\n", "out.csv", c)
	check(t, err)
	if want := []string{"a/x", "a/y", "b/x"}; !slices.Equal(asked, want) || stats.Lookups != 3 {
		t.Errorf("asked for %q, %d look-ups; want %q", asked, stats.Lookups, want)
	}
	var different strings.Builder
	for i := range 3 * aheadRows {
		fmt.Fprintf(&different, "m%d,\n", i)
	}
	_, stats, err = mapText(t, "t.csv", "m,c\n"+different.String(), "out.csv", c)
	check(t, err)
	if most != aheadRows || stats.Lookups != 3*aheadRows {
		t.Errorf("%d mentions at a time of %d, want %d of %d", most, stats.Lookups, aheadRows, 3*aheadRows)
	}
}

// TestFailureOfMany finds the row that fails by looking up the mentions one by one.
func TestFailureOfMany(t *testing.T) {
	c := Config{Columns: []string{"m"}, Resolve: known, ResolveMany: knownMany}
	_, _, err := mapText(t, "t.csv", "m\na\nb\nfail\nc\n", "out.csv", c)
	if err == nil || err.Error() != "t.csv:4: no look-up" {
		t.Errorf("%v, want that line 4 has no look-up", err)
	}
}

// TestFailureInOrder names the row, of whichever column.
func TestFailureInOrder(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		c := Config{Columns: []string{"m", "n"}, InOrder: inOrder}
		_, _, err := mapText(t, "t.csv", "m,n\na,b\nb,fail\nfail,c\n", "out.csv", c)
		if err == nil || err.Error() != "t.csv:3: no look-up" {
			t.Errorf("in order %v: %v, want that line 3 has no look-up", inOrder, err)
		}
	}
}

// TestDefinitions has the abbreviations of the context before those of the rows around.
func TestDefinitions(t *testing.T) {
	around := mention.Definition{Short: "NA", Long: "near a"}
	for _, tt := range []struct {
		query Query
		want  string
	}{
		{Query{}, ""},
		{Query{Explained: around}, "NA"},
		{Query{Query: core.Query{Context: "the tumour necrosis factor (TNF) rises"}}, "TNF"},
		{Query{Query: core.Query{Context: "the tumour necrosis factor (TNF) rises"}, Explained: around}, "TNF NA"},
	} {
		var got []string
		for _, d := range tt.query.Definitions() {
			got = append(got, d.Short)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%+v: %v, want %s", tt.query, got, tt.want)
		}
	}
}

// TestColumnsAsked passes context and document on, in whatever order they stand.
func TestColumnsAsked(t *testing.T) {
	for _, tt := range []struct {
		config Config
		want   string
	}{
		{Config{}, "m||"},
		{Config{Context: "c"}, "m|c|"},
		{Config{Document: "d"}, "m||d"},
		{Config{Context: "c", Document: "d"}, "m|c|d"},
	} {
		c := tt.config
		c.Columns = []string{"m"}
		r := open(t, "t.csv", "d,m,c\nd,m,c\n", c)
		a := r.ask(r.nextBlock().rows)[0]
		if got := a.cells[0].text + "|" + a.context + "|" + a.document; got != tt.want || len(a.cells) != 1 {
			t.Errorf("%+v: %s of %d cells, want %s", tt.config, got, len(a.cells), tt.want)
		}
	}
}

// TestCacheKeepsWhatIsAsked: what is asked for often stays while others come and go.
func TestCacheKeepsWhatIsAsked(t *testing.T) {
	c := newCache()
	often, once := Query{Query: core.Query{Mention: "often"}}, Query{Query: core.Query{Mention: "once"}}
	c.put(often, resolve.Result{Answers: []core.Answer{{Mention: "often"}}})
	c.put(once, resolve.Result{})
	for i := range 4 * cacheShards * cacheWeight {
		c.put(Query{Query: core.Query{Mention: fmt.Sprint(i)}}, resolve.Result{})
		if r, ok := c.get(often); !ok || len(r.Answers) != 1 {
			t.Fatalf("what is asked for all the time is forgotten after %d others", i)
		}
		if i == 0 {
			if _, ok := c.get(once); !ok {
				t.Fatal("one other makes the cache forget")
			}
		}
	}
	if _, ok := c.get(once); ok {
		t.Error("what nobody asks for stays")
	}
}

// TestCacheWeight remembers as many as the weight of a generation allows, fewer of those with many matches or long texts.
func TestCacheWeight(t *testing.T) {
	for _, tt := range []struct {
		name   string
		query  core.Query
		result resolve.Result
		weight int
	}{
		{"light", core.Query{}, resolve.Result{}, 1},
		{"matches", core.Query{}, resolve.Result{Answers: []core.Answer{{Matches: make([]core.Match, 5)}, {}}}, 8},
		{"context", core.Query{Context: strings.Repeat("x", 128*7)}, resolve.Result{}, 8},
		{"mention", core.Query{Mention: strings.Repeat("x", 128*7)}, resolve.Result{}, 8},
	} {
		var s shard
		for i := range 2 * cacheWeight / tt.weight {
			if i < cacheWeight/tt.weight && len(s.old) > 0 {
				t.Fatalf("%s: a generation ends after %d", tt.name, i)
			}
			q := tt.query
			q.Mention += fmt.Sprintf("%06d", i)
			s.put(Query{Query: q}, tt.result)
		}
		if got, want := len(s.old), cacheWeight/tt.weight; got != want || len(s.young) != want {
			t.Errorf("%s: generations of %d and %d, want %d", tt.name, got, len(s.young), want)
		}
	}
}

// TestCacheSpreads uses all shards.
func TestCacheSpreads(t *testing.T) {
	c := newCache()
	for i := range 64 * cacheShards {
		c.put(Query{Query: core.Query{Mention: fmt.Sprint(i)}}, resolve.Result{})
	}
	for i := range c.shards {
		if len(c.shards[i].young) == 0 {
			t.Errorf("shard %d is empty", i)
		}
	}
}

// TestStats adds each count to its own.
func TestStats(t *testing.T) {
	s := Stats{1, 2, 3, 4, 5, 6, 7}
	s.add(Stats{10, 20, 30, 40, 50, 60, 70})
	if want := (Stats{11, 22, 33, 44, 55, 66, 77}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}
