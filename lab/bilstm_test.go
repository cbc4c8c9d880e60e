package main

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder"
)

// TestBiLSTM trains a BiLSTM and a student of it, which experiments read.
func TestBiLSTM(t *testing.T) {
	f := &fixture{t, t.TempDir()}
	f.write("t.tsv", terminology)
	for _, line := range []string{
		"bilstm DIR/t.tsv --out DIR/x.bilstm --layers 1 --hidden 4 --dim 16 --epochs 2 --loss contrastive --in-batch --bit-share 0 --threads 1",
		"bilstm DIR/t.tsv --out DIR/x.normenc --teacher DIR/x.bilstm --dim 16 --epochs 1 --threads 1",
	} {
		if code, _, stderr := f.run(strings.Fields(line)...); code != exitDone {
			t.Fatalf("%s: status %d, %s", line, code, stderr)
		}
	}
	f.only("x.bilstm x.normenc")
	for _, name := range []string{"x.bilstm", "x.normenc"} {
		if e, err := readEncoder(f.path(name)); err != nil || e.Dim() != 16 || len(e.Encode(nil, "FOX-P2")) != 16 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := encoder.ParseWeights([]byte(f.read("x.normenc"))); err != nil {
		t.Errorf("the student is no encoder of packs: %v", err)
	}
	for line, want := range map[string]string{
		"bilstm DIR/t.tsv": "lab: --out is missing; see lab bilstm --help",
		"bilstm DIR/t.tsv --out DIR/y --teacher DIR/t.tsv":                            "lab: DIR/t.tsv: not a BiLSTM encoder",
		"bilstm DIR/none --out DIR/y":                                                 "lab: DIR/none: no such file",
		"experiment nseen --terminology DIR/t.tsv --encoders x=DIR/t.tsv --out DIR/r": "lab: DIR/t.tsv: encoder: not a valid encoder",
	} {
		if code, _, stderr := f.run(strings.Fields(line)...); code == exitDone || !strings.HasPrefix(lastLine(stderr), want) {
			t.Errorf("%s: status %d, %s", line, code, stderr)
		}
	}
}
