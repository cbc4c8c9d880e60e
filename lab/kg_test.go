package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/experiment"
	"github.com/normlet/normlet/lab/internal/kg"
)

// newGraph writes a folder DIR/g of a graph with unusual triples.
func newGraph(t *testing.T) *fixture {
	f := &fixture{t, t.TempDir()}
	f.check(os.Mkdir(f.path("g"), 0o777))
	f.write("g/train.txt", "a\tis\tb\nb\tis\tc\na\tis\tb\nc\tis\tc\na\tonce\tc\nb\tlike\ta\na\tlike\tb\n")
	f.write("g/valid.txt", "a\tis\tc\n")
	f.write("g/test.txt", "c\tlike\tb\na\tis\tnothing\n")
	f.write("bad.txt", "a\tis\tb\na is c\n")
	f.write("empty.txt", "")
	return f
}

const kgFlags = " --rank 4 --epochs 20 --batch 2"

// TestKG trains and measures, by folder and by files.
func TestKG(t *testing.T) {
	f := newGraph(t)
	code, trained, stderr := f.run(strings.Fields("kg train DIR/g --out DIR/x.normkg --report DIR/x.json --measure 10" + kgFlags)...)
	for _, want := range []string{
		"read DIR/g/train.txt: 7 rows: 1 duplicates and 0 with unknown entities or relations left out, 1 self loops kept; 3 entities, 3 relations\n",
		"read DIR/g/test.txt: 2 rows: 0 duplicates and 1 with unknown entities or relations left out, 0 self loops kept\n",
		"epoch 10: loss ", "epoch 20: loss ", "wrote DIR/x.normkg: ",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("train: stderr lacks %q:\n%s", want, stderr)
		}
	}
	if code != exitDone || !strings.Contains(trained, "valid        1        0  ") || !strings.Contains(trained, "test        1        1  ") {
		t.Fatalf("train: status %d, stdout %s, stderr %s", code, trained, stderr)
	}
	f.only("x.normkg x.json")

	if code, stdout, stderr := f.run("kg", "eval", "DIR/x.normkg", "DIR/g"); code != exitDone || stdout != trained {
		t.Errorf("eval: status %d, stdout %s, want %s; stderr %s", code, stdout, trained, stderr)
	}
	code, stdout, stderr := f.run(strings.Fields("kg eval DIR/x.normkg --train DIR/g/train.txt --valid DIR/empty.txt --test DIR/g/test.txt --json")...)
	var results map[string]kg.Result
	if err := json.Unmarshal([]byte(stdout), &results); err != nil || code != exitDone {
		t.Fatalf("eval --json: status %d, %v, stdout %s, stderr %s", code, err, stdout, stderr)
	}
	if results["valid"] != (kg.Result{}) || results["test"].Queries != 2 || results["test"].Unknown != 1 || results["test"].MRR != 2*results["test"].MRRAll {
		t.Errorf("eval --json: %s", stdout)
	}
}

// TestKGEmptySplit: a split of no triples has no measures.
func TestKGEmptySplit(t *testing.T) {
	f := newGraph(t)
	code, stdout, stderr := f.run(strings.Fields("kg train DIR/g --valid DIR/empty.txt --out DIR/x.normkg" + kgFlags)...)
	if code != exitDone || !strings.Contains(stdout, "valid        0        0       -         -       -") {
		t.Errorf("status %d, stdout %s, stderr %s", code, stdout, stderr)
	}
}

func TestKGUsage(t *testing.T) {
	f := newGraph(t)
	for _, c := range []struct{ args, want string }{
		{"kg", "lab: eval or train is missing; see lab kg --help"},
		{"kg learn", `lab: there is no command "learn"; want eval or train; see lab kg --help`},
		{"kg train", "lab: a file of triples or a folder is missing; see lab kg train --help"},
		{"kg train DIR/g", "lab: --out is missing; see lab kg train --help"},
		{"kg train DIR/g --out DIR/x --rank 0", "lab: --rank 0: want 1 or more; see lab kg train --help"},
		{"kg train DIR/g --out DIR/x --rank 5000", "lab: rank 5000: want 1 to 4096; see lab kg train --help"},
		{"kg train DIR/g --out DIR/x --rate 0", "lab: --rate 0: want more than 0; see"},
		{"kg train DIR/g --out DIR/x --weight -1", "lab: --weight -1: want 0 or more; see"},
		{"kg train DIR/g --out DIR/x --weight NaN", "lab: lr 0.1, init 0.001, weight NaN: want"},
		{"kg train DIR/g --out DIR/x --loss hinge", `lab: invalid argument "hinge" for "--loss" flag: want one of 1vsall, sampled; see`},
		{"kg train DIR/g --out DIR/x --measure -1", "lab: --measure -1: want 0 or more; see"},
		{"kg train DIR/g --out DIR/x --preset cora", `lab: invalid argument "cora" for "--preset" flag: want one of nations, kinship, umls, WN18RR, FB15k-237; see`},
		{"kg train DIR/g --out DIR/x --resume --checkpoint=", "lab: resume without a checkpoint to go on from; see"},
		{"kg eval DIR/x --test DIR/g/test.txt", "lab: --train is missing: its triples are no competitors; see lab kg eval --help"},
		{"kg eval DIR/x --train DIR/g/train.txt", "lab: --valid or --test is missing; see lab kg eval --help"},
	} {
		code, stdout, stderr := f.run(strings.Fields(c.args)...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want 2 and %q", c.args, code, stdout, stderr, c.want)
		}
	}
	f.only("")
}

func TestKGBadFiles(t *testing.T) {
	f := newGraph(t)
	f.check(os.Mkdir(f.path("none"), 0o777))
	for _, c := range []struct{ args, want string }{
		{"kg train DIR/nothing --out DIR/x", "lab: DIR/nothing: no such file or directory"},
		{"kg train DIR/none --out DIR/x", "lab: DIR/none: no train.txt, train.txt.gz or train.txt.zst in this folder"},
		{"kg train DIR/bad.txt --out DIR/x", "lab: DIR/bad.txt:2: 1 columns; a line is head TAB relation TAB tail"},
		{"kg train DIR/empty.txt --out DIR/x", "lab: DIR/empty.txt: no triples"},
		{"kg train DIR/g --valid DIR/bad.txt --out DIR/x", "lab: DIR/bad.txt:2: "},
		{"kg train DIR/g --out DIR/none/x/y", "lab: DIR/none/x/y"},
		{"kg train DIR/g --out DIR/x --checkpoint DIR/bad.txt --resume", "lab: DIR/bad.txt: not a checkpoint"},
		{"kg eval DIR/bad.txt DIR/g", `lab: DIR/bad.txt: kg: not a valid model: it does not begin with "NORMKGM"`},
		{"kg eval DIR/bad.txt DIR/none", "lab: DIR/none: no train.txt"},
		{"experiment kg --graphs DIR/bad.txt --out DIR/none", "lab: DIR/bad.txt: experiment: not a report of kg train"},
	} {
		code, _, stderr := f.run(strings.Fields(c.args)...)
		if code != exitFailed || !strings.HasPrefix(lastLine(stderr), c.want) {
			t.Errorf("%s: status %d, stderr %q; want 1 and %q", c.args, code, stderr, c.want)
		}
	}
	f.only("")
}

// TestKGInterrupted: the state stays, and the same command with --resume ends with the file of a run that was left alone.
func TestKGInterrupted(t *testing.T) {
	f := newGraph(t)
	args := func(out, more string) []string {
		return strings.Fields("kg train DIR/g --out DIR/" + out + " --measure 1 --seed 3 " + more + kgFlags)
	}
	if code, _, stderr := f.run(args("x1.normkg", "")...); code != exitDone {
		t.Fatal(stderr)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var errs interrupter = func(line string) {
		if strings.HasPrefix(line, "epoch 7:") {
			cancel()
		}
	}
	line := args("x2.normkg", "")
	for i := range line {
		line[i] = strings.ReplaceAll(line[i], "DIR", f.dir)
	}
	if code := run(ctx, line, os.Stdout, errs); code != exitInterrupted {
		t.Errorf("status %d, want 130", code)
	}
	f.only("x1.normkg x2.normkg.ckpt")
	if code, _, stderr := f.run(args("x2.normkg", "--seed 4 --resume")...); code != exitFailed || !strings.Contains(stderr, "checkpoint was made with seed 3, this run has seed 4") {
		t.Errorf("another seed: status %d, stderr %q", code, stderr)
	}
	if code, _, stderr := f.run(args("x2.normkg", "--resume --preset nations --weight 0.05")...); code != exitDone {
		t.Error(stderr)
	}
	if f.read("x1.normkg") != f.read("x2.normkg") {
		t.Error("the resumed run gave another file")
	}
	f.only("x1.normkg x2.normkg")
}

// interrupter is told what is written to it.
type interrupter func(line string)

func (i interrupter) Write(p []byte) (int, error) { i(string(p)); return len(p), nil }

// TestKGPreset: flags go before the preset.
func TestKGPreset(t *testing.T) {
	f := newGraph(t)
	code, _, stderr := f.run(strings.Fields("kg train DIR/g --out DIR/x.normkg --preset WN18RR --optimizer adam --report DIR/x.json" + kgFlags)...)
	if code != exitDone {
		t.Fatal(stderr)
	}
	r, err := experiment.ReadGraphRun(strings.NewReader(f.read("x.json")))
	f.check(err)
	if c := r.Config; c.Rank != 4 || c.Loss != kg.Sampled || c.Weight != 0.1 || c.Optimizer != kg.Adam || c.Rate != 0.001 {
		t.Errorf("settings %+v", c)
	}
	if want := "kg train g --batch 2 --epochs 20 --optimizer adam --preset WN18RR --rank 4"; !strings.Contains(r.Command, want) || r.Graph != "g" || r.Test == nil || len(r.Loss) != 20 {
		t.Errorf("report %+v; the command should be %s", r, want)
	}
}

// TestExperimentKG tabulates reports.
func TestExperimentKG(t *testing.T) {
	f := newGraph(t)
	if code, _, stderr := f.run(strings.Fields("kg train DIR/g --out DIR/x.normkg --report DIR/x.json" + kgFlags)...); code != exitDone {
		t.Fatal(stderr)
	}
	if code, _, stderr := f.run(strings.Fields("experiment kg --graphs DIR/x.json --out DIR/e")...); code != exitDone {
		t.Fatal(stderr)
	}
	if page := f.read(filepath.Join("e", "kg.md")); !strings.Contains(page, "| g | 1 | 1 | 0.") || !strings.Contains(page, "| g | 4 | 20 | 2 | 1vsall | n3, 0.05 | adagrad, 0.1 | 0 |") {
		t.Error(page)
	}
	if code, _, stderr := f.run("experiment", "kg"); code != exitUsage || !strings.HasPrefix(stderr, "lab: --graphs is missing, which kg needs") {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
}
