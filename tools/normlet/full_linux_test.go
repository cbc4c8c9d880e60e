package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull lets writes fail in the middle of the new file, as a full disk
// does, by the limit on the size of files. The old file has to stay, and nothing
// else.
func TestDiskFull(t *testing.T) {
	f := newFixture(t)
	f.write("c.tsv", "+\tG:2\tQRF1\talias\n")
	f.write("p.normpack", tinyPack())
	old := f.read("t.normpack")
	before, err := filepath.Glob(f.path("*"))
	f.check(err)
	for _, args := range [][]string{
		{"build", "DIR/t.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/t.normpack"},
		{"train", "DIR/t.tsv", "--rows", "64", "--dim", "8", "--epochs", "1", "--out", "DIR/t.normenc"},
		{"pack", "apply", "DIR/p.normpack", "DIR/c.tsv", "--out", "DIR/t.normpack"},
	} {
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "DIR", f.dir)
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), fileLimit+"=500")
		out, err := cmd.CombinedOutput()
		if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !strings.Contains(string(out), "file too large") {
			t.Errorf("%v: %v, %s", args, err, out)
		}
		if f.read("t.normpack") != old {
			t.Errorf("%v: the old pack is gone", args)
		}
		if after, _ := filepath.Glob(f.path("*")); len(after) != len(before) {
			t.Errorf("%v: files %q, before %q", args, after, before)
		}
	}
}

// fileLimit names the variable that makes a child of the test a normlet that can
// write no file beyond so many bytes. The test itself cannot be one: the go tool
// has it write a log.
const fileLimit = "NORMLET_TEST_FILE_LIMIT"

func init() {
	size, err := strconv.ParseUint(os.Getenv(fileLimit), 10, 64)
	if err != nil {
		return
	}
	signal.Ignore(syscall.SIGXFSZ) // writes then fail instead
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
		panic(err)
	}
	main()
}

// TestPullFullDisk pulls a new version where files can have no more than 2,000 bytes: it fails, and the old pack is in
// use. The next pull brings the new one.
func TestPullFullDisk(t *testing.T) {
	f, _ := newUpdate(t)
	cmd := exec.Command(os.Args[0], "pull", "tiny")
	cmd.Env = append(os.Environ(), fileLimit+"=2000")
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !strings.Contains(string(out), "file too large") {
		t.Errorf("%v, %s", err, out)
	}
	if f.inUse("t.normpack", "t2.normpack") != 1 {
		t.Error("the old pack is gone")
	}
	f.do("pull tiny")
	if f.inUse("t.normpack", "t2.normpack") != 2 {
		t.Error("the new pack did not come")
	}
}
