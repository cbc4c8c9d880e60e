package main

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	list, out := filepath.Join(dir, "list.tsv"), filepath.Join(dir, "lexicon.gz")
	if err := os.WriteFile(list, []byte("A:1\tMyalgia\nA:1\tMuscle Pain\nA:1\tPain, Muscle\nA:2\tFever\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"--out", out, list}, io.Discard); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || string(got) != "myalgia\tmuscle pain\n" {
		t.Errorf("%q (%v)", got, err)
	}
	for _, args := range [][]string{{}, {list}, {"--out", out}, {"--out", list, list}, {"--out", out, filepath.Join(dir, "none.tsv")}} {
		if err := run(args, io.Discard); err == nil {
			t.Errorf("%s: no error", strings.Join(args, " "))
		}
	}
}
