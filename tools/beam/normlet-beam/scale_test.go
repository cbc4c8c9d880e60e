//go:build linux

package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/checktest"
)

var (
	scaleRows = flag.String("scale", "100000", "`numbers` of rows of TestScale, separated by commas")
	shards    = flag.String("shards", "1,2,4,8", "`numbers` of its shards, separated by commas")
	repeats   = flag.Float64("repeats", 0.5, "share of its rows with a mention that was there before")
	cores     = flag.Int("cores", 2, "its most `cores`")
	beamRows  = flag.Int("beam", 1_000_000, "its most `rows` for Beam: Prism keeps them in memory, 3.6 KB each")
)

// cost is what a run took.
type cost struct {
	wall, cpu time.Duration
	memory    int64 // peak, in bytes
}

// scale measures on some rows.
type scale struct {
	*testing.T
	normlet, in, out string
	rows             int
	one              cost // of map on one core
}

// TestScale measures how map, its shards and Beam scale, as a table in Markdown: time, processor time and peak memory by
// rows and cores. All must write the same rows. Ratios are of one run on one machine.
//
//	go -C tools/beam test ./normlet-beam -v -check -timeout 5h -run Scale -scale 100000,1000000
func TestScale(t *testing.T) {
	checktest.On(t)
	normlet := buildMap(t)
	m := newMaker(t, *repeats)
	fmt.Println("| rows | run | cores | time | efficiency | processor | a row | memory |")
	fmt.Println("|---:|---|---:|---:|---:|---:|---:|---:|")
	for _, n := range numbers(t, *scaleRows) {
		dir := t.TempDir()
		s := &scale{t, normlet, filepath.Join(dir, "in.tsv"), filepath.Join(dir, "out.tsv"), n, cost{}}
		f, err := os.Create(s.in)
		check(t, err)
		check(t, m.write(f, 0, n))
		check(t, f.Close())
		s.measure(filepath.Join(dir, "beam"))
	}
}

func (s *scale) show(what string, cores int, c cost) {
	fmt.Printf("| %d | %s | %d | %.1f s | %.2f | %.1f s | %.0f µs | %d MB |\n", s.rows, what, cores, c.wall.Seconds(),
		s.one.wall.Seconds()/c.wall.Seconds()/float64(cores), c.cpu.Seconds(), c.cpu.Seconds()*1e6/float64(s.rows), c.memory>>20)
}

// measure runs everything.
func (s *scale) measure(folder string) {
	for k := 1; k <= *cores; k++ {
		c := s.mapTo(s.out, k)
		if k == 1 {
			s.one = c
		}
		s.show("map", k, c)
	}
	for _, k := range numbers(s.T, *shards) {
		total, longest := s.shards(k)
		s.show(fmt.Sprintf("map, %d shards one after the other", k), 1, total)
		fmt.Printf("| %d | the longest of %d | 1 | %.1f s | | %.1f s | | %d MB |\n", s.rows, k, longest.wall.Seconds(), longest.cpu.Seconds(), longest.memory>>20)
	}
	program, err := os.Executable()
	check(s.T, err)
	for k := 1; k <= *cores && s.rows <= *beamRows; k++ {
		c := s.program(k, program, "map", "--input", s.in, "--output", folder, "--column", "mention", "--threads", strconv.Itoa(k), "--force")
		if got, want := sumOf(s.T, parts(s.T, folder)...), sumOf(s.T, checktest.Read(s, s.out)); got != want {
			s.Fatalf("%d rows of Beam and %d of map, or other ones", got.rows, want.rows)
		}
		s.show("Beam, Prism", k, c)
	}
}

// rowSum is a sum of the rows of tables without their headers; their order does not change it.
type rowSum struct {
	rows int
	sum  uint64
}

func sumOf(t *testing.T, tables ...string) (s rowSum) {
	t.Helper()
	for _, table := range tables {
		_, rows, _ := strings.Cut(table, "\n")
		for row := range strings.Lines(rows) {
			h := fnv.New64a()
			h.Write([]byte(row))
			s.rows, s.sum = s.rows+1, s.sum+h.Sum64()
		}
	}
	return s
}

// shards maps k shards one after the other, each on one core, and compares what they give together.
func (s *scale) shards(k int) (total, longest cost) {
	all := sha256.New()
	for i := 1; i <= k; i++ {
		out := filepath.Join(filepath.Dir(s.out), "shard.tsv")
		c := s.mapTo(out, 1, "--shard", fmt.Sprintf("%d/%d", i, k))
		all.Write([]byte(checktest.Read(s, out)))
		total = cost{total.wall + c.wall, total.cpu + c.cpu, max(total.memory, c.memory)}
		if c.wall > longest.wall {
			longest = c
		}
	}
	if whole := sha256.Sum256([]byte(checktest.Read(s, s.out))); !bytes.Equal(all.Sum(nil), whole[:]) {
		s.Fatalf("%d shards are not the bytes of one run", k)
	}
	return total, longest
}

// mapTo runs normlet map on some cores.
func (s *scale) mapTo(out string, cores int, args ...string) cost {
	return s.program(cores, s.normlet, append([]string{"map", s.in, "--out", out, "--column", "mention", "--threads", strconv.Itoa(cores), "--force"}, args...)...)
}

func (s *scale) program(cores int, name string, args ...string) cost {
	s.Helper()
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(cores), asProgram+"=1")
	var told bytes.Buffer
	c.Stderr = &told
	start := time.Now()
	if err := c.Run(); err != nil {
		s.Fatalf("%s %s: %v: %s", filepath.Base(name), strings.Join(args, " "), err, told.String())
	}
	return cost{time.Since(start), c.ProcessState.UserTime() + c.ProcessState.SystemTime(), c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10}
}

// numbers reads numbers separated by commas.
func numbers(t *testing.T, text string) (all []int) {
	t.Helper()
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		check(t, err)
		all = append(all, n)
	}
	return all
}
