package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/benchmark"
)

// measured runs a command that must succeed and returns its report.
func measured(t *testing.T, args ...string) (rep benchmark.Report, raw string) {
	t.Helper()
	var out, errs bytes.Buffer
	args = append([]string{"bench"}, args...)
	if code := run(context.Background(), append(args, "--json"), &out, &errs); code != exitDone {
		t.Fatalf("%v: exit status %d: %s", args, code, &errs)
	}
	d := json.NewDecoder(bytes.NewReader(out.Bytes()))
	d.DisallowUnknownFields()
	if err := d.Decode(&rep); err != nil || d.More() {
		t.Fatalf("%v: %v in %s", args, err, &out)
	}
	return rep, out.String()
}

func TestBenchLookup(t *testing.T) {
	f := newFixture(t)
	for _, args := range [][]string{{"lookup"}, {"lookup", "--queries", f.path("q.tsv")}} {
		rep, _ := measured(t, append(args, "--pack", f.path("t.normpack"))...)
		variants := ""
		for _, r := range rep.Rows {
			variants += r.Variant + ";"
		}
		if want := "p50;p99;p50 with near names;p99 with near names;p50 with a sentence;mean;mean, text to code;mean, scan of all names;mean of many together;read limit;"; variants != want {
			t.Errorf("%v: variants %s want %s", args, variants, want)
		}
	}
}

func TestBenchOpen(t *testing.T) {
	f := newFixture(t)
	for _, args := range [][]string{{"open", "--pack", f.path("t.normpack")}, {"open"}} {
		rep, _ := measured(t, args...)
		if len(rep.Rows) != 1 || rep.Rows[0].NS <= 0 {
			t.Errorf("%v: rows %+v", args, rep.Rows)
		}
		if rep.Memory == nil || rep.Memory.HeapBytes <= 0 || rep.Memory.Allocations <= 0 {
			t.Errorf("%v: memory %+v", args, rep.Memory)
		}
	}
}

func TestBenchFails(t *testing.T) {
	f := newFixture(t)
	for _, tc := range []struct {
		args string
		code int
		want string
	}{
		{"bench", exitUsage, "lookup or open is missing"},
		{"bench open --pack -", exitUsage, "--pack -"},
		{"bench open --pack " + f.path("q.tsv"), exitFailed, "q.tsv"},
		{"bench lookup --queries " + f.path("missing.tsv"), exitFailed, "missing.tsv"},
	} {
		var out, errs bytes.Buffer
		code := run(context.Background(), strings.Fields(tc.args), &out, &errs)
		if code != tc.code || !strings.Contains(errs.String(), tc.want) || out.Len() > 0 {
			t.Errorf("%s: exit status %d, %q, %q on standard output; want %d and %q", tc.args, code, &errs, &out, tc.code, tc.want)
		}
	}
}

func TestBenchTable(t *testing.T) {
	var out bytes.Buffer
	err := (&app{stdout: &out}).printBench(false, &benchmark.Report{CPU: "X", Kernel: "go",
		Rows:   []benchmark.Row{{Case: "a", Variant: "b", NS: 1500, RatioToLimit: 1.5}},
		Memory: &benchmark.Memory{ResidentBytes: 2e6, HeapBytes: 1e6, Allocations: 7}}, nil)
	const want = "kernel go, processor X\n\n" +
		"  case  variant  microseconds  x limit\n" +
		"     a        b           1.5     1.50\n" +
		"\nafter opening: 2.0 MB resident, 1.0 MB of them heap; 7 allocations\n"
	if err != nil || out.String() != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, &out, want)
	}
}
