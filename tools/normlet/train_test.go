package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/testfull"
)

// TestTrainUsage runs wrong command lines: status 2, one line, no file.
func TestTrainUsage(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ args, want string }{
		{"--loss infonce", "unknown flag: --loss"},
		{"--every -1", "--every -1: want 0 to 1e+09"},
		{"--resume --checkpoint=", "resume without a checkpoint to go on from"},
		{"--dropout 1.5", "--dropout 1.5: want 0 to 0.95"},
		{"--resume=maybe", `invalid argument "maybe" for "--resume" flag`},
	} {
		args := append([]string{"train", "DIR/t.tsv", "--out", "DIR/x.normenc"}, strings.Fields(c.args)...)
		code, stdout, stderr := f.run(nil, args...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, "normlet: "+c.want) || !strings.HasSuffix(stderr, "; see normlet train --help\n") {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want 2 and %q", c.args, code, stdout, stderr, c.want)
		}
	}
	if _, err := os.Stat(f.path("x.normenc")); err == nil {
		t.Error("a wrong command line left a file")
	}
}

// TestTrainKinds trains every kind of encoder, with all that there is, and uses it.
func TestTrainKinds(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	for _, args := range []string{"--dropout 0", "--rows 64"} {
		f := newFixture(t)
		line := "train DIR/t.tsv --dim 8 --batch 4 --epochs 2 --threads 2 --out DIR/x.normenc --report DIR/x.json " + args
		if code, stdout, stderr := f.run(nil, strings.Fields(line)...); code != exitDone || stdout != "" || strings.Contains(stderr, "resumed") {
			t.Fatalf("%s: status %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
		if rep := f.read("x.json"); !strings.Contains(rep, `"gradient_norm": [`) {
			t.Errorf("%s: report %s", args, rep)
		}
		if code, _, stderr := f.run(nil, "build", "DIR/t.tsv", "--encoder", "DIR/x.normenc", "--out", "DIR/x.normpack"); code != exitDone {
			t.Errorf("%s: build: status %d, stderr %q", args, code, stderr)
		}
		code, stdout, stderr := f.run(nil, "lookup", "--pack", "DIR/x.normpack", "--format", "tsv", "-k", "1", "fox-p2")
		if code != exitDone || !strings.Contains(stdout, "G:1\tFOXP2") {
			t.Errorf("%s: lookup: status %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
		if _, err := os.Stat(f.path("x.normenc.ckpt")); err == nil {
			t.Errorf("%s: the checkpoint is still there", args)
		}
	}
}

// longTraining writes a terminology and returns a command line that takes some
// thousand steps.
func longTraining(f *fixture, out string) []string {
	var rows strings.Builder
	for i := range testfull.Or(100, 200) {
		fmt.Fprintf(&rows, "E:%d\tkinase %d\nE:%d\tK%dase\n", i, i*7919%1000, i, i)
	}
	f.write("long.tsv", rows.String())
	line := "train " + f.path("long.tsv") + " --rows 64 --dim 8 --batch 16 --epochs 100 --threads 2 --every 10 --seed 3 --out " + f.path(out)
	return strings.Fields(line)
}

// TestTrainKilled kills the command again and again, at any moment, and resumes
// it; the encoder has to be that of a run that was left alone.
func TestTrainKilled(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	if out, err := exec.Command(os.Args[0], longTraining(f, "whole.normenc")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args := append(longTraining(f, "killed.normenc"), "--resume")
	checkpoint := f.path("killed.normenc.ckpt")
	kills := 0
	for range testfull.Or(3, 6) {
		before, _ := os.Stat(checkpoint)
		cmd := exec.Command(os.Args[0], args...)
		f.check(cmd.Start())
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for len(ended) == 0 { // until it is a checkpoint further
			now, err := os.Stat(checkpoint)
			if err == nil && (before == nil || !os.SameFile(before, now)) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rand.IntN(30_000)) * time.Microsecond)
		_ = cmd.Process.Kill() // it may have ended
		if <-ended != nil {
			kills++
		}
	}
	if kills == 0 {
		t.Fatal("no run was killed before it was done: the test checks nothing")
	}
	out, err := exec.Command(os.Args[0], args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "\nresumed after step ") {
		t.Errorf("the last run does not say where it began:\n%s", out)
	}
	if f.read("killed.normenc") != f.read("whole.normenc") {
		t.Error("a run that was killed and resumed gives another encoder")
	}
	if _, err := os.Stat(checkpoint); err == nil {
		t.Error("the checkpoint is still there")
	}
}

// TestTrainInterrupted cancels the command, which says how to go on, and refuses
// to go on with another seed.
func TestTrainInterrupted(t *testing.T) {
	f := newFixture(t)
	args := longTraining(f, "x.normenc")
	code, _, stderr := f.runContext(f.untilThere("x.normenc.ckpt"), nil, args...)
	if code != exitInterrupted || !strings.HasSuffix(stderr, "\nthe state of the run is in DIR/x.normenc.ckpt; the same command with --resume goes on from there\nnormlet: interrupted\n") {
		t.Fatalf("status %d, stderr %q", code, stderr)
	}
	if _, err := os.Stat(f.path("x.normenc")); err == nil {
		t.Error("an interrupted command wrote its file")
	}
	code, _, stderr = f.run(nil, append(args, "--resume", "--seed", "4")...)
	if code != exitFailed || !strings.Contains(stderr, "\nnormlet: DIR/x.normenc.ckpt: checkpoint was made with seed 3, this run has seed 4; ") {
		t.Errorf("another seed: status %d, stderr %q", code, stderr)
	}
}
