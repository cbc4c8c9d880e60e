//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fakePlugin puts a script in place of normlet-arrow on PATH.
func fakePlugin(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, arrowPlugin), []byte("#!/bin/sh\n"+script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// TestPlugin has commands run the plug-in with the flags of the command line and of variables.
func TestPlugin(t *testing.T) {
	f := newFixture(t)
	fakePlugin(t, `for a in "$@"; do echo "[$a]"; done; cat; echo said >&2`)
	t.Setenv("NORMLET_MIN_P", "0.25")
	t.Setenv("NORMLET_ARROW_NAMESPACE", "gene,chemical")
	for _, c := range []struct{ args, want string }{
		{"arrow --column a,b --column c", "[arrow] [--column=a,b] [--column=c] [--min-p=0.25] [--namespace=gene] [--namespace=chemical] [--] given"},
		{"arrow --column a --plain --compare-near --nil-as x --threads 3",
			"[arrow] [--column=a] [--compare-near=true] [--min-p=0.25] [--namespace=gene] [--namespace=chemical] [--nil-as=x] [--plain=true] [--threads=3] [--] given"},
		{"map DIR/t.parquet --out DIR/o.parquet --column a --only --force", "[map] [--column=a] [--force=true] [--min-p=0.25] [--only=true] [--out=DIR/o.parquet] [--] [DIR/t.parquet] given"},
		{"map DIR/t.parquet --out DIR/o.parquet --column a", "[map] [--column=a] [--min-p=0.25] [--out=DIR/o.parquet] [--] [DIR/t.parquet] given"},
	} {
		code, stdout, stderr := f.run(strings.NewReader("given"), strings.Fields(c.args)...)
		got := strings.ReplaceAll(strings.Join(strings.Fields(stdout), " "), f.dir, "DIR")
		if code != exitDone || got != c.want || stderr != "said\n" {
			t.Errorf("%s: status %d, %s, %q; want %s", c.args, code, got, stderr, c.want)
		}
	}
}

// TestPluginFails passes the status of a plug-in on, and says nothing more.
func TestPluginFails(t *testing.T) {
	f := newFixture(t)
	fakePlugin(t, "echo why >&2; exit 2")
	if code, _, stderr := f.run(nil, "arrow", "--column", "a"); code != 2 || stderr != "why\n" {
		t.Errorf("status %d, %q", code, stderr)
	}
	if code, _, stderr := f.run(nil, "arrow"); code != exitUsage || stderr != "normlet: --column is missing; see normlet arrow --help\n" {
		t.Errorf("status %d, %q", code, stderr)
	}
}

// TestPluginInterrupted interrupts a plug-in with the command.
func TestPluginInterrupted(t *testing.T) {
	f := newFixture(t)
	fakePlugin(t, "trap 'exit 130' INT\necho ready >&2\nwhile :; do sleep 0.05; done")
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if code, _, _ := f.runContext(ctx, nil, "arrow", "--column", "a"); code != exitInterrupted {
		t.Errorf("status %d", code)
	}
}

// TestNoPlugin says how to get a plug-in that is not there.
func TestNoPlugin(t *testing.T) {
	f := newFixture(t)
	t.Setenv("PATH", f.dir)
	for _, args := range []string{"arrow --column a", "map DIR/t.parquet --out DIR/o.parquet --column a"} {
		code, _, stderr := f.run(io.Reader(nil), strings.Fields(args)...)
		if code != exitFailed || !strings.Contains(stderr, "go -C tools/arrow install ./normlet-arrow") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q", args, code, stderr)
		}
	}
	if code, _, stderr := f.run(nil, "map", "DIR/t.tsv", "--out", "DIR/o.tsv", "--column", "1", "--only"); code != exitUsage || !strings.Contains(stderr, "--only is for Parquet") {
		t.Errorf("status %d, %q", code, stderr)
	}
}
