//go:build linux

package main

import (
	"strings"
	"testing"
	"time"
)

// TestVerdict checks that each thing that may go wrong is found.
func TestVerdict(t *testing.T) {
	const mib = 1 << 20
	for what, spoil := range map[string]func(rests []rest, l *lookups, s *server){
		"":                          func([]rest, *lookups, *server) {},
		"a look-up is refused":      func(_ []rest, l *lookups, _ *server) { l.failed = []string{"status 503"} },
		"nothing is looked up":      func(_ []rest, l *lookups, _ *server) { l.n = 0 },
		"look-ups are late":         func(_ []rest, l *lookups, _ *server) { l.late = 2 },
		"too much memory once":      func(r []rest, _ *lookups, _ *server) { r[1].highWater = 401 * mib },
		"goroutines stay":           func(r []rest, _ *lookups, _ *server) { r[4].goroutines, r[5].goroutines = 31, 31 },
		"the heap grows":            func(r []rest, _ *lookups, _ *server) { r[4].heap, r[5].heap = 59*mib, 59*mib },
		"no pack is replaced":       func(r []rest, _ *lookups, _ *server) { r[5].reloaded = 0 },
		"no pack is refused":        func(r []rest, _ *lookups, _ *server) { r[5].reloadsFailed = 0 },
		"something panics":          func(_ []rest, _ *lookups, s *server) { _, _ = s.log.Write([]byte("level=ERROR msg=panic\n")) },
		"one round of the last has": func(r []rest, _ *lookups, _ *server) { r[5].goroutines, r[5].heap = 99, 99*mib },
	} {
		rests := make([]rest, 6)
		for i := range rests {
			rests[i] = rest{highWater: 400 * mib, heap: 50 * mib, goroutines: 10, reloaded: i + 1, reloadsFailed: i + 1}
		}
		looks, s := &lookups{n: 100, late: 1, longest: time.Second}, new(server)
		spoil(rests, looks, s)
		want := what == "" || strings.HasPrefix(what, "one round") // what stays is there in the other, too
		if got := verdict(rests, looks, 400, 1, s); got != want {
			t.Errorf("%q: borne %v", what, got)
		}
	}
}
