//go:build linux

// Command scale measures how map, its shards and Beam scale: time, processor time and peak memory by rows and cores, as
// a table in Markdown. Ratios are of one run on one machine.
//
//	go -C tools/beam run ./scale -rows 100000,1000000
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/beam/rows"
)

var (
	rowCounts = flag.String("rows", "100000", "`numbers` of rows, separated by commas")
	shards    = flag.String("shards", "1,2,4,8", "`numbers` of shards, separated by commas")
	repeats   = flag.Float64("repeats", 0.5, "share of rows with a mention that was there before")
	cores     = flag.Int("cores", 2, "most `cores`")
	beamRows  = flag.Int("beam", 1_000_000, "most `rows` for Beam: Prism keeps them in memory, 3.6 KB each")
)

// cost is what a run took.
type cost struct {
	wall, cpu time.Duration
	memory    int64 // peak, in bytes
}

// scale measures in a folder of its own.
type scale struct{ dir, normlet, beam string }

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "normlet-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s := &scale{dir, filepath.Join(dir, "normlet"), filepath.Join(dir, "normlet-beam")}
	if err := s.build(); err != nil {
		return err
	}
	fmt.Println("| rows | run | cores | time | efficiency | processor | a row | memory |")
	fmt.Println("|---:|---|---:|---:|---:|---:|---:|---:|")
	counts, err := numbers(*rowCounts)
	for _, n := range counts {
		if err == nil {
			err = s.measure(n)
		}
	}
	return err
}

// build builds both programs; the working folder is that of the module.
func (s *scale) build() error {
	for _, b := range []struct{ dir, out, path string }{{filepath.Join("..", ".."), s.normlet, "./tools/normlet"}, {".", s.beam, "./normlet-beam"}} {
		c := exec.Command("go", "build", "-o", b.out, b.path)
		c.Dir, c.Stderr = b.dir, os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("go build %s: %w; run it in the folder of the module", b.path, err)
		}
	}
	return nil
}

// measure runs everything on n rows.
func (s *scale) measure(n int) error {
	in := filepath.Join(s.dir, fmt.Sprintf("in-%d.tsv", n))
	if err := generate(in, n); err != nil {
		return err
	}
	defer os.Remove(in)
	var one cost // map on one core
	show := func(what string, cores int, c cost) {
		fmt.Printf("| %d | %s | %d | %.1f s | %.2f | %.1f s | %.0f µs | %d MB |\n", n, what, cores, c.wall.Seconds(),
			one.wall.Seconds()/c.wall.Seconds()/float64(cores), c.cpu.Seconds(), c.cpu.Seconds()*1e6/float64(n), c.memory>>20)
	}
	out := filepath.Join(s.dir, "out.tsv")
	for k := 1; k <= *cores; k++ {
		c, err := s.program(k, s.normlet, "map", in, "--out", out, "--column", "mention", "--threads", strconv.Itoa(k), "--force")
		if err != nil {
			return err
		}
		if k == 1 {
			one = c
		}
		show("map", k, c)
	}
	whole, err := digest(out)
	if err != nil {
		return err
	}
	counts, err := numbers(*shards)
	if err != nil {
		return err
	}
	for _, k := range counts {
		total, longest, err := s.shards(in, k, whole)
		if err != nil {
			return err
		}
		show(fmt.Sprintf("map, %d shards one after the other", k), 1, total)
		fmt.Printf("| %d | the longest of %d | 1 | %.1f s | | %.1f s | | %d MB |\n", n, k, longest.wall.Seconds(), longest.cpu.Seconds(), longest.memory>>20)
	}
	for k := 1; k <= *cores && n <= *beamRows; k++ {
		folder := filepath.Join(s.dir, "beam")
		c, err := s.program(k, s.beam, "map", "--input", in, "--output", folder, "--column", "mention", "--threads", strconv.Itoa(k), "--force")
		if err == nil {
			err = sameRows(out, filepath.Join(folder, "part-*"))
		}
		if err != nil {
			return err
		}
		show("Beam, Prism", k, c)
	}
	return nil
}

// sameRows fails unless the parts have the rows of a table, in any order.
func sameRows(table, parts string) error {
	names, err := filepath.Glob(parts)
	if err != nil {
		return err
	}
	var want, got rowSum
	err = want.add(table)
	for _, name := range names {
		err = errors.Join(err, got.add(name))
	}
	if err == nil && want != got {
		err = fmt.Errorf("%d rows of Beam and %d of map, or other ones", got.rows, want.rows)
	}
	return err
}

// rowSum is a sum of the rows of tables without their headers; their order does not change it.
type rowSum struct {
	rows int
	sum  uint64
}

func (s *rowSum) add(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan()
	for lines.Scan() {
		h := fnv.New64a()
		h.Write(lines.Bytes())
		s.rows, s.sum = s.rows+1, s.sum+h.Sum64()
	}
	return lines.Err()
}

// shards maps k shards one after the other, each on one core, and compares what they give together.
func (s *scale) shards(in string, k int, whole string) (total, longest cost, err error) {
	all := sha256.New()
	for i := 1; i <= k; i++ {
		out := filepath.Join(s.dir, "shard.tsv")
		c, err := s.program(1, s.normlet, "map", in, "--out", out, "--column", "mention", "--threads", "1", "--force", "--shard", fmt.Sprintf("%d/%d", i, k))
		if err != nil {
			return total, longest, err
		}
		if err := addFile(all, out); err != nil {
			return total, longest, err
		}
		total.wall, total.cpu, total.memory = total.wall+c.wall, total.cpu+c.cpu, max(total.memory, c.memory)
		if c.wall > longest.wall {
			longest = c
		}
	}
	if fmt.Sprintf("%x", all.Sum(nil)) != whole {
		err = fmt.Errorf("%d shards of %s are not the bytes of one run", k, in)
	}
	return total, longest, err
}

// program runs a program on some cores.
func (s *scale) program(cores int, name string, args ...string) (cost, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(cores))
	var told bytes.Buffer
	c.Stderr = &told
	start := time.Now()
	if err := c.Run(); err != nil {
		return cost{}, fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, told.String())
	}
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return cost{}, errors.New("the system does not say how much memory was used")
	}
	return cost{time.Since(start), c.ProcessState.UserTime() + c.ProcessState.SystemTime(), usage.Maxrss << 10}, nil
}

func generate(path string, n int) error {
	m, err := rows.New(1, *repeats)
	if err != nil {
		return err
	}
	f, err := new(output.Set).Create(path, &output.Kind{What: "rows"})
	if err != nil {
		return err
	}
	defer f.Close()
	if err := m.Write(f, 0, n); err != nil {
		return err
	}
	return f.Commit()
}

func digest(path string) (string, error) {
	h := sha256.New()
	err := addFile(h, path)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

func addFile(h hash.Hash, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(h, f)
	return err
}

// numbers reads numbers separated by commas.
func numbers(text string) (out []int, err error) {
	if text == "" {
		return nil, nil
	}
	for t := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(t)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q: want numbers from 1, separated by commas", text)
		}
		out = append(out, n)
	}
	return out, nil
}
