package mapping

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/normlet/normlet/core/resolve"
)

// runText maps content to a stream.
func runText(ctx context.Context, t *testing.T, content string, c Config, progress func(Stats)) (string, Stats, error) {
	t.Helper()
	in, err := Open("-", "", strings.NewReader(content))
	check(t, err)
	defer in.Close()
	var stdout bytes.Buffer
	out, err := Create("-", false, &stdout)
	check(t, err)
	if c.Resolve == nil {
		c.Resolve = known
	}
	stats, err := Run(ctx, &c, in, out, progress)
	return stdout.String(), stats, errors.Join(err, out.Close())
}

// TestProgress is told of every block, and what was done by then.
func TestProgress(t *testing.T) {
	for _, jobs := range []int{0, 1, 3} {
		var rows []int
		opened := ""
		c := Config{Columns: []string{"m"}, Jobs: jobs, Opened: func(format string) { opened += format }}
		out, stats, err := runText(context.Background(), t, bigTable(2*blockRows+7), c, func(s Stats) { rows = append(rows, s.Rows) })
		check(t, err)
		if fmt.Sprint(rows) != "[2048 4096 4103]" || stats.Rows != 4103 || strings.Count(out, "\n") != 4104 {
			t.Errorf("%d jobs: progress %v, in the end %d rows", jobs, rows, stats.Rows)
		}
		if opened != CSV {
			t.Errorf("the format was told as %q, want csv once", opened)
		}
	}
}

// TestFormatTold is that of the output.
func TestFormatTold(t *testing.T) {
	opened := ""
	c := Config{Columns: []string{"m"}, Format: SSSOM, Opened: func(format string) { opened = format }}
	if _, _, err := runText(context.Background(), t, "m\na\n", c, func(Stats) {}); err != nil || opened != SSSOM {
		t.Errorf("%v, %q", err, opened)
	}
}

// TestErrorAfterBlocks writes the blocks before the row that is wrong, and nothing of its own.
func TestErrorAfterBlocks(t *testing.T) {
	table := bigTable(2 * blockRows)
	for name, tt := range map[string]struct{ content, want string }{
		"row":     {table + "1,a,b\n", fmt.Sprintf("standard input:%d: 3 columns", 2*blockRows+2)},
		"look-up": {table + "1,a\n1,fail\n", fmt.Sprintf("standard input:%d: no look-up", 2*blockRows+3)},
	} {
		out, stats, err := runText(context.Background(), t, tt.content, Config{Columns: []string{"m"}, Jobs: 2}, func(Stats) {})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
		if n := strings.Count(out, "\n"); n != 2*blockRows+1 || stats.Rows != 2*blockRows {
			t.Errorf("%s: %d lines written, %d rows counted", name, n, stats.Rows)
		}
	}
}

// failing fails to write after some bytes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	for _, left := range []int{0, 100} { // at the header, at the rows
		in, err := Open("-", "", strings.NewReader(bigTable(blockRows)))
		check(t, err)
		out, err := Create("-", false, &failing{left})
		check(t, err)
		stats, err := Run(context.Background(), &Config{Columns: []string{"m"}, Resolve: known}, in, out, func(Stats) {})
		if err == nil || err.Error() != "the disk is full" || stats.Rows != 0 {
			t.Errorf("after %d bytes: %v, %d rows", left, err, stats.Rows)
		}
	}
}

// TestEnded stops at the end of its context and says so.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := Config{Columns: []string{"m"}, Resolve: func(q Query) (resolve.Result, error) { cancel(); return known(q) }}
	if out, _, err := runText(ctx, t, bigTable(3*blockRows), c, func(Stats) {}); !errors.Is(err, context.Canceled) || strings.Count(out, "\n") > 1 {
		t.Errorf("%v after %d lines", err, strings.Count(out, "\n"))
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
		{}, {Context: "n"}, {Document: "n"}, {InOrder: true}, {NoHeader: true, Columns: []string{"1"}}, {Format: JSONL}, {NilAs: "-"},
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
