//go:build linux

// Package abuse runs normlet serve and abuses it over loopback in all ways at once, while it looks up names. It fails
// if a lookup is refused, if the server holds too much memory or more from round to round, or if it ends.
//
//	go test -v ./tools/serve/abuse -abuse 60s [-rss 400] [-late 5]
//
// A process of lower priority does the abuse, so that it keeps the server busy and not the lookups.
//
// A round is some seconds of abuse, then a pause in which ordinary requests make the server collect garbage. Goroutines
// and live heap in the last third of the rounds may not exceed those in the first, beyond usual variation.
package abuse

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/testfull"
)

// Usual variation between rounds.
const (
	moreGoroutines = 20
	moreHeap       = 8 << 20
)

const (
	roundTime = 12 * time.Second // with the pause after it, about
	abuseTime = 8 * time.Second
)

var (
	length  = flag.Duration("abuse", 0, "how long; 0: not at all")
	mostRSS = flag.Int("rss", 400, "MiB of memory that the server may reach")
	late    = flag.Float64("late", 5, "percent of the look-ups that may take more than a second: the machine is shared with the abuse")
	client  = flag.String("client", "", "abuse the server at this `address` for a while, and print how often: what the test starts for itself")
	pack    = flag.String("pack", "", "with -client, the `file` that the server watches")
)

func TestMain(m *testing.M) {
	if flag.Parse(); *client == "" {
		os.Exit(m.Run())
	}
	abuseFor(abuseTime, &server{address: *client, pack: *pack})
}

func TestAbuse(t *testing.T) {
	if *length == 0 && testfull.On() {
		*length = time.Minute
	}
	if *length == 0 {
		t.Skip("only in full, or with -abuse 60s: it takes a minute of the whole machine")
	}
	s := startServer(t)
	var looks lookups
	var wg sync.WaitGroup
	looking, done := context.WithCancel(t.Context())
	wg.Go(func() { looks.run(looking, s) })
	end := func() { done(); wg.Wait() }
	defer end()
	rounds := max(3, int(*length/roundTime))
	load, _ := os.ReadFile("/proc/loadavg")
	t.Logf("%d rounds of %v, of all abuses at once; %d processors, load %s", rounds, roundTime, runtime.NumCPU(), load)
	counts := make(map[string]int)
	var rests []rest
	for i := range rounds {
		if err := s.abused(t.Context(), counts); err != nil {
			t.Errorf("the abuse itself fails: %v", err)
		}
		r, err := s.rest(t.Context())
		if err != nil {
			t.Fatalf("after round %d: %v; its log ends with\n%s", i+1, err, s.logEnd())
		}
		rests = append(rests, r)
		t.Logf("round %d: high water %d MiB; at rest %d goroutines, %.1f MiB of live heap", i+1, r.highWater>>20, r.goroutines, float64(r.heap)/(1<<20))
	}
	end()
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("  %-32s %7d times", name, counts[name])
	}
	for _, failure := range verdict(t, rests, &looks, *mostRSS, *late, s) {
		t.Error(failure)
	}
}

// abused runs the abuse.
func (s *server) abused(ctx context.Context, counts map[string]int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, "nice", self, "-client", s.address, "-pack", s.pack).Output()
	for line := range strings.Lines(string(out)) {
		var n int
		number, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err = strconv.Atoi(number); err != nil {
			return fmt.Errorf("it says %q", line)
		}
		counts[name] += n
	}
	return err
}

// abuseFor runs all abuses for a time and prints how often each completed.
func abuseFor(length time.Duration, s *server) {
	ctx, cancel := context.WithTimeout(context.Background(), length)
	defer cancel()
	var wg sync.WaitGroup
	for name, a := range abuses(s) {
		for range a.clients {
			wg.Go(func() {
				n := 0
				for ; ctx.Err() == nil; n++ {
					a.once(ctx)
				}
				fmt.Printf("%d %s\n", n, name)
			})
		}
	}
	wg.Wait()
	s.restore()
}

// verdict logs the figures and returns what is out of bounds.
func verdict(t *testing.T, rests []rest, looks *lookups, rss int, late float64, s *server) (failures []string) {
	third := max(1, len(rests)/3)
	first, last := least(rests[:third]), least(rests[len(rests)-third:])
	highWater := slices.MaxFunc(rests, func(a, b rest) int { return cmp.Compare(a.highWater, b.highWater) }).highWater
	slow := 100 * float64(looks.late) / float64(max(1, looks.n))
	t.Logf("%d look-ups, %d of them refused or wrong, longest %v, %.2f %% longer than a second (may be %v)", looks.n, len(looks.failed), looks.longest.Round(time.Millisecond), slow, late)
	t.Logf("memory: high water %d MiB (may be %d)", highWater>>20, rss)
	t.Logf("first and last third: %d and %d goroutines (may be %d more), %.1f and %.1f MiB of live heap (%d more)",
		first.goroutines, last.goroutines, moreGoroutines, float64(first.heap)/(1<<20), float64(last.heap)/(1<<20), moreHeap>>20)
	t.Logf("packs replaced: %d well, %d refused", rests[len(rests)-1].reloaded, rests[len(rests)-1].reloadsFailed)
	fail := func(bad bool, what string) {
		if bad {
			failures = append(failures, what)
		}
	}
	fail(looks.n == 0, "nothing was looked up")
	for _, f := range looks.failed[:min(5, len(looks.failed))] {
		fail(true, "a look-up: "+f)
	}
	fail(slow > late, "look-ups are late")
	fail(highWater>>20 > rss, "the server holds too much")
	fail(last.goroutines > first.goroutines+moreGoroutines, "goroutines stay")
	fail(last.heap > first.heap+moreHeap, "the heap grows")
	fail(rests[len(rests)-1].reloaded == 0 || rests[len(rests)-1].reloadsFailed == 0, "no pack was replaced, or none was refused")
	fail(s.panics() > 0, "the log tells of panics:\n"+s.logEnd())
	return failures
}

// least returns the minimum of each figure.
func least(rests []rest) rest {
	out := rests[0]
	for _, r := range rests {
		out.goroutines, out.heap = min(out.goroutines, r.goroutines), min(out.heap, r.heap)
	}
	return out
}

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
		if got := verdict(t, rests, looks, 400, 1, s); (got == nil) != want {
			t.Errorf("%q: %v", what, got)
		}
	}
}
