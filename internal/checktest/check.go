// Package checktest has what the long checks in tools share. These tests need programs of Debian, and root to install
// them, so go test skips them without a flag:
//
//	go test -v ./tools/serve -check
package checktest

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var on = flag.Bool("check", false, "run the checks that install programs of Debian and take minutes")

// On skips a test unless the flag is given.
func On(t testing.TB) {
	t.Helper()
	if !*on {
		t.Skip("only with -check: it installs programs of Debian and takes minutes")
	}
}

// Root returns the folder of the repository, seen from any package in it.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if text, _ := os.ReadFile(filepath.Join(dir, "go.mod")); strings.HasPrefix(string(text), "module github.com/normlet/normlet\n") {
			return dir
		}
	}
	t.Fatalf("no folder above is the repository's: %v", err)
	return ""
}

// Command takes settings of the environment before the program, as a shell does: "GOOS=js", "go", "build".
func Command(t testing.TB, dir string, words ...string) *exec.Cmd {
	t.Helper()
	n := 0
	for strings.Contains(words[n], "=") {
		n++
	}
	c := exec.CommandContext(t.Context(), words[n], words[n+1:]...)
	c.Dir = dir
	c.Env = append(c.Environ(), words[:n]...)
	return c
}

// Run runs such a command and returns what it prints. It must succeed.
func Run(t testing.TB, dir string, words ...string) string {
	t.Helper()
	return Output(t, Command(t, dir, words...))
}

// Output runs a command, which must succeed, and returns what it prints.
func Output(t testing.TB, c *exec.Cmd) string {
	t.Helper()
	var errs bytes.Buffer
	if c.Stderr == nil {
		c.Stderr = &errs
	}
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(c.Args, " "), err, out, errs.String())
	}
	return string(out)
}

// Need installs the packages of Debian that are missing.
func Need(t testing.TB, packages ...string) {
	t.Helper()
	missing := []string{"DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=600", "install", "-y", "-q", "--no-install-recommends"}
	had := len(missing)
	for _, name := range packages {
		status, err := exec.CommandContext(t.Context(), "dpkg-query", "-W", "-f", "${Status}", name).Output()
		if errors.Is(err, exec.ErrNotFound) {
			t.Fatalf("this is no Debian: %v", err)
		}
		if string(status) != "install ok installed" {
			missing = append(missing, name)
		}
	}
	if len(missing) > had {
		t.Logf("installing %s", strings.Join(missing[had:], " "))
		Run(t, "", "apt-get", "-o", "DPkg::Lock::Timeout=600", "update", "-q")
		Run(t, "", missing...)
	}
}

// Read returns the content of a file.
func Read(t testing.TB, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Write writes a file.
func Write(t testing.TB, content string, path ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(path...), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Figure logs a figure, which must not exceed its limit.
func Figure(t testing.TB, name string, value, limit float64, unit string) {
	t.Helper()
	t.Logf("figure: %-50s %10.2f  (limit %g %s)", name, value, limit, unit)
	if !(value > 0 && value <= limit) {
		t.Errorf("%s: %g %s, want at most %g", name, value, unit, limit)
	}
}
