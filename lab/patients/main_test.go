package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun learns from mentions of three things that a word is a filler, another a synonym, and a phrase a thing.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	mentions, list := filepath.Join(dir, "mentions.tsv"), filepath.Join(dir, "names.tsv")
	var text strings.Builder
	for i, thing := range []string{"Woozy", "Itchy", "Wobbly", "Sneezy", "Grumpy"} {
		fmt.Fprintf(&text, "%s today\tX:%d\n%s spell at dawn\tX:%d\n%s when %s\tX:%d\n", thing, i, thing, i, thing, strings.Repeat("z", i+2), i)
	}
	const things = "X:0\tWooziness\nX:1\tItchiness\nX:2\tWobbliness\nX:3\tSternutation\nX:4\tGrumpiness\n"
	for path, content := range map[string]string{mentions: text.String(), list: things} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run([]string{mentions, list}, &out); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"ending\tiness\ty\n", "filler\ttoday\t\n", "phrase\twoozy\twooziness\n", "synonym\tsneezy\tsternutation\t"} {
		if !strings.Contains(out.String(), row) {
			t.Errorf("no row %q in\n%s", row, out.String())
		}
	}
	var again bytes.Buffer
	if err := run([]string{mentions, list}, &again); err != nil || again.String() != out.String() {
		t.Errorf("another run gives (%v)\n%s", err, again.String())
	}
	for _, args := range [][]string{{}, {mentions}, {"-half", "3", mentions, list}, {mentions, filepath.Join(dir, "none.tsv")}, {list, mentions}} {
		if err := run(args, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
