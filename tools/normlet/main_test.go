package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/tag"
)

var update = flag.Bool("update", false, "write the golden files")

// terminology has a name in two namespaces, and marks in its names.
const terminology = `# id name kind weight namespace
G:1	FOXP2	primary	500	gene
G:1	forkhead box P2	exact
G:1	SPCH1	alias
G:2	FOXP1	primary	300	gene
G:2	forkhead box P1	exact
G:3	PLCG2	primary	200	gene
G:3	PLC-gamma-2	alias
G:4	CAT	primary	100	gene
G:4	catalase	exact
C:1	catalase	primary	10	chemical
C:2	aspirin	primary	900	chemical
C:2	acetylsalicylic acid	exact
`

const queries = "FOX-P2\tG:1\nfoxp1\t2\nPLCγ2\tG:3\naspirin\tC:99\n"

// fixture is a folder with a terminology, queries, an encoder and a pack.
type fixture struct {
	t   *testing.T
	dir string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t, t.TempDir()}
	f.write("t.tsv", terminology)
	f.write("q.tsv", queries)
	f.write("u.tsv", "qqqq\t-\n?!\t-\n")
	w, err := tinyWeights().AppendBinary(nil)
	f.check(err)
	f.write("t.normenc", string(w))
	f.write("t.normpack", tinyPack())
	return f
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

// tinyPack returns a pack whose ranker is fixed, so that golden files do not
// change with the fit.
var tinyPack = sync.OnceValue(func() string {
	c := assembled(terminology)
	r := score.Ranker{NIL: 6}
	for feature, w := range map[score.Feature]float32{score.Cosine: 6, score.Normalized: 4, score.Trigram: 4, score.Exact: 1, score.Prior: 2} {
		r.Weights[feature] = w
	}
	c.Calibration = (&score.Calibration{Ranker: r, Trust: 0.75}).AppendBinary(nil)
	return packed(c)
})

// assembled builds a list with tinyWeights.
func assembled(list string, types ...string) *pack.Contents {
	t, _, err := data.ReadTSV(strings.NewReader(list), "list", data.ReadOptions{})
	if err == nil {
		r := assemble.Recipe{Terminology: t, Encoder: tinyWeights(), Method: "rp", Bits: 64, Samples: hook.MadeUp}
		var c *pack.Contents
		if r.Types, err = tag.ParseStated(types); err != nil {
			panic(err)
		}
		if c, _, err = assemble.Run(context.Background(), r, nil); err == nil {
			return c
		}
	}
	panic(err)
}

// diseases is a list of 2,000 names, one of which is asthma.
func diseases() string {
	var b strings.Builder
	b.WriteString("D:0\tasthma\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "D:%d\tsyndrome of %x\tprimary\nD:%d\tdisease %x of old\talias\n", i+1, i*i, i+1, i*(i+7))
	}
	return b.String()
}

func packed(c *pack.Contents) string {
	content, err := c.Append(nil, nil)
	if err != nil {
		panic(err)
	}
	return string(content)
}

func (f *fixture) path(name string) string { return filepath.Join(f.dir, name) }

func (f *fixture) write(name, content string) string {
	f.t.Helper()
	f.check(os.WriteFile(f.path(name), []byte(content), 0o666))
	return f.path(name)
}

func (f *fixture) read(name string) string {
	f.t.Helper()
	b, err := os.ReadFile(f.path(name))
	f.check(err)
	return string(b)
}

// untilThere returns a context that ends when a file is there.
func (f *fixture) untilThere(name string) context.Context {
	ctx, cancel := context.WithCancel(f.t.Context())
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if _, err := os.Stat(f.path(name)); err == nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	return ctx
}

func (f *fixture) check(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// run runs a command line in which DIR stands for the folder, and puts DIR back
// into what it prints.
func (f *fixture) run(stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	return f.runContext(context.Background(), stdin, args...)
}

func (f *fixture) runContext(ctx context.Context, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	f.t.Helper()
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", f.dir)
	}
	var out, errs bytes.Buffer
	code = run(ctx, args, stdin, &out, &errs)
	back := func(b bytes.Buffer) string { return strings.ReplaceAll(b.String(), f.dir, "DIR") }
	return code, back(out), back(errs)
}

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test -update writes it anew. Got:\n%s", path, got)
	}
}

// TestUsage runs wrong command lines: status 2, one line, nothing on stdout.
func TestUsage(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ args, want string }{
		{"lokup x", `normlet: there is no command "lokup"; did you mean lookup?; see normlet --help`},
		{"--frob", "normlet: unknown flag: --frob; see normlet --help"},
		{"lookup --frob", "normlet: unknown flag: --frob; see normlet lookup --help"},
		{"lookup -k 0 x", "normlet: -k 0: want 1 to 128; see normlet lookup --help"},
		{"lookup -k 129 x", "normlet: -k 129: want 1 to 128; see normlet lookup --help"},
		{"lookup --format xml x", `normlet: invalid argument "xml" for "--format" flag: want one of table, json, tsv; see normlet lookup --help`},
		{"lookup --pack DIR/t.normpack --namespace gene,mars x", `normlet: namespace "mars": no such namespace`},
		{"build", "normlet: a terminology file is missing; see normlet build --help"},
		{"build DIR/t.tsv", "normlet: --out is missing; see normlet build --help"},
		{"build DIR/t.tsv --out DIR/x --bits 100", "normlet: --bits: 100 bits: want a multiple of 64"},
		{"build DIR/t.tsv --out DIR/x --head DIR/h --bits 64", "normlet: --method and --bits are those of the binarizer that --head reads"},
		{"eval --queries DIR/q.tsv --pack DIR/t.normpack --namespace mars", `normlet: namespace "mars": no such namespace`},
		{"build DIR/t.tsv --out DIR/x --method lsh", `normlet: invalid argument "lsh" for "--method" flag: want one of`},
		{"build DIR/t.tsv --out DIR/x --input-format owl", `normlet: invalid argument "owl" for "--input-format" flag: want one of babelon, `},
		{"build DIR/t.tsv --out DIR/x --columns =x", `normlet: invalid argument "=x" for "--columns" flag: "=x": want ROLE=COLUMN`},
		{"train", "normlet: a terminology file is missing; see normlet train --help"},
		{"train DIR/t.tsv", "normlet: --out is missing; see normlet train --help"},
		{"train DIR/t.tsv --out DIR/x --dim 7", "normlet: --dim 7: want 8 to 1024; see normlet train --help"},
		{"train DIR/t.tsv --out DIR/x --rate NaN", "normlet: --rate NaN: want 1e-09 to 1; see normlet train --help"},
		{"train DIR/t.tsv --out DIR/x --epochs many", `normlet: invalid argument "many" for "--epochs" flag`},
		{"eval", "normlet: --queries is missing; see normlet eval --help"},
		{"eval --queries DIR/q.tsv --stage fast", `normlet: invalid argument "fast" for "--stage" flag: want one of full, hamming, float; see normlet eval --help`},
		{"eval --queries DIR/q.tsv --unlinked DIR/u.tsv --stage float", "normlet: --unlinked goes with --stage full"},
		{"eval DIR/q.tsv --queries DIR/q.tsv", `normlet: "DIR/q.tsv" is one argument too many; want --queries; see`},
		{"inspect a b", `normlet: "b" is one argument too many; want one pack file; see normlet inspect --help`},
		{"verify a b", `normlet: "b" is one argument too many; want one pack file; see normlet verify --help`},
	} {
		code, stdout, stderr := f.run(nil, strings.Fields(c.args)...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want 2 and %q", c.args, code, stdout, stderr, c.want)
		}
	}
}

// TestBadFiles runs every command on files that are not what they should be:
// status 1, one line that begins with the file.
func TestBadFiles(t *testing.T) {
	f := newFixture(t)
	good := f.read("t.normpack")
	f.write("cut.normpack", good[:len(good)-1])
	f.write("head.normpack", good[:40])
	f.write("empty", "")
	flipped := []byte(good)
	flipped[len(flipped)/2] ^= 4
	f.write("flip.normpack", string(flipped))
	newer := []byte(good)
	binary.LittleEndian.PutUint16(newer[10:], 99) // the oldest reader
	f.write("newer.normpack", string(newer))
	f.write("bad.tsv", terminology+"G:9\n")
	for _, c := range []struct{ args, want string }{
		{"lookup x --pack DIR/none", "normlet: DIR/none: no such file or directory"},
		{"lookup x --pack DIR", "normlet: DIR: not a regular file but a folder"},
		{"lookup x --pack DIR/t.tsv", "normlet: DIR/t.tsv: pack: not a normlet pack"},
		{"lookup x --pack DIR/empty", "normlet: DIR/empty: pack: not a normlet pack"},
		{"eval --queries DIR/q.tsv --pack DIR/cut.normpack", "normlet: DIR/cut.normpack: pack: damaged file: file, byte"},
		{"inspect DIR/head.normpack", "normlet: DIR/head.normpack: pack: damaged file: header"},
		{"inspect DIR/none", "normlet: DIR/none: no such file or directory"},
		{"inspect DIR/t.tsv", "normlet: DIR/t.tsv: pack: not a normlet pack"},
		{"verify DIR/flip.normpack", "normlet: DIR/flip.normpack: pack: damaged file: section"},
		{"verify DIR/newer.normpack", "normlet: DIR/newer.normpack: this file needs a newer normlet: its format of the pack is 99"},
		{"build DIR/none --out DIR/x", "normlet: DIR/none: no such file or directory"},
		{"build DIR/bad.tsv --out DIR/x", "normlet: DIR/bad.tsv:14: "},
		{"build DIR/empty --out DIR/x", "normlet: DIR/empty: no rows"},
		{"build DIR/t.tsv --out DIR/none/x", "normlet: DIR/none/x"},
		{"build DIR/t.tsv --out DIR", "normlet: DIR is a folder"},
		{"build DIR/t.tsv --out DIR/x --report DIR/none/r", "normlet: DIR/none/r"},
		{"build DIR/t.tsv --out DIR/x --encoder DIR/q.tsv", "normlet: DIR/q.tsv: encoder: not a valid encoder"},
		{"build DIR/t.tsv --out DIR/x --head DIR/q.tsv", "normlet: DIR/q.tsv: "},
		{"build DIR/t.tsv --out DIR/x --encoder DIR/cut.normpack", "normlet: DIR/cut.normpack: pack: damaged file"},
		{"train DIR/bad.tsv --out DIR/x", "normlet: DIR/bad.tsv:14: "},
		{"eval --pack DIR/t.normpack --queries DIR/none", "normlet: DIR/none: no such file or directory"},
		{"eval --pack DIR/t.normpack --queries DIR/empty", "normlet: DIR/empty: no rows"},
		{"eval --pack DIR/t.normpack --queries DIR/q.tsv --unlinked DIR/none", "normlet: DIR/none: no such file or directory"},
	} {
		code, _, stderr := f.run(nil, strings.Fields(c.args)...)
		if code != exitFailed || !strings.HasPrefix(lastLine(stderr), c.want) {
			t.Errorf("%s: status %d, stderr %q; want 1 and %q", c.args, code, stderr, c.want)
		}
	}
	f.only("")
}

// lastLine returns the last line of s, with its end. Before an error there may be
// what has been read so far.
func lastLine(s string) string { return s[strings.LastIndex(strings.TrimSuffix(s, "\n"), "\n")+1:] }

// only requires that no file but those of the test is in the folder, of which
// extra names some that begin with x.
func (f *fixture) only(extra string) {
	f.t.Helper()
	entries, err := os.ReadDir(f.dir)
	f.check(err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "x") && !strings.Contains(" "+extra+" ", " "+e.Name()+" ") {
			f.t.Errorf("%s was left behind", e.Name())
		}
	}
}

// TestInterrupted cancels commands: status 130, one line, and no file.
func TestInterrupted(t *testing.T) {
	f := newFixture(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	blocked, hold := io.Pipe() // a terminal on which nobody types
	defer hold.Close()
	for _, args := range []string{
		"build DIR/t.tsv --out DIR/x.normpack --encoder DIR/t.normenc",
		"build DIR/t.tsv --out DIR/x.normpack --encoder train",
		"train DIR/t.tsv --out DIR/x.normenc --report DIR/x.json",
		"eval --pack DIR/t.normpack --queries DIR/q.tsv",
		"verify DIR/t.normpack",
		"lookup --pack DIR/t.normpack",
		"lookup --pack DIR/t.normpack FOXP2",
	} {
		code, _, stderr := f.runContext(ctx, blocked, strings.Fields(args)...)
		if code != exitInterrupted || lastLine(stderr) != "normlet: interrupted\n" {
			t.Errorf("%s: status %d, stderr %q; want 130 and a line", args, code, stderr)
		}
	}
	f.only("")
}

// TestHelp asks every command for help: on stdout, with an example.
func TestHelp(t *testing.T) {
	f := newFixture(t)
	for _, cmd := range []string{"lookup", "map", "build", "train", "eval", "inspect", "verify"} {
		code, stdout, stderr := f.run(nil, cmd, "--help")
		if code != exitDone || stderr != "" || !strings.Contains(stdout, "Examples:\n  normlet "+cmd) {
			t.Errorf("%s: status %d, stderr %q, stdout %q", cmd, code, stderr, stdout)
		}
	}
}
