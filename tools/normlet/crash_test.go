package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/durable"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/tools/normlet/internal/npytest"
)

// writing is a command that writes DIR/out/x, and OTHER if it is given other input.
type writing struct {
	name, args string
	old, new   string // inputs that make the file that is there and the one that replaces it
}

// writings returns the commands that write files, with small inputs.
func writings(f *fixture) []writing {
	f.write("t2.tsv", terminology+"G:9\tZEB1\tprimary\t10\tgene\n")
	f.write("c1.tsv", "+\tG:2\tQRF1\talias\n")
	f.write("c2.tsv", "-\tG:2\n")
	f.write("p2.normpack", f.changed("c1.tsv"))
	f.write("in1.csv", "gene\nFOX-P2\n"+strings.Repeat("plcg2\nnothing known\n", 3000))
	f.write("in2.csv", "gene\n"+strings.Repeat("foxp1\nsomething known\n", 3000))
	f.write("d1.txt", "1|t|FOXP2\n1|a|\n1\t0\t5\tFOXP2\tGene\n\n")
	f.write("d2.txt", "2|t|FOXP1\n2|a|\n2\t0\t5\tFOXP1\tGene\n\n")
	f.write("v1.npy", npytest.Vectors(npytest.Random(40, 16), 16))
	f.write("v2.npy", npytest.Vectors(npytest.Random(60, 16), 16))
	return []writing{
		{"build", "build IN --encoder DIR/t.normenc --method rp --bits 64 --out DIR/out/x", "t.tsv", "t2.tsv"},
		{"train", "train IN --rows 64 --dim 8 --epochs 3 --every 1 --out DIR/out/x", "t.tsv", "t2.tsv"},
		{"pack apply", "pack apply DIR/t.normpack IN --out DIR/out/x", "c1.tsv", "c2.tsv"},
		{"pack compact", "pack compact IN --out DIR/out/x", "t.normpack", "p2.normpack"},
		{"pack select", "pack select IN --namespace gene --out DIR/out/x", "t.normpack", "p2.normpack"},
		{"map", "map IN --column gene --pack DIR/t.normpack --out DIR/out/x --format csv --resume", "in1.csv", "in2.csv"},
		{"map of documents", "map IN --format pubtator --pack DIR/t.normpack --out DIR/out/x --force", "d1.txt", "d2.txt"},
		{"binarize", "binarize --in IN --method rp --bits 64 --head DIR/out/x", "v1.npy", "v2.npy"},
	}
}

// changed returns the fixture's pack with a file of changes.
func (f *fixture) changed(changes string) string {
	f.t.Helper()
	if code, _, stderr := f.run(nil, "pack", "apply", "DIR/t.normpack", "DIR/"+changes, "--out", "DIR/changed"); code != exitDone {
		f.t.Fatal(stderr)
	}
	defer os.Remove(f.path("changed"))
	return f.read("changed")
}

// line returns the command line for an input.
func (w *writing) line(f *fixture, in string) []string {
	return strings.Fields(strings.NewReplacer("IN", f.path(in), "DIR", f.dir).Replace(w.args))
}

// outputs returns what the command writes for each of its inputs.
func (w *writing) outputs(f *fixture) (old, new string) {
	f.t.Helper()
	var out []string
	for _, in := range []string{w.old, w.new} {
		f.check(os.RemoveAll(f.path("out")))
		f.check(os.Mkdir(f.path("out"), 0o777))
		if code, _, stderr := f.run(nil, w.line(f, in)...); code != exitDone {
			f.t.Fatalf("%s: status %d, %s", w.name, code, stderr)
		}
		out = append(out, f.read("out/x"))
	}
	if out[0] == out[1] {
		f.t.Fatalf("%s writes the same for both inputs", w.name)
	}
	return out[0], out[1]
}

// alone requires the file to be whole and alone in its folder.
func (w *writing) alone(f *fixture, want string) error {
	if got := f.read("out/x"); got != want {
		return fmt.Errorf("the file has %d bytes, and is not the new one of %d", len(got), len(want))
	}
	entries, err := os.ReadDir(f.path("out"))
	if err != nil || len(entries) != 1 {
		return fmt.Errorf("the folder holds %v, %v", entries, err)
	}
	return nil
}

// faultyDisk fails operations on the files of a folder. The disk of package output's tests forgets more: here files lose
// only their bytes that were not synced.
type faultyDisk struct {
	durable.FS
	dir                string
	mu                 sync.Mutex
	steps, first, last int // so far; those that fail
	synced             map[string]int64
}

// step does an operation on a file, unless it is to fail.
func (d *faultyDisk) step(name string, do func() error) error {
	if filepath.Dir(name) != d.dir {
		return do()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.steps++; d.steps >= d.first && d.steps <= d.last {
		return &fs.PathError{Op: "write", Path: name, Err: errNoRoom}
	}
	return do()
}

func (d *faultyDisk) OpenFile(name string, flag int, mode fs.FileMode) (durable.Handle, error) {
	if flag == os.O_RDONLY || filepath.Dir(name) != d.dir {
		return d.FS.OpenFile(name, flag, mode)
	}
	f := &faultyFile{disk: d, name: name}
	return f, d.step(name, func() (err error) {
		if f.Handle, err = d.FS.OpenFile(name, flag, mode); err != nil {
			return err
		}
		info, err := f.Stat()
		if err == nil {
			d.synced[name] = info.Size()
		}
		return err
	})
}

func (d *faultyDisk) Rename(from, to string) error {
	return d.step(to, func() error {
		d.synced[to] = d.synced[from]
		delete(d.synced, from)
		return d.FS.Rename(from, to)
	})
}

func (d *faultyDisk) Remove(name string) error {
	return d.step(name, func() error {
		delete(d.synced, name)
		return d.FS.Remove(name)
	})
}

func (d *faultyDisk) SyncDir(name string) error {
	return d.step(filepath.Join(name, "all"), func() error { return d.FS.SyncDir(name) })
}

// lose takes what was not synced from the files.
func (d *faultyDisk) lose() error {
	files, err := filepath.Glob(filepath.Join(d.dir, "*"))
	for _, f := range files {
		if n, ours := d.synced[f]; ours {
			err = errors.Join(err, os.Truncate(f, n))
		}
	}
	return err
}

type faultyFile struct {
	durable.Handle
	disk *faultyDisk
	name string
}

func (f *faultyFile) Write(p []byte) (n int, err error) {
	err = f.disk.step(f.name, func() (err error) {
		n, err = f.Handle.Write(p)
		return err
	})
	if err != nil && n == 0 {
		n, _ = f.Handle.Write(p[:len(p)/2])
	}
	return n, err
}

func (f *faultyFile) Sync() error {
	return f.disk.step(f.name, func() error {
		info, err := f.Handle.Stat()
		if err == nil {
			f.disk.synced[f.name] = info.Size()
		}
		return errors.Join(err, f.Handle.Sync())
	})
}

func (f *faultyFile) Truncate(size int64) error {
	return f.disk.step(f.name, func() error {
		f.disk.synced[f.name] = min(size, f.disk.synced[f.name])
		return f.Handle.Truncate(size)
	})
}

// TestCommandFaults has every operation on the disk fail that a command does, and the
// machine stop after each: the old or the new file is there, whole, and the next run
// makes the new one and leaves no other.
func TestCommandFaults(t *testing.T) {
	f := newFixture(t)
	all := writings(f)
	for _, w := range testfull.Or(all[2:6], all) { // in short none that takes long
		old, new := w.outputs(f)
		try := func(first, last int, lose bool) (steps int) {
			t.Helper()
			f.check(os.RemoveAll(f.path("out")))
			f.check(os.Mkdir(f.path("out"), 0o777))
			f.check(os.WriteFile(f.path("out/x"), []byte(old), 0o666))
			disk := &faultyDisk{FS: durable.Disk(), dir: f.path("out"), first: first, last: last, synced: map[string]int64{}}
			restore := durable.Use(disk)
			failed, _, _ := f.run(nil, w.line(f, w.new)...)
			restore()
			if lose {
				f.check(disk.lose())
			}
			what := fmt.Sprintf("%s, operations %d to %d fail", w.name, first, last)
			if got := f.read("out/x"); got != old && got != new || failed == exitDone && got != new {
				t.Errorf("%s: the file has %d bytes, neither the old nor the new one; status %d", what, len(got), failed)
			}
			if code, _, stderr := f.run(nil, w.line(f, w.new)...); code != exitDone {
				t.Errorf("%s, the next run: status %d, %s", what, code, stderr)
			}
			if err := w.alone(f, new); err != nil {
				t.Errorf("%s, the next run: %v", what, err)
			}
			return disk.steps
		}
		whole := try(math.MaxInt, 0, false)
		if whole < 5 {
			t.Errorf("%s: only %d operations", w.name, whole)
		}
		for step := 1; step <= whole; step += testfull.Or(5, 1) {
			try(step, step, false)
			try(step, math.MaxInt, false)
			try(step, math.MaxInt, true)
		}
		t.Logf("%s: %d operations", w.name, whole)
	}
}

// TestKills kills each command that writes at random moments, as kill -9 does: the old
// or the new file is there, whole, and the next run leaves no other.
func TestKills(t *testing.T) {
	n := testfull.Or(2, 100)
	f := newFixture(t)
	program := f.path(quick)
	f.check(os.Symlink(os.Args[0], program)) // TestMain knows that name
	rng := rand.New(rand.NewPCG(1, 2))
	all := writings(f)
	for _, w := range testfull.Or(all[2:6], all) { // in short none that takes long
		old, new := w.outputs(f)
		f.check(os.WriteFile(f.path("out/x"), []byte(old), 0o666))
		begin := time.Now()
		if out, err := exec.Command(program, w.line(f, w.new)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v, %s", w.name, err, out)
		}
		took := time.Since(begin)
		runs, cut, replaced := 0, 0, 0
		for i := 0; i < n || cut == 0 && i < 100*n; i++ {
			runs++
			f.check(os.WriteFile(f.path("out/x"), []byte(old), 0o666))
			cmd := exec.Command(program, w.line(f, w.new)...)
			begin := time.Now()
			f.check(cmd.Start())
			time.Sleep(time.Duration(rng.Float64() * float64(took)))
			cmd.Process.Kill() // it may have ended
			if cmd.Wait() != nil {
				cut++
			} else { // sooner than thought: machines are faster at times
				took = min(took, time.Since(begin))
			}
			got := f.read("out/x")
			if got == new {
				replaced++
			} else if got != old {
				t.Fatalf("%s, killed: the file has %d bytes, neither the old nor the new one", w.name, len(got))
			}
			if i%5 == 4 || i >= n-1 {
				if out, err := exec.Command(program, w.line(f, w.new)...).CombinedOutput(); err != nil {
					t.Fatalf("%s, the next run: %v, %s", w.name, err, out)
				}
				if err := w.alone(f, new); err != nil {
					t.Fatalf("%s, after the next run: %v", w.name, err)
				}
			}
		}
		t.Logf("%s: %d runs, %d of them killed, %d had replaced the file", w.name, runs, cut, replaced)
		if cut == 0 {
			t.Errorf("%s: no run was killed: the test checks nothing", w.name)
		}
	}
}

// TestTwoRuns starts two runs that write the same file: one is done, the other says who
// the first is, and the file is that of the first.
func TestTwoRuns(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	program := f.path("normlet")
	f.check(os.Symlink(os.Args[0], program))
	note := strings.Repeat("and what is around ", 1000)
	const rows = 100 // more than is read to find out what the columns are
	f.write("in1.csv", "gene,note\n"+strings.Repeat("FOX-P2,"+note+"\n", rows))
	f.write("in2.csv", "gene,note\n"+strings.Repeat("foxp1,"+note+"\n", rows))
	out := f.path("o.csv")
	line := func(in string) []string {
		if in != "-" {
			in = f.path(in)
		}
		return []string{"map", in, "--column", "gene", "--pack", f.path("t.normpack"), "--out", out}
	}
	want := map[string]string{}
	for _, in := range []string{"in1.csv", "in2.csv"} {
		if code, _, stderr := f.run(nil, line(in)...); code != exitDone {
			t.Fatal(stderr)
		}
		want[in] = f.read("o.csv")
	}
	for i := range testfull.Or(2, 20) {
		f.check(os.Remove(out))
		inputs := []string{"in1.csv", "in2.csv"}
		if i%2 == 1 {
			inputs[0], inputs[1] = inputs[1], inputs[0]
		}
		first := exec.Command(program, line("-")...)
		input, err := first.StdinPipe() // the first run cannot end before the second has been there
		f.check(err)
		f.check(first.Start())
		_, err = io.WriteString(input, f.read(inputs[0]))
		f.check(err)
		for { // until the first run has begun
			if _, err := os.Stat(out + ".part"); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		text, err := exec.Command(program, line(inputs[1])...).CombinedOutput()
		holder := fmt.Sprintf("process %d (normlet map, since ", first.Process.Pid)
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != exitFailed || !strings.Contains(string(text), holder) {
			t.Fatalf("the second run: %v, %s", err, text)
		}
		f.check(input.Close())
		if err := first.Wait(); err != nil {
			t.Fatalf("the first run: %v", err)
		}
		if f.read("o.csv") != want[inputs[0]] {
			t.Fatal("the file is not that of the first run")
		}
		if left, _ := filepath.Glob(out + ".*"); left != nil {
			t.Fatalf("left: %v", left)
		}
	}
}
