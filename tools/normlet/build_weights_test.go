package main

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

const coli = "T:1\tEntamoeba coli\nT:1\tE. coli\nT:2\tEscherichia coli\nT:2\tE. coli\n"

// TestBuildWithWeights says what weights, packs and texts change, and lets them decide between
// two entities of one name.
func TestBuildWithWeights(t *testing.T) {
	f := newFixture(t)
	f.write("coli.tsv", coli)
	f.write("first.tsv", "T:1\t9\n")
	f.write("second.tsv", "T:1\t2\n2\t100\nX:9\t5\n")
	f.write("others.tsv", "X:1\t3\nX:2\t4\n")
	f.write("texts.txt", strings.Repeat("Escherichia coli, or E. coli, grows.\n", 3))
	f.write("none.txt", "nothing of it\n")
	f.write("table.csv", "id,note\n1,\"Entamoeba coli, again\"\n2,Entamoeba coli\n")
	build := func(out, flags string) string {
		code, _, stderr := f.run(nil, strings.Fields("build DIR/coli.tsv --encoder DIR/t.normenc --bits 64 --force --out DIR/"+out+" "+flags)...)
		if code != exitDone {
			t.Fatalf("%s: status %d, %s", flags, code, stderr)
		}
		return stderr
	}
	build("weighted.normpack", "--weights DIR/second.tsv")
	for _, c := range []struct{ flags, says, best string }{
		{"--weights DIR/first.tsv", "--weights: 1 entities have one, 0 ids are not in the terminology\n", "T:1"},
		{"--weights DIR/second.tsv", "--weights: 2 entities have one, 1 ids are not in the terminology\n", "T:2"},
		{"--weights DIR/others.tsv", "--weights changes nothing: are its ids those of the terminology?\n", ""},
		{"--texts DIR/texts.txt", "--texts: 2 names of 2 entities occur in 3 of 3 texts\n", "T:2"},
		{"--texts DIR/none.txt", "--texts changes nothing: no name of the terminology occurs in 1 text\n", ""},
		{"--texts DIR/table.csv --text-column note", "--texts: 1 names of 1 entities occur in 2 of 2 texts\n", "T:1"},
		{"--weights-from DIR/weighted.normpack", "--weights-from: took those of 2 of 2 entities, by their names, from ", "T:2"},
		{"--weights-from DIR/t.normpack", "--weights-from changes nothing: there are weights, or the pack knows less than a quarter", ""},
	} {
		if stderr := build("x.normpack", c.flags); !strings.Contains(stderr, c.says) {
			t.Errorf("%s: want %q:\n%s", c.flags, c.says, stderr)
		}
		p, err := pack.Parse([]byte(f.read("x.normpack")))
		f.check(err)
		best := map[bool]string{true: "T:1", false: "T:2"}[p.Prior[0] > p.Prior[1]]
		if p.Prior[0] == p.Prior[1] {
			best = ""
		}
		if best != c.best {
			t.Errorf("%s: priors %d, want more of %q", c.flags, p.Prior, c.best)
		}
	}
}

// TestBuildWithBadWeights refuses files that say nothing, naming file and line.
func TestBuildWithBadWeights(t *testing.T) {
	f := newFixture(t)
	f.write("coli.tsv", coli)
	f.write("empty", "")
	f.write("binary", "\x7fELF\x00\x01\x02\n")
	f.write("negative.tsv", "T:1\t-3\n")
	f.write("nan.tsv", "T:1\t3\nT:2\tNaN\n")
	for _, c := range []struct {
		flags, says string
		code        int
	}{
		{"--weights DIR/empty", "DIR/empty: no weights; a line is id TAB weight", exitFailed},
		{"--weights DIR/binary", "DIR/binary:1: ", exitFailed},
		{"--weights DIR/negative.tsv", `DIR/negative.tsv:1: the weight "-3" of T:1 is not from 0 up and finite`, exitFailed},
		{"--weights DIR/nan.tsv", `DIR/nan.tsv:2: the weight "NaN" of T:2 is not from 0 up and finite`, exitFailed},
		{"--texts DIR/empty", "DIR/empty: no texts", exitFailed},
		{"--texts DIR/binary", "DIR/binary:1: a NUL byte; is this a text file?", exitFailed},
		{"--texts DIR/coli.tsv --text-column note", `DIR/coli.tsv: no column "note"`, exitFailed},
		{"--text-column note", "--text-column is for --texts, which is missing", exitUsage},
		{"--weights-from DIR/empty", "DIR/empty: ", exitFailed},
	} {
		code, _, stderr := f.run(nil, strings.Fields("build DIR/coli.tsv --encoder DIR/t.normenc --bits 64 --out DIR/x.normpack "+c.flags)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: status %d, want %d and %q:\n%s", c.flags, code, c.code, c.says, stderr)
		}
	}
}
