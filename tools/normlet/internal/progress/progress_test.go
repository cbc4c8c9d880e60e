package progress

import (
	"strings"
	"testing"
	"time"
)

// TestLine shows a map whose rows come in bursts, and whose total is judged anew: the rest takes as long as the rows so far
// have, and a line hides all of the one before.
func TestLine(t *testing.T) {
	var terminal strings.Builder
	p := &Bar{terminal: &terminal}
	start := time.Now()
	for _, at := range []struct{ second, done, total int }{{1, 0, 1200}, {2, 100, 1200}, {11, 500, 1000}, {11, 600, 1000}, {21, 900, 800}} {
		p.show("map", at.done, at.total, "about ", start.Add(time.Duration(at.second)*time.Second))
	}
	p.show("count", 7, -1, "", start.Add(22*time.Second))
	p.Close()
	p.Close()
	want := []string{"", "map: 0 %, 0 of about 1200", "map: 8 %, 100 of about 1200", "map: 50 %, 500 of about 1000, 10s left", "map: 100 %, 900 of about 900, 0s left", "", "", "count: 7", "", ""}
	got := strings.Split(terminal.String(), "\r")
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
	new(Bar).Rows("map", 1, 1, false) // silent
}
