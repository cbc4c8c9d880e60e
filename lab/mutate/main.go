// Command mutate measures what the tests notice. It changes one place of a package at a time, an operator, a constant,
// a statement, and runs the tests. A change that no test fails on is a mistake that nobody would notice.
// lab/records/mutation.md has the figures and explains them.
//
//	go -C lab run ./mutate [-n 60] [-seed 1] [-jobs N] [-timeout 10s] [-min 0] [PACKAGE[+PACKAGE...]...]
//
// The packages after a plus add tests for the first: core/pack+core also runs those of core. The seed draws n changes a
// package, whatever the number of jobs. A copy of the module compiles them through an overlay, so the checkout stays
// untouched and may be edited meanwhile. Only tests that reach the changed line run. A change that no test reaches
// lives; one whose tests exceed their time is dead.
//
// A package for another system is built with GOOS and GOARCH of the environment, and its tests run as go test runs them:
//
//	cd lab && go build -o /tmp/mutate ./mutate
//	PATH="$(go env GOROOT)/lib/wasm:$PATH" GOOS=js GOARCH=wasm /tmp/mutate mobile/wasm
//
// Standard output has a line for each change: killed, timeout, lived, uncovered, equivalent (equivalent.txt says that
// no test can or should notice it) or uncompiled (the tests do not compile with it), then a table. The exit status is 1
// if the total score is below -min percent, if the tests fail without a change, if equivalent.txt is outdated, or on a
// signal to end. It needs a POSIX shell.
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

var defaultPackages = []string{"core", "core/pack+core", "internal/core/search", "tools/normlet/mapping", "tools/normlet/server"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, "..", os.Args[1:], equivalents, os.Stdout, os.Stderr)
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

type config struct {
	n       int           // changes a package
	seed    uint64        // of the draw
	jobs    int           // changes tested at a time
	timeout time.Duration // for the tests of a change, beside slack times what they take without
	scratch string        // a temporary folder
	module  string        // the copy of the module in it
}

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
