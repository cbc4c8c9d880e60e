package mapping

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/testfull"
)

// TestLookedUpTogether asks for each mention with its context once, for no blank one, and for many at a time.
func TestLookedUpTogether(t *testing.T) {
	var asked []string
	most := 0
	c := Config{Columns: []string{"m"}, Context: []string{"c"}, Lookup: func(queries []core.Query, o core.Options) ([]core.Answer, error) {
		most = max(most, len(queries))
		for _, q := range queries {
			asked = append(asked, q.Mention+"/"+q.Context)
		}
		return each(known)(queries, o)
	}}
	_, stats, err := mapText(t, "t.csv", "m,c\na,x\na,x\na,y\n ,x\nb,x\n", "out.csv", c)
	check(t, err)
	if want := []string{"a/x", "a/y", "b/x"}; !slices.Equal(asked, want) || stats.Lookups != 3 {
		t.Errorf("asked for %q, %d look-ups; want %q", asked, stats.Lookups, want)
	}
	const rows = 3 * blockRows
	var different strings.Builder
	for i := range rows {
		fmt.Fprintf(&different, "m%d,\n", i)
	}
	_, stats, err = mapText(t, "t.csv", "m,c\n"+different.String(), "out.csv", c)
	check(t, err)
	if most < 64 || most > blockRows/2 || stats.Lookups != rows {
		t.Errorf("%d mentions at a time, %d look-ups of %d", most, stats.Lookups, rows)
	}
}

// TestFailure ends the run with the error of the look-up, in order or not.
func TestFailure(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		c := Config{Columns: []string{"m", "n"}, InOrder: inOrder}
		_, _, err := mapText(t, "t.csv", "m,n\na,b\nb,fail\nfail,c\n", "out.csv", c)
		if err == nil || err.Error() != "no look-up" {
			t.Errorf("in order %v: %v", inOrder, err)
		}
	}
}

// TestOptions: only the best match is asked for where only it is shown, and near names where other rows have a say.
func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		config Config
		k      int
		near   bool
	}{
		{Config{}, 1, false},
		{Config{Format: formatSSSOM}, 1, false},
		{Config{Format: formatJSONL}, 7, false},
		{Config{InOrder: true}, 64, true},
		{Config{Document: "m"}, 64, true},
		{Config{InOrder: true, Format: formatJSONL}, 64, true},
	} {
		c := tt.config
		c.Columns, c.Options.Lookup.K = []string{"m"}, 7
		c.Lookup = func(queries []core.Query, o core.Options) ([]core.Answer, error) {
			if o.K != tt.k || o.Near != tt.near {
				t.Errorf("%+v: asked for %d matches, near names %v; want %d, %v", tt.config, o.K, o.Near, tt.k, tt.near)
			}
			return each(known)(queries, o)
		}
		_, _, err := mapText(t, "t.csv", "m\na\n", "out", c)
		check(t, err)
	}
}

// TestColumnsAsked passes context and document on, in whatever order they stand.
func TestColumnsAsked(t *testing.T) {
	for _, tt := range []struct {
		config Config
		want   string
	}{
		{Config{}, "m||"},
		{Config{Context: []string{"c"}}, "m|c|"},
		{Config{Document: "d"}, "m||d"},
		{Config{Context: []string{"c", "d"}, Document: "d"}, "m|c\nd|d"},
	} {
		c := tt.config
		c.Columns = []string{"m"}
		r := open(t, "t.csv", "d,m,c\nd,m,c\n", c)
		p, err := r.Place(&r.nextBlock().rows[0])
		check(t, err)
		if got := p.Mentions[0] + "|" + p.Text + "|" + p.Document; got != tt.want || len(p.Mentions) != 1 {
			t.Errorf("%+v: %s of %d cells, want %s", tt.config, got, len(p.Mentions), tt.want)
		}
	}
}

// TestCacheKeepsWhatIsAsked: what is asked for often stays while others come and go.
func TestCacheKeepsWhatIsAsked(t *testing.T) {
	c := newCache()
	often, once := core.Query{Mention: "often"}, core.Query{Mention: "once"}
	c.put(often, core.Answer{Mention: "often"})
	c.put(once, core.Answer{})
	for i := range testfull.Or(3, 8) * cacheShards * cacheBytes / bytesOf(&often, &core.Answer{}) { // two generations of all shards, and more
		c.put(core.Query{Mention: fmt.Sprint(i)}, core.Answer{})
		if a, ok := c.get(often); !ok || a.Mention != "often" {
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

// TestCacheWeight remembers as many as the bytes of a generation allow, fewer of those with many matches or long texts.
func TestCacheWeight(t *testing.T) {
	const long = 64 << 10
	for _, tt := range []struct {
		name   string
		query  core.Query
		answer core.Answer
		least  int // bytes
	}{
		{"light", core.Query{}, core.Answer{}, 100},
		{"matches", core.Query{}, core.Answer{Matches: make([]core.Match, 6)}, 6 * 100},
		{"context", core.Query{Context: strings.Repeat("x", long)}, core.Answer{}, long},
		{"mention", core.Query{Mention: strings.Repeat("x", long)}, core.Answer{}, long},
		{"names", core.Query{}, core.Answer{Matches: []core.Match{{Name: strings.Repeat("x", long)}, {Matched: strings.Repeat("x", long)}, {Same: []string{strings.Repeat("x", long)}}}}, 3 * long},
	} {
		each := func(i int) core.Query {
			q := tt.query
			q.Mention += fmt.Sprintf("%06d", i)
			return q
		}
		first := each(0)
		want := (cacheBytes + bytesOf(&first, &tt.answer) - 1) / bytesOf(&first, &tt.answer)
		var s shard
		for i := range 2 * want {
			if i < want && len(s.old) > 0 {
				t.Fatalf("%s: a generation ends after %d", tt.name, i)
			}
			s.put(each(i), tt.answer)
		}
		if got := len(s.old); got != want || len(s.young) != want || want*tt.least > cacheBytes+tt.least {
			t.Errorf("%s: generations of %d and %d, want %d", tt.name, got, len(s.young), want)
		}
	}
}

// TestCacheSpreads uses all shards.
func TestCacheSpreads(t *testing.T) {
	c := newCache()
	for i := range 64 * cacheShards {
		c.put(core.Query{Mention: fmt.Sprint(i)}, core.Answer{})
	}
	for i := range c.shards {
		if len(c.shards[i].young) == 0 {
			t.Errorf("shard %d is empty", i)
		}
	}
}

// TestStats adds each count to its own.
func TestStats(t *testing.T) {
	s := Stats{1, 2, 3, 0, Stages{4, 5}, 7, 8, 9, 0.5, 1, 2, 3}
	s.add(Stats{10, 20, 30, 0, Stages{40, 50, 60}, 70, 80, 90, 0.25, 10, 20, 30})
	if want := (Stats{11, 22, 33, 0, Stages{44, 55, 60}, 77, 88, 99, 0.75, 11, 22, 33}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	if got := (Stages{core.StageExact: 2, core.StageHamming: 1}).String(); got != "exact 2, hamming 1" {
		t.Error(got)
	}
}
