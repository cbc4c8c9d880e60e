package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/benchmark"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/program"
)

// madeUp is hook.MadeUp of tests and of the program by the name quick, which then makes the same packs.
const madeUp, quick = 300, "normlet.quick"

// TestMain stands in for main in the processes that "bench open" and TestTrainKilled
// start, and in those of the tutorials, which call it normlet.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case quick:
		hook.MadeUp = madeUp
		main()
	case "normlet":
		main()
	case "curl":
		os.Exit(curl(os.Args[1:]))
	}
	for _, variable := range os.Environ() { // which are somebody's settings
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, cli.VariablePrefix) && !strings.HasPrefix(name, "NORMLET_TEST_") {
			os.Unsetenv(name)
		}
	}
	if len(os.Args) > 1 && (os.Args[1] == "bench" || os.Args[1] == "train") {
		main()
	}
	hook.MadeUp = madeUp
	if !testfull.On() {
		hook.PageProgram = func(context.Context) (*program.Program, error) {
			return &program.Program{Wasm: []byte("\x00asm"), Support: []byte("// of Go")}, nil
		}
	}
	once := sync.OnceValues(func() (*pack.Contents, error) { return pack.Parse(assets.Default()) })
	hook.ParseDefault = func([]byte) (*pack.Contents, error) { return once() }
	hook.OpenDefault = func([]byte) (*core.Normalizer, error) { return openDefault() }
	debug.SetGCPercent(400) // commands that run one after another leave much behind, and hold little
	os.Exit(m.Run())
}

// openDefault opens the default pack once for all tests.
var openDefault = sync.OnceValues(func() (*core.Normalizer, error) { return core.OpenBytes(assets.Default()) })

// measured runs a command that must succeed and returns its report.
func measured(t *testing.T, args ...string) (rep benchmark.Report, raw string) {
	t.Helper()
	var out, errs bytes.Buffer
	args = append([]string{"bench"}, args...)
	if code := run(context.Background(), append(args, "--json"), strings.NewReader(""), &out, &errs); code != exitDone {
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
		code := run(context.Background(), strings.Fields(tc.args), strings.NewReader(""), &out, &errs)
		if code != tc.code || !strings.Contains(errs.String(), tc.want) || out.Len() > 0 {
			t.Errorf("%s: exit status %d, %q, %q on standard output; want %d and %q", tc.args, code, &errs, &out, tc.code, tc.want)
		}
	}
}
