package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/tools/cover"
)

type suite struct {
	path  string // of its folder, from the module's root
	tests []test
}

// test is a test function and the parts of the target that it reaches.
type test struct {
	name    string
	took    time.Duration
	reached []*cover.Profile // by file
}

// newSuite compiles the tests of a package and runs each alone, to know how long it takes and what it reaches.
func (c *config) newSuite(ctx context.Context, path, changed string) (*suite, error) {
	dir, err := os.MkdirTemp(c.scratch, "suite")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "test")
	if err := c.build(ctx, path, program, "-coverpkg="+changed); err != nil {
		return nil, err
	}
	s := &suite{path: path}
	if _, err := os.Stat(program); errors.Is(err, os.ErrNotExist) {
		return s, nil // it has no tests
	}
	list, err := output(c.program(ctx, path, program, "-test.list=^(Test|Fuzz|Example)"))
	if err != nil {
		return nil, err
	}
	profile := filepath.Join(dir, "profile")
	for name := range strings.FieldsSeq(string(list)) {
		start := time.Now()
		if _, err := output(c.program(ctx, path, program, "-test.run=^"+name+"$", "-test.coverprofile="+profile)); err != nil {
			return nil, fmt.Errorf("%s fails without a change: %w", name, err)
		}
		t := test{name: name, took: time.Since(start)}
		if t.reached, err = cover.ParseProfiles(profile); err != nil {
			return nil, err
		}
		s.tests = append(s.tests, t)
	}
	return s, nil
}

func (c *config) build(ctx context.Context, path, program string, flags ...string) error {
	args := append([]string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", program}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+path)...)
	cmd.Dir = c.module
	_, err := output(cmd)
	return err
}

// mostMemory limits the address space of a changed program, in KiB.
const mostMemory = 8 << 20

// program runs a test program in its package's folder, with a temporary folder of its own. One for another system is run by
// go_GOOS_GOARCH_exec on the path, as go test does; such a machine within the machine takes more address space.
func (c *config) program(ctx context.Context, path, program string, args ...string) *exec.Cmd {
	script := fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, mostMemory)
	if system := os.Getenv("GOOS"); system != "" && system != runtime.GOOS {
		script = fmt.Sprintf(`exec go_%s_%s_exec "$0" "$@"`, system, os.Getenv("GOARCH"))
	}
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, program}, args...)...)
	cmd.Dir = filepath.Join(c.module, filepath.FromSlash(path))
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Dir(program), "PWD="+cmd.Dir)
	cmd.WaitDelay = time.Second
	return cmd
}

// reach returns the tests that reach a change, and their total time. All tests reach a change outside any block, such
// as a constant.
func (s *suite) reach(m *mutant) (names []string, took time.Duration) {
	before := func(line, column int) bool { return cmp.Or(line-m.at.Line, column-m.at.Column) <= 0 }
	for _, t := range s.tests {
		held, reached := false, false
		for _, p := range t.reached {
			if path.Base(p.FileName) != filepath.Base(m.path) {
				continue
			}
			for _, b := range p.Blocks {
				if before(b.StartLine, b.StartCol) && !before(b.EndLine, b.EndCol) {
					held, reached = true, reached || b.Count > 0
				}
			}
		}
		if reached || !held {
			names, took = append(names, t.name), took+t.took
		}
	}
	return names, took
}
