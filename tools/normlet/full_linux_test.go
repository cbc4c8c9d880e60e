package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull lets writes fail in the middle of the new file, as a full disk
// does, by the limit on the size of files. The old file has to stay, and nothing
// else. The limit is that of a process of its own: go test keeps a file, too.
func TestDiskFull(t *testing.T) {
	const limited = "NORMLET_TEST_DISK_FULL"
	if os.Getenv(limited) == "" {
		again := exec.Command(os.Args[0], "-test.run=^TestDiskFull$")
		again.Env = append(os.Environ(), limited+"=1")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	f := newFixture(t)
	f.write("c.tsv", "+\tG:2\tQRF1\talias\n")
	old := f.read("t.normpack")
	before, err := filepath.Glob(f.path("*"))
	f.check(err)
	for _, args := range [][]string{
		{"build", "DIR/t.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/t.normpack"},
		{"train", "DIR/t.tsv", "--rows", "64", "--dim", "8", "--epochs", "1", "--out", "DIR/t.normenc"},
		{"pack", "apply", "DIR/t.normpack", "DIR/c.tsv", "--out", "DIR/t.normpack"},
	} {
		code, stdout, stderr := 0, "", ""
		limitFiles(t, 500, func() { code, stdout, stderr = f.run(nil, args...) })
		if code != exitFailed || stdout != "" || !strings.Contains(stderr, "file too large") {
			t.Errorf("%v: status %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
		if f.read("t.normpack") != old {
			t.Errorf("%v: the old pack is gone", args)
		}
		if after, _ := filepath.Glob(f.path("*")); len(after) != len(before) {
			t.Errorf("%v: files %q, before %q", args, after, before)
		}
	}
}

// limitFiles calls f while this process can write no file beyond size bytes.
func limitFiles(t *testing.T, size uint64, f func()) {
	signal.Ignore(syscall.SIGXFSZ) // writes then fail instead
	defer signal.Reset(syscall.SIGXFSZ)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old)
	f()
}
