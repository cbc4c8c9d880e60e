package mapping

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/testfull"
)

// countFile counts the blocks of a file.
func countFile(t *testing.T, path string, c *Config) int {
	t.Helper()
	in, err := Open(path, c.Encoding, nil)
	check(t, err)
	defer in.Close()
	n, err := CountBlocks(context.Background(), c, in, func() {})
	check(t, err)
	return n
}

// TestShards requires the outputs of shards 1 to n, one after the other, to be the bytes of one run.
func TestShards(t *testing.T) {
	table := func(rows int, line func(i int) string) string {
		var b strings.Builder
		for i := range rows {
			b.WriteString(line(i))
		}
		return b.String()
	}
	csvLine := func(i int) string { return fmt.Sprintf("%d,%c\n", i/50, 'a'+i%26) }
	jsonLine := func(i int) string { return fmt.Sprintf("{\"m\":\"%c\"}\n", 'a'+i%26) }
	const rows = 3*blockRows + 7
	for _, tt := range []struct {
		name, in, out string
		content       string
		config        Config
		blocks        int
	}{
		{"csv", "in.csv", "out.csv", "d,m\n" + table(rows, csvLine), Config{Columns: []string{"m"}}, 4},
		{"gz", "in.csv", "out.csv.gz", "d,m\n" + table(rows, csvLine), Config{Columns: []string{"m"}}, 4},
		{"zst to tsv", "in.csv", "out.tsv.zst", "d,m\n" + table(rows, csvLine), Config{Columns: []string{"m"}, Format: formatTSV}, 4},
		{"no header", "in.csv", "out.csv", table(rows, csvLine), Config{Columns: []string{"2"}, NoHeader: true}, 4},
		{"workbook", "in.xlsx", "out.csv", workbook(t, rows), Config{Columns: []string{"m"}}, 4},
		{"json", "in.json", "out.jsonl", "[" + strings.TrimSuffix(strings.ReplaceAll(table(rows, jsonLine), "\n", ",\n"), ",\n") + "]", Config{Columns: []string{"m"}}, 4},
		{"jsonl", "in.jsonl", "out.jsonl", table(rows, jsonLine), Config{Columns: []string{"m"}}, 4},
		{"sssom", "in.jsonl", "out.tsv", table(rows, jsonLine), Config{Columns: []string{"m"}, Format: formatSSSOM}, 4},
		{"documents", "in.csv", "out.csv", "d,m\n" + table(rows, csvLine), Config{Columns: []string{"m"}, Document: "d"}, 4},
		{"whole blocks", "in.csv", "out.csv", "d,m\n" + table(2*blockRows, csvLine), Config{Columns: []string{"m"}}, 2},
		{"fewer rows than shards", "in.csv", "out.csv", "d,m\n" + table(3, csvLine), Config{Columns: []string{"m"}}, 1},
		{"header only", "in.csv", "out.csv", "d,m\n", Config{Columns: []string{"m"}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			in := filepath.Join(dir, tt.in)
			check(t, os.WriteFile(in, []byte(tt.content), 0o666))
			c := tt.config
			c.Lookup, c.Jobs = each(known), 2
			blocks := countFile(t, in, &c)
			if blocks != tt.blocks {
				t.Fatalf("%d blocks, want %d", blocks, tt.blocks)
			}
			whole := filepath.Join(dir, "whole-"+tt.out)
			total, err := mapFile(context.Background(), in, whole, false, &c)
			check(t, err)
			want, err := os.ReadFile(whole)
			check(t, err)
			for _, n := range testfull.Or([]int{2, 5}, []int{1, 2, 3, 4, 5, 6, 7, 8}) {
				var got []byte
				var stats Stats
				for i := 1; i <= n; i++ {
					c.Shard = Shard{i, n, blocks}
					out := filepath.Join(dir, fmt.Sprintf("%d-%d-%s", i, n, tt.out))
					s, err := mapFile(context.Background(), in, out, false, &c)
					check(t, err)
					part, err := os.ReadFile(out)
					check(t, err)
					got = append(got, part...)
					stats.add(s)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%d shards: %d bytes, one run writes %d others", n, len(got), len(want))
				}
				if stats.Rows != total.Rows || stats.Found != total.Found {
					t.Errorf("%d shards: %+v, one run counts %+v", n, stats, total)
				}
			}
		})
	}
}

// cutShort maps two blocks.
func cutShort(t *testing.T, in, out string, c *Config) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	f, err := Open(in, "", nil)
	check(t, err)
	defer f.Close()
	o, err := new(output.Set).Resumable(out, Kind, false)
	check(t, err)
	defer o.Close()
	_, err = Run(ctx, c, f, out, o, func(s Stats) {
		if s.Rows >= 2*blockRows {
			cancel()
		}
	})
	return err
}

// TestShardGoesOn interrupts a shard in the middle, and refuses to go on as another one.
func TestShardGoesOn(t *testing.T) {
	dir := t.TempDir()
	in, out, whole := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.csv"), filepath.Join(dir, "whole.csv")
	check(t, os.WriteFile(in, []byte(bigTable(8*blockRows)), 0o666))
	c := Config{Columns: []string{"m"}, Lookup: each(known), Jobs: 1, Shard: Shard{2, 2, 8}}
	_, err := mapFile(context.Background(), in, whole, false, &c)
	check(t, err)
	err = cutShort(t, in, out, &c)
	if !errors.Is(err, context.Canceled) || savedRows(out) < 2*blockRows {
		t.Fatalf("%v with %d rows saved: it was not interrupted", err, savedRows(out))
	}
	other := c
	other.Shard.Index = 1
	if _, err := mapFile(context.Background(), in, out, true, &other); err == nil || !strings.Contains(err.Error(), "start over") {
		t.Errorf("another shard goes on: %v", err)
	}
	stats, err := mapFile(context.Background(), in, out, true, &c)
	check(t, err)
	got, err := os.ReadFile(out)
	check(t, err)
	want, err := os.ReadFile(whole)
	check(t, err)
	if !bytes.Equal(got, want) || stats.Rows != 4*blockRows {
		t.Errorf("%d rows, %d bytes; without the interruption %d", stats.Rows, len(got), len(want))
	}
}

// TestShardOfShrunkTable requires a table that lost rows after it was counted to be noticed.
func TestShardOfShrunkTable(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.csv")
	check(t, os.WriteFile(in, []byte(bigTable(3*blockRows)), 0o666))
	c := Config{Columns: []string{"m"}, Lookup: each(known), Shard: Shard{2, 2, 5}}
	if _, err := mapFile(context.Background(), in, filepath.Join(dir, "out.csv"), false, &c); err == nil || !strings.Contains(err.Error(), "shorter") {
		t.Errorf("the end is missing, and the error is %v", err)
	}
}
