package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

type outcome string

const (
	killed    outcome = "killed"
	timeout   outcome = "timeout"   // killed: the tests did not end
	lived     outcome = "lived"     // the tests pass
	uncovered outcome = "uncovered" // lives: no test reaches it
	same      outcome = "equivalent"

	uncompiled outcome = "uncompiled" // does not count: the package compiles, its tests do not
)

// slack is how many times longer tests may take with a change.
const slack = 3

// test tests all changes and prints the outcomes in the order of the draw.
func (c *config) test(ctx context.Context, targets []*target, stdout io.Writer, stderr io.Writer) error {
	type job struct {
		*target
		*mutant
		done chan error
	}
	var jobs []job
	for _, t := range targets {
		for _, m := range t.sample {
			jobs = append(jobs, job{t, m, make(chan error, 1)})
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan job, len(jobs))
	for _, j := range jobs {
		next <- j
	}
	close(next)
	for range c.jobs {
		go func() {
			for j := range next {
				err := ctx.Err()
				if err == nil {
					err = c.testOne(ctx, j.target, j.mutant)
				}
				j.done <- err
			}
		}()
	}
	progress := newProgress(stderr, len(jobs), "changes")
	defer progress.Clear()
	var first error
	for i, j := range jobs {
		progress.Set(i)
		err := <-j.done
		if err != nil && first == nil {
			first = err
			cancel() // and wait for the others to end
		}
		if first == nil {
			progress.Clear()
			fmt.Fprintf(stdout, "%-10s  %s\n", j.outcome, j.mutant)
		}
	}
	return first
}

// testOne sets the outcome of a change. An error means that it is unknown.
func (c *config) testOne(ctx context.Context, t *target, m *mutant) error {
	if m.outcome == same {
		return nil
	}
	dir, err := os.MkdirTemp(c.scratch, "change")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(dir)
	if err != nil {
		return err
	}
	result := uncovered
	for _, s := range t.suites {
		names, took := s.reach(m)
		if len(names) == 0 {
			continue
		}
		program := filepath.Join(dir, "test")
		if err := c.build(ctx, s.path, program, "-overlay="+overlay); err != nil {
			result = uncompiled
		} else if result, err = c.fate(ctx, s.path, program, names, slack*took+c.timeout); err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
		if ctx.Err() != nil { // which may be why
			return ctx.Err()
		}
		if result != lived {
			break
		}
	}
	m.outcome = result
	return nil
}

// overlay writes the changed file and the list that makes the go tool read it instead.
func (m *mutant) overlay(dir string) (string, error) {
	src, err := os.ReadFile(m.path)
	if err != nil {
		return "", err
	}
	changed, list := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, m.apply(src), 0o644); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {m.path: changed}})
	if err != nil {
		return "", err
	}
	return list, os.WriteFile(list, text, 0o644)
}

func (c *config) fate(ctx context.Context, path, program string, names []string, limit time.Duration) (outcome, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := c.program(limited, path, program, "-test.failfast", "-test.timeout=0", "-test.run=^("+strings.Join(names, "|")+")$").Run()
	var exit *exec.ExitError
	switch {
	case limited.Err() != nil:
		return timeout, nil
	case err == nil:
		return lived, nil
	case errors.As(err, &exit):
		return killed, nil
	}
	return "", err
}
