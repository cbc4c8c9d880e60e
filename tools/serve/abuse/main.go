//go:build linux

// Command abuse runs normlet serve and abuses it over loopback in all ways at once, while it looks up names. It fails
// if a lookup is refused, if the server holds too much memory or more from round to round, or if it ends.
//
//	go run ./tools/serve/abuse [-seconds 60] [-rss 400] [-late 5]
//
// A process of lower priority does the abuse, so that it keeps the server busy and not the lookups.
//
// A round is some seconds of abuse, then a pause in which ordinary requests make the server collect garbage. Goroutines
// and live heap in the last third of the rounds may not exceed those in the first, beyond usual variation.
package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
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

func main() {
	seconds := flag.Int("seconds", 60, "how long")
	rss := flag.Int("rss", 400, "MiB of memory that the server may reach")
	late := flag.Float64("late", 5, "percent of the look-ups that may take more than a second: the machine is shared with the abuse")
	client := flag.String("client", "", "abuse the server at this `address` for a while, and print how often: what the command starts for itself")
	pack := flag.String("pack", "", "with -client, the `file` that the server watches")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *client != "" {
		abuseFor(ctx, abuseTime, &server{address: *client, pack: *pack})
		return
	}
	ok, err := run(ctx, time.Duration(*seconds)*time.Second, *rss, *late)
	if err != nil {
		fmt.Fprintln(os.Stderr, "abuse:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, length time.Duration, rss int, late float64) (ok bool, err error) {
	s, err := startServer(ctx)
	if err != nil {
		return false, err
	}
	defer s.stop()
	looking, done := context.WithCancel(ctx)
	var looks lookups
	var wg sync.WaitGroup
	wg.Go(func() { looks.run(looking, s) })
	rounds := max(3, int(length/roundTime))
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("%d rounds of %v, of all abuses at once; %d processors, load %s\n", rounds, roundTime, runtime.NumCPU(), load[:bytes.IndexByte(append(load, ' '), ' ')])
	counts := make(map[string]int)
	var rests []rest
	for i := range rounds {
		if err := s.abused(ctx, counts); err != nil {
			fmt.Fprintln(os.Stderr, "the abuse itself fails:", err)
		}
		r, err := s.rest(ctx)
		if err != nil {
			done()
			wg.Wait()
			return false, fmt.Errorf("after round %d: %w; its log ends with\n%s", i+1, err, s.logEnd())
		}
		rests = append(rests, r)
		fmt.Printf("round %d: high water %d MiB; at rest %d goroutines, %.1f MiB of live heap\n", i+1, r.highWater>>20, r.goroutines, float64(r.heap)/(1<<20))
	}
	done()
	wg.Wait()
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Printf("  %-32s %7d times\n", name, counts[name])
	}
	return verdict(rests, &looks, rss, late, s), nil
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
func abuseFor(ctx context.Context, length time.Duration, s *server) {
	ctx, cancel := context.WithTimeout(ctx, length)
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

// verdict prints the figures and reports whether all are in bounds.
func verdict(rests []rest, looks *lookups, rss int, late float64, s *server) bool {
	third := max(1, len(rests)/3)
	first, last := least(rests[:third]), least(rests[len(rests)-third:])
	highWater := slices.MaxFunc(rests, func(a, b rest) int { return cmp.Compare(a.highWater, b.highWater) }).highWater
	slow := 100 * float64(looks.late) / float64(max(1, looks.n))
	fmt.Printf("%d look-ups, %d of them refused or wrong, longest %v, %.2f %% longer than a second (may be %v)\n", looks.n, len(looks.failed), looks.longest.Round(time.Millisecond), slow, late)
	fmt.Printf("memory: high water %d MiB (may be %d)\n", highWater>>20, rss)
	fmt.Printf("first and last third: %d and %d goroutines (may be %d more), %.1f and %.1f MiB of live heap (%d more)\n",
		first.goroutines, last.goroutines, moreGoroutines, float64(first.heap)/(1<<20), float64(last.heap)/(1<<20), moreHeap>>20)
	fmt.Printf("packs replaced: %d well, %d refused\n", rests[len(rests)-1].reloaded, rests[len(rests)-1].reloadsFailed)
	ok := true
	fail := func(bad bool, what string) {
		if bad {
			fmt.Println("FAILED:", what)
			ok = false
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
	if ok {
		fmt.Println("the abuse is borne")
	}
	return ok
}

// least returns the minimum of each figure.
func least(rests []rest) rest {
	out := rests[0]
	for _, r := range rests {
		out.goroutines, out.heap = min(out.goroutines, r.goroutines), min(out.heap, r.heap)
	}
	return out
}
