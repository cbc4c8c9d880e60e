package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/benchmark"
)

func TestBench(t *testing.T) {
	f := newFixture(t)
	for _, args := range [][]string{{"bench", "--json"}, {"bench", "--json", "--queries", f.path("q.tsv")}} {
		code, stdout, stderr := f.run(nil, append(args, "--pack", f.path("t.normpack"))...)
		var rep benchmark.Report
		if err := json.Unmarshal([]byte(stdout), &rep); code != exitDone || err != nil {
			t.Fatalf("%v: exit status %d, %v: %s", args, code, err, stderr)
		}
		variants := ""
		for _, r := range rep.Rows {
			variants += r.Case + " " + r.Variant + ";"
		}
		if want := "lookup p50;lookup p99;lookup p50 with a sentence;lookup mean;lookup mean, text to code;lookup mean, scan of all names;lookup mean of many together;lookup the same, names without near ones;lookup read limit;open median;"; variants != want {
			t.Errorf("%v: variants %s want %s", args, variants, want)
		}
	}
}

func TestBenchFails(t *testing.T) {
	f := newFixture(t)
	for _, path := range []string{"--pack=DIR/q.tsv", "--queries=DIR/missing.tsv"} {
		if code, stdout, stderr := f.run(nil, "bench", path); code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, "normlet: DIR/") {
			t.Errorf("%s: exit status %d, %q, %q", path, code, stdout, stderr)
		}
	}
}
