//go:build linux

package serve

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/checktest"
)

var (
	paced  = flag.Duration("paced", 20*time.Second, "how long the paced load is held")
	pause  = flag.Int("pause", 8, "milliseconds between two requests of a connection of the paced load")
	strict = flag.Bool("strict", false, "fail if in any minute there are less than 5,000 look-ups a second or one in a hundred takes longer than 20 ms, which only a machine with nothing else to do can promise")
)

const (
	connections = 64
	rounds      = 3    // of the comparison, of 2 s each
	growth      = 8192 // KiB that memory may grow after a fifth of the time
)

// figures are what a load measures; their order is that of the columns.
type figures struct {
	rate, p50, p99 float64 // look-ups a second; ms
	cpu, together  float64 // µs a look-up; mentions
	memory         float64 // KiB
	late           int
}

func (f figures) columns() []float64 {
	return []float64{f.rate, f.p50, f.p99, f.cpu, f.together, f.memory}
}

func row(columns []float64) string {
	return fmt.Sprintf("%.0f | %.1f ms | %.1f ms | %.0f µs | %.1f | %.0f KiB", columns[0], columns[1], columns[2], columns[3], columns[4], columns[5])
}

const header = "look-ups a second | p50 | p99 | processor time a look-up | mentions together | memory"

// said is what look-ups.lua prints.
var said = regexp.MustCompile(`(?m)^figures (\d+) (\d+) (\d+) (\d+) (\d+)$`)

// load lets wrk send requests. None may fail or be refused.
func (s *server) load(t *testing.T, pause, seconds int) figures {
	t.Helper()
	before := s.metrics(t)
	out := checktest.Run(t, "", fmt.Sprintf("PAUSE=%d", pause), "wrk", "-t1", fmt.Sprintf("-c%d", connections), fmt.Sprintf("-d%ds", seconds), "-s", "look-ups.lua", s.address)
	after := s.metrics(t)
	match := said.FindStringSubmatch(out)
	if match == nil {
		t.Fatalf("wrk says no figures: %s", out)
	}
	var n [5]float64
	for i := range n {
		n[i], _ = strconv.ParseFloat(match[i+1], 64) // digits
	}
	more := func(name string) float64 {
		if _, ok := after[name]; !ok {
			t.Fatalf("/metrics lacks %s", name)
		}
		return after[name] - before[name]
	}
	looked := more("normlet_lookup_duration_seconds_count")
	if n[3] > 0 {
		t.Errorf("%.0f requests fail", n[3])
	}
	if refused := more("normlet_http_requests_refused_total"); refused > 0 {
		t.Errorf("%.0f requests are refused", refused)
	}
	return figures{n[0], n[1] / 1000, n[2] / 1000, more("process_cpu_seconds_total") / looked * 1e6, looked / more("normlet_lookups_together_count"), s.resident(), int(n[4])}
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// medians of each column.
func medians(rows [][]float64) (m []float64) {
	for column := range rows[0] {
		var values []float64
		for _, r := range rows {
			values = append(values, r[column])
		}
		m = append(m, median(values))
	}
	return m
}

func machine(t *testing.T) {
	average, _ := os.ReadFile("/proc/loadavg")
	t.Logf("%d processors, load %.4s", runtime.NumCPU(), average)
}

// TestLoad first compares a server that answers the look-ups of several requests together with one that does not, in
// rounds that alternate; then it holds a paced load and samples memory every second.
func TestLoad(t *testing.T) {
	checktest.On(t)
	checktest.Need(t, "wrk")
	program := build(t)
	together := start(t, program)
	machine(t)
	t.Run("compared", func(t *testing.T) { compare(t, start(t, program, "--max-together", "1"), together) })
	t.Run("paced", func(t *testing.T) { hold(t, together) })
	machine(t)
}

func compare(t *testing.T, alone, together *server) {
	var ofAlone, ofTogether, ratios [][]float64
	for round := range rounds + 1 { // the first warms up
		a, b := alone.load(t, 0, 2).columns(), together.load(t, 0, 2).columns()
		if round == 0 {
			continue
		}
		ratio := make([]float64, len(a))
		for i := range a {
			ratio[i] = b[i] / a[i]
		}
		ofAlone, ofTogether, ratios = append(ofAlone, a), append(ofTogether, b), append(ratios, ratio)
	}
	t.Logf("| as fast as it can, medians of %d rounds | %s |", rounds, header)
	t.Log("|---|---:|---:|---:|---:|---:|---:|")
	t.Logf("| each request by itself | %s |", row(medians(ofAlone)))
	t.Logf("| requests together | %s |", row(medians(ofTogether)))
	r := medians(ratios)
	t.Logf("| ratio | %.2f | %.2f | %.2f | %.2f | | %.2f |", r[0], r[1], r[2], r[3], r[5])
}

func hold(t *testing.T, s *server) {
	t.Logf("| %d connections, %d ms of pause | %s |", connections, *pause, header)
	t.Log("|---|---:|---:|---:|---:|---:|---:|")
	seconds := max(1, int(paced.Seconds()))
	warm := max(1, seconds/5)
	t.Logf("| %d s, warming up | %s |", warm, row(s.load(t, *pause, warm).columns()))
	before := s.resident()
	stop, sampled := make(chan struct{}), make(chan []float64)
	go func() {
		var samples []float64
		for {
			select {
			case <-stop:
				sampled <- append(samples, s.resident())
				return
			default:
				samples = append(samples, s.resident())
				time.Sleep(time.Second)
			}
		}
	}()
	for left := seconds; left > 0; left -= 60 {
		length := min(left, 60)
		f := s.load(t, *pause, length)
		t.Logf("| %d s | %s |", length, row(f.columns()))
		if *strict && (f.rate < 5000 || f.p99 > 20 || f.late > 0) {
			t.Errorf("%.0f look-ups a second, p99 %.1f ms, %d after more than 2 s", f.rate, f.p99, f.late)
		}
	}
	close(stop)
	samples := <-sampled
	most := slices.Max(samples)
	t.Logf("memory: %.0f KiB, then %.0f (may grow %d), high water %.0f; slope %.1f KiB a minute over %d samples", before, samples[len(samples)-1], growth, most, 60*slope(samples), len(samples))
	if before == 0 || most-before > growth {
		t.Errorf("memory grows from %.0f to %.0f KiB", before, most)
	}
	now := s.metrics(t)
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if strings.HasPrefix(name, "normlet_http_requests_") {
			t.Logf("%s %.0f", name, now[name])
		}
	}
}

// slope is that of the line with the least squares through values at 0, 1, 2...
func slope(values []float64) float64 {
	var x, y, xx, xy float64
	for i, v := range values {
		x, y, xx, xy = x+float64(i), y+v, xx+float64(i*i), xy+float64(i)*v
	}
	n := float64(len(values))
	if d := n*xx - x*x; d != 0 {
		return (n*xy - x*y) / d
	}
	return 0
}

// TestFigures checks what the figures are made of.
func TestFigures(t *testing.T) {
	if got := slope([]float64{5, 7, 9}); got != 2 {
		t.Errorf("slope %v", got)
	}
	if got := slope([]float64{5}); got != 0 {
		t.Errorf("slope of one %v", got)
	}
	if got := medians([][]float64{{1, 9}, {3, 7}, {2, 8}}); !slices.Equal(got, []float64{2, 8}) {
		t.Errorf("medians %v", got)
	}
}
