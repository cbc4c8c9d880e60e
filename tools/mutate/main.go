// Command mutate measures what the tests notice. It changes one place of a package at a time, an operator, a constant, a
// statement, and runs the tests: a change that no test fails on is one that a colleague could make by mistake. docs/mutation.md
// has the figures and says how to read them.
//
//	go run ./tools/mutate [-n 60] [-seed 1] [-jobs N] [-timeout 10s] [-min 0] [PACKAGE[+PACKAGE...]...]
//
// The packages after a plus have further tests for the first: core/pack+core also runs the tests of core. Each package gives
// n changes, drawn at random by the seed: the same whatever the number of jobs. All happens in a copy of the module, where a
// change is compiled through an overlay: nothing is written into the checkout, whatever a changed program does, and it may be
// edited meanwhile. Only the tests that reach the changed line run; a change that no test reaches lives, one whose tests do not
// end within the time is dead.
//
// Each change is a line on standard output: killed, timeout, lived, uncovered, equivalent, if equivalent.txt says that no test
// can or should tell it from the original, or uncompiled, if the tests do not compile with it. A table follows. The exit status is 1 if the score of all, in percent, is below
// -min, if the tests fail without a change, if equivalent.txt is out of date, or on a signal to end. It needs a
// POSIX shell.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

//go:embed equivalent.txt
var equivalents string

var defaultPackages = []string{"core", "core/pack+core", "core/search", "tools/normlet/mapping", "tools/normlet/server"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, ".", os.Args[1:], equivalents, os.Stdout, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil && ctx.Err() != nil {
		err = errors.New("interrupted: the table counts what was done until then")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// config is what a run is told.
type config struct {
	n       int           // changes a package
	seed    uint64        // of the draw
	jobs    int           // changes tested at a time
	timeout time.Duration // for the tests of a change, beside slack times what they take without
	scratch string        // a temporary folder
	module  string        // the copy of the module in it
}

// run mutates the packages that the arguments name, relative to the module in dir.
func run(ctx context.Context, dir string, args []string, list string, stdout, stderr io.Writer) error {
	c := config{}
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&c.n, "n", 60, "changes a package")
	flags.Uint64Var(&c.seed, "seed", 1, "of the draw: the same seed gives the same changes")
	flags.IntVar(&c.jobs, "jobs", max(1, runtime.NumCPU()/2), "changes tested at a time")
	flags.DurationVar(&c.timeout, "timeout", 10*time.Second, fmt.Sprintf("for the tests of a change, beside %d times what they take without it", slack))
	least := flags.Float64("min", 0, "fail below this score of all packages, in percent")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if c.n < 1 || c.jobs < 1 || c.timeout <= 0 {
		return fmt.Errorf("-n, -jobs and -timeout have to be positive")
	}
	known, err := parseEquivalents(list)
	if err != nil {
		return err
	}
	root, err := moduleRoot(ctx, dir)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if c.scratch, err = filepath.EvalSymlinks(scratch); err != nil { // the go tool names files by their real paths
		return err
	}
	c.module = filepath.Join(c.scratch, "module")
	if err := copyModule(c.module, root); err != nil {
		return err
	}
	names := flags.Args()
	if len(names) == 0 {
		names = defaultPackages
	}
	targets, err := c.prepareAll(ctx, names, known, stderr)
	if err != nil {
		return err
	}
	err = c.test(ctx, targets, stdout, stderr)
	all := report(stdout, targets)
	if err != nil {
		return err
	}
	if score := 100 * all.score(); score < *least {
		return fmt.Errorf("the score of %.1f %% is below the %.1f %% wanted", score, *least)
	}
	return nil
}
