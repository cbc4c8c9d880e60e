package mapping

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// TestLastBlock maps the rows of a block that is not full, with any number of workers.
func TestLastBlock(t *testing.T) {
	for _, jobs := range []int{0, 1, 3} {
		out, stats, err := mapText(t, "t.csv", bigTable(2*blockRows+7), "out.csv", Config{Columns: []string{"m"}, Jobs: jobs})
		check(t, err)
		if want := 2*blockRows + 7; stats.Rows != want || strings.Count(out, "\n") != want+1 {
			t.Errorf("%d jobs: %d rows, %d lines; want %d rows", jobs, stats.Rows, strings.Count(out, "\n"), want)
		}
	}
}

// TestGoroutinesEnd leaves no goroutine behind, after an error neither.
func TestGoroutinesEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, content := range []string{bigTable(2*blockRows + 7), bigTable(2*blockRows) + "1,fail\n", bigTable(2*blockRows) + "1,a,b\n"} {
		for _, inOrder := range []bool{false, true} {
			mapText(t, "t.csv", content, "out.csv", Config{Columns: []string{"m"}, Jobs: 4, InOrder: inOrder})
		}
	}
	for runtime.NumGoroutine() > before { // they may be about to end; one that never does is in the stacks of go test's limit
		time.Sleep(time.Millisecond)
	}
}

// TestMembers compresses the header and each block by itself, so that a run can go on after any of them.
func TestMembers(t *testing.T) {
	for _, path := range []string{"out.csv.gz", "out.csv.zst", "out.csv"} {
		squeeze, err := newSqueezer(path)
		check(t, err)
		first, err := squeeze([]byte("one\n"))
		check(t, err)
		first = bytes.Clone(first)
		second, err := squeeze([]byte("two\n"))
		check(t, err)
		again, err := squeeze([]byte("one\n"))
		check(t, err)
		if !bytes.Equal(first, again) {
			t.Errorf("%s: the same block gives other bytes", path)
		}
		if path != "out.csv.gz" {
			continue
		}
		z, err := gzip.NewReader(bytes.NewReader(append(first, second...)))
		check(t, err)
		z.Multistream(false)
		if text, err := io.ReadAll(z); err != nil || string(text) != "one\n" {
			t.Errorf("the first member is %q, %v", text, err)
		}
	}
}

// TestSettingsDigest differs for each setting that changes the output.
func TestSettingsDigest(t *testing.T) {
	const table = "m,n\na,b\n"
	seen := map[string]int{}
	for i, c := range []Config{
		{}, {Context: []string{"n"}}, {Document: "n"}, {Organism: "n"}, {InOrder: true}, {NoHeader: true, Columns: []string{"1"}}, {Format: formatJSONL}, {NilAs: "-"},
		{Settings: "x"}, {Version: "y"}, {Columns: []string{"n"}}, {Columns: []string{"m", "n"}},
	} {
		if c.Columns == nil {
			c.Columns = []string{"m"}
		}
		digest := open(t, "t.csv", table, c).settings()
		if other, ok := seen[digest]; ok || len(digest) != 64 {
			t.Errorf("settings %d have the digest of %d, %s", i, other, digest)
		}
		seen[digest] = i
	}
	if a, b := open(t, "t.csv", table, Config{Columns: []string{"m"}, Jobs: 3}).settings(), open(t, "t.csv", "m,n\n", Config{Columns: []string{"m"}}).settings(); a != b || seen[a] != 0 {
		t.Error("the number of workers, or the rows, change the digest of the settings")
	}
}

// TestNothingBeforeRows compresses no header where there is none.
func TestNothingBeforeRows(t *testing.T) {
	for format, members := range map[string]int{formatJSONL: 1, formatCSV: 2} {
		dir := t.TempDir()
		in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.gz")
		check(t, os.WriteFile(in, []byte("m\na\n"), 0o666))
		_, err := mapFile(context.Background(), in, out, false, &Config{Columns: []string{"m"}, Format: format, Lookup: each(known)})
		check(t, err)
		packed, err := os.ReadFile(out)
		check(t, err)
		source := bytes.NewReader(packed)
		z, err := gzip.NewReader(source)
		check(t, err)
		n := 0
		for ; err == nil; n++ {
			z.Multistream(false)
			_, err = io.Copy(io.Discard, z)
			check(t, err)
			err = z.Reset(source)
		}
		if err != io.EOF || n != members {
			t.Errorf("%s: %d members, %v; want %d", format, n, err, members)
		}
	}
}
