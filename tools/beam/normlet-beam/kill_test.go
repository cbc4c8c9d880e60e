package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// program starts the program on the input in a folder. It says on its standard error what Beam does.
func program(t *testing.T, in, out string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	c := exec.Command(os.Args[0], "map", "--input", filepath.Join(in, "*"), "--output", out, "--column", "mention", "--parts", "200", "--log", "info")
	c.Env = append(os.Environ(), asProgram+"=1")
	told, err := c.StderrPipe()
	check(t, err)
	check(t, c.Start())
	return c, bufio.NewScanner(told)
}

// finish runs the program to its end.
func finish(t *testing.T, in, out string) {
	t.Helper()
	c, told := program(t, in, out)
	var all []string
	for told.Scan() {
		all = append(all, told.Text())
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("%v: %s", err, strings.Join(all, "\n"))
	}
}

// TestKilled kills the program when the pipeline has begun and when it writes, and requires the next run to make up for
// it.
func TestKilled(t *testing.T) {
	in, whole := t.TempDir(), t.TempDir()
	input(t, in)
	finish(t, in, whole)
	want := parts(t, whole)
	for name, moment := range map[string]func(out string, told *bufio.Scanner){
		"at work": func(_ string, told *bufio.Scanner) {
			for told.Scan() && !strings.Contains(told.Text(), "RUNNING") {
			}
		},
		"while it writes": func(out string, told *bufio.Scanner) {
			for there := []string(nil); len(there) == 0; there, _ = filepath.Glob(filepath.Join(out, "part-*")) {
				time.Sleep(time.Millisecond)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			out := killed(t, in, moment)
			if _, err := os.Stat(filepath.Join(out, "counters.json")); err == nil {
				t.Error("a killed run says that it is complete")
			}
			finish(t, in, out)
			if got := parts(t, out); !slices.Equal(got, want) {
				t.Error("the run after it writes other bytes")
			}
		})
	}
}

// killed returns the output folder of a run that was killed at a moment. A run that ends before that is tried again.
func killed(t *testing.T, in string, moment func(out string, told *bufio.Scanner)) (out string) {
	t.Helper()
	for range 5 {
		out = t.TempDir()
		c, told := program(t, in, out)
		moment(out, told)
		check(t, c.Process.Kill())
		if c.Wait() != nil {
			return out
		}
	}
	t.Fatal("five runs had ended before they were killed")
	return ""
}
