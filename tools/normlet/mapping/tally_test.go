package mapping

import (
	"fmt"
	"strings"
	"testing"
)

// TestTallies requires the mentions of a table by their weight, the same for any number of workers.
func TestTallies(t *testing.T) {
	var table strings.Builder
	table.WriteString("m,n\n")
	for i := range 3 * blockRows {
		fmt.Fprintf(&table, "%s,a?b\n", []string{"none", "a", " none", "once " + fmt.Sprint(i), "c?d", "b", ""}[i%7])
	}
	var first string
	for _, jobs := range []int{1, 4} {
		c := Config{Columns: []string{"m", "n"}, Jobs: jobs, Unmapped: NewTally(), Doubtful: NewTally()}
		_, stats, err := mapText(t, "t.csv", table.String(), "out", c)
		check(t, err)
		unmapped, doubtful := c.Unmapped.Top(2), c.Doubtful.Top(3)
		if unmapped[0].Mention != "none" || unmapped[0].Count != 2*878 || unmapped[0].Row != 2 || unmapped[1].Mention != "once 3" {
			t.Errorf("%+v", unmapped)
		}
		if doubtful[0].Mention != "a?b" || doubtful[0].Count != stats.Rows || fmt.Sprintf("%.2f", doubtful[0].Weight) != "3072.00" {
			t.Errorf("%+v", doubtful[0])
		}
		if got := doubtful[1].Mention + " " + doubtful[2].Mention; got != "none c?d" {
			t.Errorf("%s", got)
		}
		if c.Unmapped.Full() || c.Unmapped.Len() != 879 {
			t.Errorf("%d mentions without an entity, full %t", c.Unmapped.Len(), c.Unmapped.Full())
		}
		got := fmt.Sprint(c.Unmapped.Top(1000), c.Doubtful.Top(1000), c.Doubtful.Weight())
		if first == "" {
			first = got
		} else if got != first {
			t.Error("another number of workers gives other mentions")
		}
	}
}

// TestTallyBounds fills a tally many times over: the frequent stay, and memory does not grow.
func TestTallyBounds(t *testing.T) {
	tally := NewTally()
	for i := range 2 * tallySize {
		s := sightings{list: []Sighting{{Mention: fmt.Sprint("rare ", i), Row: 2 * i, Count: 1, Weight: 1}}}
		if i%10 == 0 {
			s.list = append(s.list, Sighting{Mention: "frequent", Row: 2*i + 1, Count: 1, Weight: 1})
		}
		tally.add(&s)
	}
	top := tally.Top(1)[0]
	if top.Mention != "frequent" || top.Count != 2*tallySize/10+1 || !tally.Full() || tally.Len() > tallySize {
		t.Errorf("%+v of %d", top, tally.Len())
	}
	var none *Tally
	if none.Full() {
		t.Error("no tally is full")
	}
}
