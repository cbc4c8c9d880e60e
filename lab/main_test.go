package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "bench" { // the process that "bench open" starts
		main()
	}
	madeUp = 300
	os.Exit(m.Run())
}

const terminology = `# id name kind weight namespace
G:1	FOXP2	primary	500	gene
G:1	forkhead box P2	exact
G:2	FOXP1	primary	300	gene
G:3	PLCG2	primary	200	gene
G:3	PLC-gamma-2	alias
C:1	catalase	primary	10	chemical
C:2	aspirin	primary	900	chemical
`

// fixture is a folder with a terminology, queries and a pack.
type fixture struct {
	t   *testing.T
	dir string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t, t.TempDir()}
	f.write("t.tsv", terminology)
	f.write("q.tsv", "FOX-P2\tG:1\nfoxp1\t2\nPLCγ2\tG:3\naspirin\tC:99\n")
	f.pack("t.normpack", terminology)
	return f
}

// pack builds a pack of a terminology.
func (f *fixture) pack(file, terminology string) {
	list, _, err := data.ReadTSV(strings.NewReader(terminology), "terminology", data.ReadOptions{})
	f.check(err)
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: list, Encoder: tinyWeights(), Method: "rp", Bits: 64, Samples: madeUp}, nil)
	f.check(err)
	content, err := c.Append(nil, nil)
	f.check(err)
	f.write(file, string(content))
}

// tinyWeights are random, and small enough for a test.
func tinyWeights() *encoder.Weights {
	const rows, dim = 512, 64
	rng := rand.New(rand.NewPCG(1, 2))
	table := make([]float32, rows*dim)
	for i := range table {
		table[i] = float32(rng.Float64() - 0.5)
	}
	w := &encoder.Weights{Rows: rows, Dim: dim, Table: encoder.Quantize(table, 127, 0),
		Gain: make([]float32, dim), Bias: make([]float32, dim), B2: make([]float32, dim)}
	for i := range w.Gain {
		w.Gain[i] = 1
	}
	return w
}

func (f *fixture) path(name string) string { return filepath.Join(f.dir, name) }

func (f *fixture) write(name, content string) {
	f.t.Helper()
	f.check(os.WriteFile(f.path(name), []byte(content), 0o666))
}

func (f *fixture) read(name string) string {
	f.t.Helper()
	b, err := os.ReadFile(f.path(name))
	f.check(err)
	return string(b)
}

func (f *fixture) check(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// run runs a command line in which DIR stands for the folder, and puts DIR back into what it prints.
func (f *fixture) run(args ...string) (code int, stdout, stderr string) {
	f.t.Helper()
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", f.dir)
	}
	var out, errs bytes.Buffer
	code = run(context.Background(), args, &out, &errs)
	back := func(b bytes.Buffer) string { return strings.ReplaceAll(b.String(), f.dir, "DIR") }
	return code, back(out), back(errs)
}

// lastLine returns the last line of s, with its end.
func lastLine(s string) string { return s[strings.LastIndex(strings.TrimSuffix(s, "\n"), "\n")+1:] }

// only requires that of the files whose names begin with x, the folder has those in extra.
func (f *fixture) only(extra string) {
	f.t.Helper()
	for _, name := range f.folder(".") {
		if strings.HasPrefix(name, "x") && !strings.Contains(" "+extra+" ", " "+name+" ") {
			f.t.Errorf("%s was left behind", name)
		}
	}
}

// TestForeignStays: a file that the laboratory did not write stays, but for --force.
func TestForeignStays(t *testing.T) {
	f := newGraph(t)
	const thesis = "something of a user"
	for _, args := range []string{
		"kg train DIR/g --out DIR/x" + kgFlags, "kg train DIR/g --out DIR/other --report DIR/x" + kgFlags,
		"experiment contrastive-curve --small --out DIR/folder",
	} {
		f.check(os.MkdirAll(f.path("folder"), 0o777))
		f.write("x", thesis)
		f.write("folder/contrastive-curve.json", thesis)
		if code, _, stderr := f.run(strings.Fields(args)...); code != exitFailed || !strings.Contains(stderr, "--force") {
			t.Errorf("%s: status %d, %s", args, code, stderr)
		}
		if f.read("x") != thesis || f.read("folder/contrastive-curve.json") != thesis {
			t.Fatalf("%s: the file is gone", args)
		}
		for _, again := range []string{args + " --force", args} { // the second time it is the laboratory's own
			if code, _, stderr := f.run(strings.Fields(again)...); code != exitDone {
				t.Errorf("%s: status %d, %s", again, code, stderr)
			}
		}
	}
	if code, _, stderr := f.run(strings.Fields("kg train DIR/g --out DIR/g/train.txt" + kgFlags)...); code == exitDone {
		t.Errorf("an input was overwritten: %s", stderr)
	}
	if code, _, stderr := f.run("kg", "train", "DIR/g", "--out", "DIR/y", "--report="); code != exitUsage || !strings.HasPrefix(stderr, "lab: --report names no file") {
		t.Errorf("status %d, %s", code, stderr)
	}
}
