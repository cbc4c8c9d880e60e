package mapping

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/testfull"
)

// The test of a killed run starts this test binary as a program of its own.
const (
	killedIn  = "NORMLET_TEST_MAP_IN"
	killedOut = "NORMLET_TEST_MAP_OUT"
)

func TestMain(m *testing.M) {
	if in := os.Getenv(killedIn); in != "" {
		n := 0
		slow := Config{Columns: []string{"m"}, InOrder: true, Lookup: each(func(q core.Query) (core.Answer, error) {
			if n++; n%4 == 0 { // there is one worker
				time.Sleep(time.Millisecond)
			}
			return known(q)
		})}
		mapFile(context.Background(), in, os.Getenv(killedOut), true, &slow)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestKilled(t *testing.T) {
	blocks := testfull.Or(16, 40)
	for _, ending := range testfull.Or([]string{".csv.gz"}, []string{".csv", ".csv.gz"}) {
		dir := t.TempDir()
		in, out, whole := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out"+ending), filepath.Join(dir, "whole"+ending)
		var b strings.Builder
		b.WriteString("n,m\n")
		for i := range blocks * blockRows {
			switch i % blockRows { // what is told by the block before, or the one after
			case 0:
				fmt.Fprintf(&b, "%d,NB\n", i)
			case 1:
				fmt.Fprintf(&b, "%d,near c\n", i)
			case 2:
				fmt.Fprintf(&b, "%d,near f\n", i)
			case blockRows - 3:
				fmt.Fprintf(&b, "%d,e?f\n", i)
			case blockRows - 2:
				fmt.Fprintf(&b, "%d,NC\n", i)
			case blockRows - 1:
				fmt.Fprintf(&b, "%d,near b\n", i)
			default:
				fmt.Fprintf(&b, "%d,a%d/b\n", i, i)
			}
		}
		check(t, os.WriteFile(in, []byte(b.String()), 0o666))
		for range 2 { // killed, gone on with, killed again
			before := savedRows(out)
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), killedIn+"="+in, killedOut+"="+out)
			check(t, cmd.Start())
			for savedRows(out) <= before { // no state yet
				time.Sleep(10 * time.Millisecond)
			}
			check(t, cmd.Process.Kill())
			cmd.Wait()
			if _, err := os.Stat(out); err == nil {
				t.Fatal("the killed run had ended before")
			}
		}
		c := Config{Columns: []string{"m"}, InOrder: true, Lookup: each(known), Jobs: 2}
		if _, err := mapFile(context.Background(), in, out, false, &c); err == nil || !strings.Contains(err.Error(), "--resume") {
			t.Errorf("without resume: %v", err)
		}
		stats, err := mapFile(context.Background(), in, out, true, &c)
		check(t, err)
		_, err = mapFile(context.Background(), in, whole, false, &c)
		check(t, err)
		a, err := os.ReadFile(out)
		check(t, err)
		w, err := os.ReadFile(whole)
		check(t, err)
		if !bytes.Equal(a, w) || stats.Rows != blocks*blockRows {
			t.Errorf("%s: %d bytes after going on, %d in one go; %+v", ending, len(a), len(w), stats)
		}
		if want := 6*blocks - 2; stats.Found[core.StageHamming] != want {
			t.Errorf("%s: %d mentions are near, or abbreviations of such, want %d", ending, stats.Found[core.StageHamming], want)
		}
		if e := bytes.Count(w, []byte(",T:e,")); ending == ".csv" && e != 1 { // that of the last block
			t.Errorf("%d mentions mean e though f is nearby, want 1", e)
		}
	}
}

// savedRows returns the rows that the state of out says are done.
func savedRows(out string) int {
	content, err := os.ReadFile(out + ".state")
	if err != nil {
		return 0
	}
	var s struct{ Marks []struct{ Data place } }
	if json.NewDecoder(bytes.NewReader(content)).Decode(&s) != nil || len(s.Marks) == 0 {
		return 0
	}
	return s.Marks[len(s.Marks)-1].Data.Stats.Rows
}

// TestBlockInterrupted requires a block that ends early to say so: an empty one would
// pass for done.
func TestBlockInterrupted(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		in := filepath.Join(t.TempDir(), "in.csv")
		check(t, os.WriteFile(in, []byte("m\na\nb\n"), 0o666))
		f, err := Open(in, "", nil)
		check(t, err)
		defer f.Close()
		r, err := newRun(&Config{Columns: []string{"m"}, InOrder: inOrder, Lookup: each(known)}, f)
		check(t, err)
		squeeze, err := newSqueezer("out.csv")
		check(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		b := r.nextBlock()
		b.err = nil // the end of the input
		if r.do(ctx, b, squeeze); !errors.Is(b.err, context.Canceled) {
			t.Errorf("in order %v: %v", inOrder, b.err)
		}
	}
}

// TestInterrupted also covers what a run must not go on with.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.csv")
	content := bigTable(8 * blockRows)
	check(t, os.WriteFile(in, []byte(content), 0o666))
	interrupt := func() {
		t.Helper()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var n atomic.Int64
		c := Config{Columns: []string{"m"}, Lookup: each(func(q core.Query) (core.Answer, error) {
			if n.Add(1) > 26 {
				cancel()
			}
			return known(q)
		})}
		f, err := Open(in, "", nil)
		check(t, err)
		defer f.Close()
		o, err := new(output.Set).Resumable(out, Kind, false)
		check(t, err)
		_, err = Run(ctx, &c, f, out, o, func(s Stats) {
			if s.Rows >= 3*blockRows {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || !o.Resumable() || savedRows(out) < 3*blockRows {
			t.Fatalf("%v, %d rows", err, savedRows(out))
		}
		check(t, o.Close())
	}
	c := Config{Columns: []string{"m"}, Lookup: each(known)}
	interrupt()
	for name, spoil := range map[string]func() *Config{
		"other flags":  func() *Config { o := c; o.NilAs = "-"; return &o },
		"out of order": func() *Config { o := c; o.InOrder = true; return &o },
		"another pack": func() *Config { o := c; o.Settings = "x"; return &o },
		"other rows": func() *Config {
			check(t, os.WriteFile(in, []byte(strings.Replace(content, "0,a", "0,b", 1)), 0o666))
			return &c
		},
		"a shorter file": func() *Config {
			check(t, os.WriteFile(in, []byte(content[:strings.Index(content, "99,")]), 0o666))
			return &c
		},
	} {
		if _, err := mapFile(context.Background(), in, out, true, spoil()); err == nil || !strings.Contains(err.Error(), "start over") {
			t.Errorf("%s: %v", name, err)
		}
		check(t, os.WriteFile(in, []byte(content), 0o666))
	}
	_, err := mapFile(context.Background(), in, out, true, &c)
	check(t, err)
	got, err := os.ReadFile(out)
	check(t, err)
	want, _, err := mapText(t, "in.csv", content, "out.csv", c)
	check(t, err)
	if string(got) != want {
		t.Error("another output after going on")
	}
	interruptAgain := filepath.Join(dir, "out.csv.state")
	check(t, os.WriteFile(interruptAgain, []byte("{}"), 0o666))
	if _, err := mapFile(context.Background(), in, out, true, &c); err == nil || !strings.Contains(err.Error(), "not a state") {
		t.Errorf("a state that is none: %v", err)
	}
}

// TestChangedPart changes bytes of what a run that was cut short has left: what it is
// gone on with is the table of one run, or it is refused.
func TestChangedPart(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.csv")
	content := bigTable(6 * blockRows)
	check(t, os.WriteFile(in, []byte(content), 0o666))
	c := Config{Columns: []string{"m"}, Lookup: each(known), Jobs: 1}
	want, _, err := mapText(t, "in.csv", content, "out.csv", c)
	check(t, err)
	for _, rows := range []int{2, 4} { // two runs that are cut short, each of which saves its place
		ctx, cancel := context.WithCancel(context.Background())
		f, err := Open(in, "", nil)
		check(t, err)
		o, err := new(output.Set).Resumable(out, Kind, true)
		check(t, err)
		_, err = Run(ctx, &c, f, out, o, func(s Stats) {
			if s.Rows >= rows*blockRows {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
		check(t, errors.Join(o.Close(), f.Close()))
	}
	part, err := os.ReadFile(out + ".part")
	check(t, err)
	state, err := os.ReadFile(out + ".state")
	check(t, err)
	refused, done := 0, 0
	places := testfull.Or(20, 60)
	for i := range places {
		at := i * (len(part) - 1) / (places - 1)
		changed := bytes.Clone(part)
		changed[at] ^= 1 << (i % 8)
		check(t, os.WriteFile(out+".part", changed, 0o666))
		check(t, os.WriteFile(out+".state", state, 0o666))
		if _, err := mapFile(context.Background(), in, out, true, &c); err != nil {
			refused++
			continue
		}
		done++
		if got, err := os.ReadFile(out); err != nil || string(got) != want {
			t.Fatalf("byte %d of %d changed: another table (%v)", at, len(part), err)
		}
	}
	if refused == 0 || done == 0 {
		t.Errorf("%d refused, %d gone on with: the test checks half of it", refused, done)
	}
}
