package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cost"
)

func TestBuild(t *testing.T) {
	f := newFixture(t)
	args := "build DIR/t.tsv --encoder DIR/t.normenc --bits 64 --name Tiny --source here --version 1 --license CC0-1.0 --out "
	code, stdout, stderr := f.run(nil, strings.Fields(args+"DIR/x1.normpack")...)
	want := regexp.MustCompile(`^DIR/t\.tsv: tsv, UTF-8\n(  .*\n){4}read 12 rows: 12 names of 6 entities, 0 bad rows left out
annotate: Gene \(gene\): 88 % of 9 names are such, or look so
annotate: no type \(chemical\): texts are searched for the names
1 names are of several entities, most of all "catalase", of 2
wrote DIR/x1\.normpack: 12 names of 6 entities, codes of 64 bits, \d+ bytes \(\d+\.\d a name\)
took \d+\.\d s(, peak memory \d+ MiB)?
$`)
	if code != exitDone || stdout != "" || !want.MatchString(stderr) {
		t.Errorf("status %d, stdout %q, stderr:\n%s", code, stdout, stderr)
	}
	if code, _, stderr := f.run(nil, strings.Fields(args+"DIR/x2.normpack")...); code != exitDone {
		t.Fatalf("status %d, %s", code, stderr)
	}
	if f.read("x1.normpack") != f.read("x2.normpack") {
		t.Error("the same command made two different packs")
	}
	code, stdout, stderr = f.run(nil, "verify", "DIR/x1.normpack")
	if code != exitDone || !regexp.MustCompile(`^DIR/x1\.normpack: \d+ bytes, 12 names of 6 entities, 12 self-checks: ok\n$`).MatchString(stdout) || stderr != "" {
		t.Errorf("verify: status %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	c, err := pack.Parse([]byte(f.read("x1.normpack")))
	f.check(err)
	for key, want := range map[string]string{"name": "Tiny", "source": "here", "version": "1", "license": "CC0-1.0"} {
		if got := c.MetaValue(key); got != want {
			t.Errorf("metadata %s: %q, want %q", key, got, want)
		}
	}
	f.only("x1.normpack x2.normpack")
}

// TestBuildWeights lends the default pack's weights to a list of its genes without
// any.
func TestBuildWeights(t *testing.T) {
	f := newFixture(t)
	f.write("p.tsv", "P:1\tFOXP2\nP:1\tSPCH1\nP:2\tPLCG2\nP:3\tnobody knows\n")
	code, _, stderr := f.run(nil, strings.Fields("build DIR/p.tsv --encoder DIR/t.normenc --bits 64 --out DIR/x.normpack")...)
	from := "of 2 of 3 entities, by their names, from Human genes, Gene Ontology, common diseases, chemicals, species and cell lines"
	if code != exitDone || !strings.Contains(stderr, "no weights: took those "+from+" in the default pack\n") {
		t.Fatalf("status %d, %s", code, stderr)
	}
	c, err := pack.Parse([]byte(f.read("x.normpack")))
	f.check(err)
	if got := c.MetaValue("weights"); got != from || c.Prior[0] <= c.Prior[2] || c.Prior[1] <= c.Prior[2] {
		t.Errorf("weights %q, priors %d", got, c.Prior)
	}
}

// TestBuildEncoders takes the encoder from a pack and from the embedded one, and writes a compressed pack that lookup
// reads. TestBuildMentions trains one.
func TestBuildEncoders(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	for _, encoder := range []string{"DIR/t.normpack", "default"} {
		code, _, stderr := f.run(nil, "build", "DIR/t.tsv", "--out", "DIR/x.normpack.zst", "--encoder", encoder)
		if code != exitDone {
			t.Errorf("%s: status %d, stderr %q", encoder, code, stderr)
		}
		code, stdout, stderr := f.run(nil, "lookup", "--pack", "DIR/x.normpack.zst", "--format", "tsv", "-k", "1", "fox-p2")
		if code != exitDone || !strings.Contains(stdout, "G:1\tFOXP2") {
			t.Errorf("%s: status %d, stdout %q, stderr %q", encoder, code, stdout, stderr)
		}
	}
	if _, err := zstd.NewReader(bytes.NewReader([]byte(f.read("x.normpack.zst")))); err != nil {
		t.Error(err)
	}
}

// TestBuildHead takes encoder and binarizer from a pack: names added to its own
// leave the codes as they are.
func TestBuildHead(t *testing.T) {
	f := newFixture(t)
	f.write("more.tsv", "H:1\tcatalase\tprimary\n")
	code, _, stderr := f.run(nil, "build", "DIR/t.tsv", "DIR/more.tsv", "--encoder", "DIR/t.normpack", "--head", "DIR/t.normpack", "--out", "DIR/x.normpack")
	if code != exitDone {
		t.Fatalf("status %d, stderr %q", code, stderr)
	}
	old, err := pack.Parse([]byte(f.read("t.normpack")))
	f.check(err)
	c, err := pack.Parse([]byte(f.read("x.normpack")))
	f.check(err)
	if !bytes.Equal(c.Head, old.Head) || c.Bits != old.Bits || c.Names.Len() != old.Names.Len()+1 {
		t.Errorf("%d names, codes of %d bits, or another head; want one name more than %d and the head of t.normpack", c.Names.Len(), c.Bits, old.Names.Len())
	}
}

func TestBuildSkipBad(t *testing.T) {
	f := newFixture(t)
	const badShown = 20
	f.write("bad.tsv", terminology+strings.Repeat("G:9\n", badShown+5))
	code, _, stderr := f.run(nil, "build", "DIR/bad.tsv", "--skip-bad", "--out", "DIR/x.normpack", "--encoder", "DIR/t.normenc")
	if code != exitDone || strings.Count(stderr, "left out: DIR/bad.tsv:") != badShown ||
		!strings.Contains(stderr, "left out: 5 more\n") || !strings.Contains(stderr, "25 bad rows left out\n") {
		t.Errorf("status %d, stderr:\n%s", code, stderr)
	}
}

// TestBuildKeepsOld fails on the way and leaves the older file alone.
func TestBuildKeepsOld(t *testing.T) {
	f := newFixture(t)
	f.write("x.normpack", "old")
	f.write("bad.tsv", "G:9\n")
	if code, _, _ := f.run(nil, "build", "DIR/bad.tsv", "--out", "DIR/x.normpack"); code != exitFailed || f.read("x.normpack") != "old" {
		t.Errorf("status %d, file %q", code, f.read("x.normpack"))
	}
	f.only("x.normpack")
}

func TestTrain(t *testing.T) {
	f := newFixture(t)
	args := "train DIR/t.tsv --rows 64 --dim 8 --batch 4 --epochs 3 --threads 2 --dropout 0 --seed 7 --out DIR/x.normenc --report DIR/x.json"
	code, stdout, stderr := f.run(nil, strings.Fields(args)...)
	if code != exitDone || stdout != "" || !strings.Contains(stderr, "\ntrained on ") || !strings.Contains(stderr, "\nwrote DIR/x.normenc: ") || !strings.Contains(stderr, "\ntook ") {
		t.Fatalf("status %d, stdout %q, stderr:\n%s", code, stdout, stderr)
	}
	var rep struct {
		Config struct {
			Rows, Dim, Hidden, Epochs, Threads int
			Dropout                            float64
			Seed                               uint64
		}
		Names, Steps int
		Loss         []float64
		Bytes        int     `json:"encoder_bytes"`
		Seconds      float64 `json:"seconds"`
	}
	f.check(json.Unmarshal([]byte(f.read("x.json")), &rep))
	c := rep.Config
	if c.Rows != 64 || c.Dim != 8 || c.Hidden != 8 || c.Epochs != 3 || c.Threads != 2 || c.Dropout > 0 || c.Seed != 7 ||
		len(rep.Loss) != 3 || rep.Steps == 0 || rep.Names == 0 || rep.Bytes != len(f.read("x.normenc")) || rep.Seconds <= 0 {
		t.Errorf("report %+v", rep)
	}
	if peak := cost.PeakMemory(); peak > 0 && (peak < 1<<20 || !strings.Contains(f.read("x.json"), `"peak_memory_bytes": `)) {
		t.Errorf("peak memory %d bytes, report %s", peak, f.read("x.json"))
	}
	if code, _, stderr := f.run(nil, "build", "DIR/t.tsv", "--encoder", "DIR/x.normenc", "--out", "DIR/x.normpack"); code != exitDone {
		t.Errorf("build: status %d, stderr %q", code, stderr)
	}
}

func TestEval(t *testing.T) {
	f := newFixture(t)
	code, stdout, stderr := f.run(nil, "eval", "--pack", "DIR/t.normpack", "--queries", "DIR/q.tsv", "--unlinked", "DIR/u.tsv", "--json")
	if code != exitDone || lastLine(stderr) != "1 of 4 queries have no id that is in the pack; they count as misses\n" || !strings.HasPrefix(stderr, "DIR/q.tsv: 4 queries, tsv, UTF-8, no header; mention: column 1, ids: column 2\n  mention  ids\n") {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
	latency := regexp.MustCompile(`"latency_us":\{"p50":[0-9.]+,"p99":[0-9.]+\}`)
	if !latency.MatchString(stdout) {
		t.Errorf("no latency in %s", stdout)
	}
	stdout = latency.ReplaceAllString(stdout, `"latency_us":{}`)
	// The last bits of the probabilities differ between platforms.
	golden(t, "eval.json", regexp.MustCompile(`("ece":0\.\d{6})\d*`).ReplaceAllString(stdout, "$1"))
	for _, stage := range []string{"hamming", "float"} {
		code, stdout, stderr := f.run(nil, "eval", "--pack", "DIR/t.normpack", "--queries", "DIR/q.tsv", "--stage", stage)
		if code != exitDone || strings.Count(stderr, "\n") != 5 || !strings.Contains(stdout, "stage "+stage) || !strings.Contains(stdout, "queries    4       4          1\n") {
			t.Errorf("%s: status %d, stderr %q, stdout:\n%s", stage, code, stderr, stdout)
		}
	}
	_, stdout, _ = f.run(nil, "eval", "--pack", "DIR/t.normpack", "--queries", "DIR/q.tsv", "--unlinked", "DIR/u.tsv")
	golden(t, "eval.table", regexp.MustCompile(`(?s)microseconds.*`).ReplaceAllString(
		regexp.MustCompile(` *p50 *p99`).ReplaceAllString(stdout, "p50 p99"), "microseconds\n"))
}

func TestInspect(t *testing.T) {
	f := newFixture(t)
	code, stdout, stderr := f.run(nil, "inspect", "DIR/t.normpack")
	if code != exitDone || stderr != "" {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
	for _, want := range []string{"names       12\n", "entities    6\n", `namespaces  ["chemical" "gene"]`, `annotate    Gene ["gene"]`, "\n  method: \"rp\"\n", "\nCODE ", "\nENCW ", "\ntotal ", " 100.0% "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	// Every byte belongs to a row.
	if len(f.read("t.normpack")) == 0 || !regexp.MustCompile(`(?m)^total +`+strconv.Itoa(len(f.read("t.normpack")))+" ").MatchString(stdout) {
		t.Errorf("the total is not the size of the file:\n%s", stdout)
	}
	// A damaged pack shows its sections all the same.
	b := []byte(f.read("t.normpack"))
	b[len(b)-1] ^= 1
	f.write("bad.normpack", string(b))
	code, stdout, stderr = f.run(nil, "inspect", "DIR/bad.normpack")
	if code != exitFailed || !strings.Contains(stdout, "\nCODE ") || !strings.Contains(stderr, "damaged file") {
		t.Errorf("damaged: status %d, stderr %q, stdout:\n%s", code, stderr, stdout)
	}
}

// TestVerifyFaults writes a pack that opens, since the rows that opening looks at
// are right, and has a wrong code.
func TestVerifyFaults(t *testing.T) {
	var terms strings.Builder
	for i := range 48 { // opening looks at rows 1, 4, 7, ...
		fmt.Fprintf(&terms, "X:%d\tname %02d\n", i, i)
	}
	f := newFixture(t)
	f.write("many.tsv", terms.String())
	f.run(nil, "build", "DIR/many.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/many.normpack")
	contents, err := pack.Parse([]byte(f.read("many.normpack")))
	f.check(err)
	contents.Codes = slices.Clone(contents.Codes) // it may be part of the file
	contents.Codes[2*5] ^= 1 << 40
	content, err := contents.Append(nil, nil)
	f.check(err)
	f.write("x.normpack", string(content))
	const want = `normlet: DIR/x.normpack: pack: damaged file: section CODE, byte 0: row 5, "name 05", has the code`
	code, stdout, stderr := f.run(nil, "verify", "DIR/x.normpack")
	if code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, stdout %q, stderr %q; want %q", code, stdout, stderr, want)
	}
	if code, _, stderr := f.run(nil, "lookup", "--pack", "DIR/x.normpack", "name 07"); code != 0 {
		t.Errorf("the pack does not open: %s", stderr)
	}
}

// TestNoStrayFiles runs the commands that write files in a folder of their own
// and finds only what was asked for.
func TestNoStrayFiles(t *testing.T) {
	f := newFixture(t)
	before, err := filepath.Glob(f.path("*"))
	f.check(err)
	f.run(nil, "train", "DIR/t.tsv", "--rows", "64", "--dim", "8", "--epochs", "1", "--out", "DIR/a.normenc")
	f.run(nil, "build", "DIR/t.tsv", "--encoder", "DIR/a.normenc", "--out", "DIR/a.normpack")
	after, err := filepath.Glob(f.path("*"))
	f.check(err)
	if len(after) != len(before)+2 {
		t.Errorf("%q became %q", before, after)
	}
	if info, err := os.Stat(f.path("a.normpack")); err != nil || info.Mode().Perm()&0o400 == 0 {
		t.Errorf("%v, %v", info, err)
	}
}
