//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/tools/normlet/internal/plugin"
)

// fakePlugin puts a script in place of normlet-arrow on PATH.
func fakePlugin(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, plugin.Arrow), []byte("#!/bin/sh\n"+script), 0o777); err != nil {
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
		{"arrow --column a --plain --composites --nil-as x --threads 3",
			"[arrow] [--column=a] [--composites=true] [--min-p=0.25] [--namespace=gene] [--namespace=chemical] [--nil-as=x] [--plain=true] [--threads=3] [--] given"},
		{"map DIR/t.parquet --out DIR/o.parquet --column a --only --force", "[map] [--column=a] [--force=true] [--min-p=0.25] [--only=true] [--out=DIR/o.parquet] [--] [DIR/t.parquet] given"},
		{"map DIR/t.parquet --out DIR/o.parquet --column a --missing=", "[map] [--column=a] [--min-p=0.25] [--missing=] [--out=DIR/o.parquet] [--] [DIR/t.parquet] given"},
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
	fakePlugin(t, "trap 'exit 130' INT\n: >"+f.path("ready")+"\nwhile :; do sleep 0.05; done")
	if code, _, _ := f.runContext(f.untilThere("ready"), nil, "arrow", "--column", "a"); code != exitInterrupted {
		t.Errorf("status %d", code)
	}
}

// TestNoPlugin says how to get a plug-in that is not there.
func TestNoPlugin(t *testing.T) {
	f := newFixture(t)
	t.Setenv("PATH", f.dir)
	for _, args := range []string{"arrow --column a", "map DIR/t.parquet --out DIR/o.parquet --column a",
		"map DIR/t.parquet --out DIR/o.csv --column a", "map DIR/t.tsv --out DIR/o.parquet --column 1"} {
		code, _, stderr := f.run(io.Reader(nil), strings.Fields(args)...)
		if code != exitFailed || !strings.Contains(stderr, "go -C tools/arrow install ./normlet-arrow") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q", args, code, stderr)
		}
	}
	if code, _, stderr := f.run(nil, "map", "DIR/t.tsv", "--out", "DIR/o.tsv", "--column", "1", "--only"); code != exitUsage || !strings.Contains(stderr, "--only is for Parquet") {
		t.Errorf("status %d, %q", code, stderr)
	}
}

// TestParquetBesideOthers has the plug-in convert what alone is Parquet. What it says fails the run, whatever it has
// written, and leaves nothing.
func TestParquetBesideOthers(t *testing.T) {
	const isCSV, isRows = `test "$1" = csv || exit 9; `, `test "$1" = parquet || exit 9; `
	f := newFixture(t)
	f.write("in.csv", "gene\nFOX-P2\n")
	f.write("bad.csv", "gene\nFOX-P2\nx,y\n")
	for _, c := range []struct {
		script, args, out, stderr string
		status                    int
	}{
		{isCSV + `printf 'n,gene\n1,"FOX-P2"\n'`, "DIR/in.parquet --out DIR/o.tsv", "n\tgene\tgene_id", "DIR/in.parquet: parquet, UTF-8, header; mentions: column 2 (gene)\n", exitDone},
		{isCSV + `printf 'n,gene\n1,"FOX-P2"\n'; echo damaged >&2; exit 1`, "DIR/in.parquet --out DIR/o.tsv", "", "damaged\n", 1},
		{isCSV + `echo why >&2; exit 1`, "DIR/in.parquet --out DIR/o.tsv", "", "why\n", 1},
		{isRows + `shift; echo "$@"; cat`, "DIR/in.csv --out DIR/o.parquet --add 2nd",
			"--added=11 --number=-7 --number=-6 --number=-1\n[\"gene\",\"gene_id\",", "1 mention with an entity", exitDone},
		{isRows + `cat; echo full >&2; exit 1`, "DIR/in.csv --out DIR/o.parquet", "", "full\n", 1},
		{isRows + `exec <&-; echo first >&2; exit 2`, "DIR/in.csv --out DIR/o.parquet", "", "first\n", 2},
		{isRows + `cat`, "DIR/bad.csv --out DIR/o.parquet", "", "DIR/bad.csv:3: ", exitFailed},
	} {
		fakePlugin(t, c.script)
		args := append(strings.Fields("map --column gene --pack DIR/t.normpack"), strings.Fields(c.args)...)
		code, _, stderr := f.run(nil, args...)
		out := ""
		for _, name := range []string{"o.tsv", "o.parquet"} {
			if content, err := os.ReadFile(f.path(name)); err == nil {
				out += string(content)
			}
		}
		if code != c.status || !strings.Contains(stderr, c.stderr) || !strings.HasPrefix(out, c.out) || (out == "") != (c.out == "") {
			t.Errorf("%s %s: status %d, %q, %q", c.script, c.args, code, stderr, out)
		}
		for _, name := range []string{"o.tsv", "o.tsv.part", "o.tsv.state", "o.parquet"} {
			_ = os.Remove(f.path(name)) // of this case
		}
	}
	fakePlugin(t, ": >"+f.path("ready")+"; exec sleep 1000")
	code, _, stderr := f.runContext(f.untilThere("ready"), nil, strings.Fields("map --column gene --pack DIR/t.normpack DIR/in.parquet --out DIR/o.csv")...)
	if code != exitInterrupted || stderr != "normlet: interrupted\n" {
		t.Errorf("interrupted: status %d, %q", code, stderr)
	}
}
