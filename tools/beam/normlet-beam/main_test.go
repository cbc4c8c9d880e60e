package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/beam/normlet"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

var rowCount = flag.Int("rows", 6000, "rows of the tests")

// asProgram has the test binary be the program, so that a test can kill it.
const asProgram = "NORMLET_BEAM_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		os.Exit(0)
	}
	register.Function1x2(atColon)
	register.Function2x1(asLine)
	flag.Parse()
	log.SetupLogging("warn", "text")
	beam.Init()
	os.Exit(m.Run())
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// buildMap builds normlet of the same tree.
func buildMap(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "normlet")
	c := exec.Command("go", "build", "-o", program, "./tools/normlet")
	c.Dir = filepath.Join("..", "..", "..")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// write writes a file, compressed if the name says so.
func write(t *testing.T, path string, content []byte) {
	t.Helper()
	f, err := os.Create(path)
	check(t, err)
	var w io.WriteCloser = f
	switch filepath.Ext(path) {
	case ".gz":
		w = gzip.NewWriter(f)
	case ".zst":
		w, err = zstd.NewWriter(f)
		check(t, err)
	}
	_, err = w.Write(content)
	check(t, err)
	check(t, w.Close())
	if w != io.WriteCloser(f) {
		check(t, f.Close())
	}
}

// input writes the rows to three files, and beside them whatever cannot be read. It returns the good rows as one table.
func input(t *testing.T, dir string) (table string) {
	t.Helper()
	m := newMaker(t, 0.5)
	var whole bytes.Buffer
	check(t, m.write(&whole, 0, *rowCount))
	head, _, _ := strings.Cut(whole.String(), "\n")
	cut := *rowCount / 3 / documentRows * documentRows // documents are those of a file
	ends := []int{0, cut, 2 * cut, *rowCount}
	for i, name := range []string{"a.tsv", "b.tsv.gz", "c.tsv.zst"} {
		var b bytes.Buffer
		check(t, m.write(&b, ends[i], ends[i+1]))
		content := b.String()
		if i == 1 {
			lines := strings.SplitAfter(content, "\n")
			content = strings.Join(lines[:5], "") + "a row of one column\n" + strings.Join(lines[5:], "")
		}
		write(t, filepath.Join(dir, name), []byte(content))
	}
	check(t, os.WriteFile(filepath.Join(dir, "d.tsv.gz"), []byte("\x1f\x8b no gzip, though it begins so"), 0o666))
	check(t, os.WriteFile(filepath.Join(dir, "e.tsv"), []byte("other\tcolumns\nx\ty\n"), 0o666))
	if !strings.HasPrefix(head, "n\t") {
		t.Fatalf("the rows begin with %q", head)
	}
	return whole.String()
}

// mapped returns what normlet map writes for a table.
func mapped(t *testing.T, program, table string, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.tsv"), filepath.Join(dir, "out.tsv")
	check(t, os.WriteFile(in, []byte(table), 0o666))
	c := exec.Command(program, append([]string{"map", in, "--out", out, "--column", "mention"}, args...)...)
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	content, err := os.ReadFile(out)
	check(t, err)
	return string(content)
}

// parts returns the contents of the parts, which are whole, in their order.
func parts(t *testing.T, out string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(out, "part-*"))
	check(t, err)
	var all []string
	for i, name := range names {
		if want := fmt.Sprintf("part-%05d-of-%05d", i, len(names)); !strings.HasPrefix(filepath.Base(name), want) {
			t.Errorf("%s is there, not %s", name, want)
		}
		content, err := os.ReadFile(name)
		check(t, err)
		all = append(all, string(content))
	}
	return all
}

// sorted returns the lines of tables without their headers, sorted.
func sorted(t *testing.T, tables ...string) []string {
	t.Helper()
	var all []string
	for _, table := range tables {
		if strings.HasPrefix(table, "n\tdocument") {
			_, table, _ = strings.Cut(table, "\n")
		}
		all = append(all, slices.Collect(strings.Lines(table))...)
	}
	slices.Sort(all)
	return all
}

// same requires the same lines.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%d rows, normlet map writes %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("row %d: %q, normlet map writes %q", i, got[i], want[i])
		}
	}
}

// job is that of the tests.
func job(out string) normlet.Job {
	return normlet.Job{Out: out, MinP: mapping.DefaultMinP, Parts: 7, Columns: []string{"mention"}, Composites: true, Threads: 2}
}

// TestMapIsMap requires the rows of normlet map, and all that cannot be mapped to be counted and listed, of a run and of
// the next one over it.
func TestMapIsMap(t *testing.T) {
	built, in, out := buildMap(t), t.TempDir(), t.TempDir()
	table := input(t, in)
	for name, tt := range map[string]struct {
		change func(j *normlet.Job)
		args   []string
	}{
		"mentions":  {func(j *normlet.Job) { j.Composites = false }, []string{"--composites=false"}},
		"documents": {func(j *normlet.Job) { j.Document = "document" }, []string{"--document-column", "document"}},
		"a namespace": {func(j *normlet.Job) { j.Namespaces, j.NilAs = []string{"chemical"}, "none" },
			[]string{"--namespace", "chemical", "--nil-as", "none"}},
	} {
		t.Run(name, func(t *testing.T) {
			j := job(filepath.Join(out, name))
			tt.change(&j)
			want := sorted(t, mapped(t, built, table, tt.args...))
			var first []string
			for range 2 {
				told := counting(t, &j, filepath.Join(in, "*"))
				got := parts(t, j.Out)
				same(t, sorted(t, got...), want)
				if first != nil && !slices.Equal(got, first) {
					t.Error("the second run writes other bytes")
				}
				first = got
				counted(t, &j, in, told)
			}
		})
	}
}

// counting runs a job, again where Prism loses counts: off the processor for long, it forgets what some bundles counted,
// though their rows are there.
func counting(t *testing.T, j *normlet.Job, in string) (told string) {
	t.Helper()
	for range 3 {
		var stderr bytes.Buffer
		check(t, run(context.Background(), *j, in, &stderr))
		told = stderr.String()
		if n, _ := counters(t, j); n["written"] == n["rows"] && n["answered"]+n["nil"]+n["numbers"]+n["empty"] == n["rows"] {
			break
		}
	}
	return told
}

func counters(t *testing.T, j *normlet.Job) (n map[string]int, content []byte) {
	t.Helper()
	content, err := os.ReadFile(j.Counters())
	check(t, err)
	check(t, json.Unmarshal(content, &n))
	return n, content
}

// counted checks the counters and the dead letters.
func counted(t *testing.T, j *normlet.Job, in, told string) {
	t.Helper()
	n, content := counters(t, j)
	if n["rows"] != *rowCount || n["written"] != *rowCount || n["answered"]+n["nil"]+n["numbers"]+n["empty"] != *rowCount || n["dead-letters"] != 3 {
		t.Errorf("counters: %s", content)
	}
	if j.Document == "" && (n["look-ups"] > *rowCount || n["look-ups"] < *rowCount/4) {
		t.Errorf("%d look-ups for %d rows, half of which are repeated", n["look-ups"], *rowCount)
	}
	letters, err := os.ReadFile(j.DeadLetters())
	check(t, err)
	for _, want := range []string{`b.tsv.gz","line":6,"reason":"1 columns`, `d.tsv.gz","reason":"`, `e.tsv","reason":"`} {
		if !strings.Contains(string(letters), want) {
			t.Errorf("the dead letters lack %s: %s", want, letters)
		}
	}
	if strings.Count(string(letters), "\n") != 3 || !strings.Contains(told, "3 rows or files could not be mapped") {
		t.Errorf("dead letters: %s%s", letters, told)
	}
}

// TestHot requires a mention with more rows than fit to be looked up once.
func TestHot(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	check(t, os.WriteFile(filepath.Join(in, "a.csv"), []byte("mention\n"+strings.Repeat("aspirin\n", 5000)+"HeLa\n"), 0o666))
	j := job(out)
	check(t, run(context.Background(), j, filepath.Join(in, "*"), io.Discard))
	content, err := os.ReadFile(j.Counters())
	check(t, err)
	var n map[string]int
	check(t, json.Unmarshal(content, &n))
	if n["look-ups"] != 2 || n["written"] != 5001 || n["answered"] != 5001 {
		t.Errorf("counters: %s", content)
	}
}

// TestRetry has Prism's bug tried again, and no other failure.
func TestRetry(t *testing.T) {
	stalled := errors.New("panic: nil pointer dereference\n" + prismProgress + "0x1, {0x2, 0x3}, 0x0)")
	other := errors.New("nil pointer dereference elsewhere")
	for _, tt := range []struct {
		fails []error
		calls int
		want  error
	}{
		{[]error{nil}, 1, nil},
		{[]error{stalled, nil}, 2, nil},
		{[]error{stalled, other}, 2, other},
		{[]error{stalled, stalled, stalled, nil}, 3, stalled},
	} {
		calls := 0
		err := retry(func() error { calls++; return tt.fails[calls-1] })
		if err != tt.want || calls != tt.calls {
			t.Errorf("%v: %v after %d calls, want %v after %d", tt.fails, err, calls, tt.want, tt.calls)
		}
	}
}

func TestRefused(t *testing.T) {
	in := t.TempDir()
	check(t, os.WriteFile(filepath.Join(in, "a.csv"), []byte("mention\naspirin\n"), 0o666))
	check(t, os.WriteFile(filepath.Join(in, "a.parquet"), asParquet(t, [][]string{{"n", "mention"}, {"1", "aspirin"}}, 1), 0o666))
	for _, tt := range []struct {
		input  string
		change func(j *normlet.Job)
		want   string
	}{
		{"none*", func(*normlet.Job) {}, "there is no such file"},
		{"[", func(*normlet.Job) {}, "syntax error"},
		{"a.csv", func(j *normlet.Job) { j.Columns = nil }, "--column"},
		{"a.csv", func(j *normlet.Job) { j.Columns = []string{"gene"} }, `no column "gene"`},
		{"a.parquet", func(j *normlet.Job) { j.Columns = []string{"gene"} }, `a.parquet: no column "gene"; there are "n", "mention"`},
		{"a.csv", func(j *normlet.Job) { j.From = "parquet" }, "a.csv: not a Parquet file"},
		{"a.csv", func(j *normlet.Job) { j.Document = "pmid" }, `no column "pmid"`},
		{"a.csv", func(j *normlet.Job) { j.Out = "" }, "--output is missing"},
		{"a.csv", func(j *normlet.Job) { j.Namespaces = []string{"stars"} }, "stars"},
		{"a.csv", func(j *normlet.Job) { j.Pack = filepath.Join(in, "a.csv") }, "a.csv"},
		{"a.csv", func(j *normlet.Job) { j.Parts = 3 }, "is a part of another run"},
	} {
		j := job(filepath.Join(t.TempDir(), "out"))
		check(t, os.Mkdir(j.Out, 0o777))
		check(t, os.WriteFile(j.Out+"/part-00000-of-00009.csv", nil, 0o666))
		tt.change(&j)
		if err := run(context.Background(), j, filepath.Join(in, tt.input), io.Discard); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// TestOtherFileSystem maps from and to a file system of Beam.
func TestOtherFileSystem(t *testing.T) {
	memfs.Write("memfs://in/a.csv", []byte("mention\naspirin\n"))
	memfs.Write("memfs://in/b.csv", []byte("mention\nFOX-P2\n"))
	memfs.Write("memfs://out/part-00000-of-00009.csv.gz", nil)
	ctx := context.Background()
	j := normlet.Job{Out: "memfs://out", Columns: []string{"mention"}, Compress: "gz", Force: true}
	for range 2 {
		check(t, run(ctx, j, "memfs://in/*.csv", io.Discard))
		there, err := normlet.Glob(ctx, "memfs://out/*")
		check(t, err)
		want := "[memfs://out/counters.json memfs://out/dead-letters.jsonl memfs://out/part-00000-of-00001.csv.gz]"
		if fmt.Sprint(there) != want {
			t.Fatalf("%v, want %s", there, want)
		}
		f, err := memfs.New(ctx).OpenRead(ctx, there[2])
		check(t, err)
		z, err := gzip.NewReader(f)
		check(t, err)
		content, err := io.ReadAll(z)
		check(t, err)
		if !strings.Contains(string(content), "\naspirin,MESH:D001241,") || !strings.Contains(string(content), "\nFOX-P2,NCBIGene:93986,") {
			t.Errorf("%s", content)
		}
	}
}

// TestLookup requires the transform for other pipelines to answer as normlet map does, each mention once.
func TestLookup(t *testing.T) {
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	mentions, add := []string{"malignant tumour of pancreas, odd", "zebrafish tp53", "FOX-P2", "aspirin", " "}, []string{"parent", "organism", "broader", "says", "url"}
	column := mapping.NewColumn(&mapping.Config{Lookup: n.LookupMany, Entity: n.Entity, Says: mapping.Says(n), Add: add})
	cells, err := column.Map(mentions)
	check(t, err)
	var want []any
	for i, c := range cells {
		x := c.Texts()
		want = append(want, normlet.Answer{Mention: mentions[i], ID: x[0], Name: x[1], Matched: x[2], Stage: x[3], Score: x[4], P: x[5], NIL: c.NIL, Empty: c.Empty, Verdict: c.Verdict, Extra: c.Extra})
	}
	if parent, organism := cells[0].Extra[0], cells[1].Extra[2]; parent != "MESH:D010190" || organism != "7955" {
		t.Errorf("%q and %q: the test would show little", parent, organism)
	}
	p, s := beam.NewPipelineWithRoot()
	answers := normlet.Lookup(s, normlet.Job{Add: add}, beam.CreateList(s, append(mentions, "FOX-P2")))
	passert.Equals(s, answers, want...)
	if _, err := beamx.RunWithMetrics(context.Background(), p); err != nil {
		t.Fatal(err)
	}
}
