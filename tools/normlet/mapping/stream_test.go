package mapping

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/core"
)

// unsaved is an output that nothing can be resumed from.
type unsaved struct{ bytes.Buffer }

func (*unsaved) Save(any) error { return nil }

func (*unsaved) Last(any) error { return nil }

// stream maps content from a stream to a stream.
func stream(ctx context.Context, t *testing.T, content string, c Config, progress func(Stats)) (string, Stats, error) {
	c.Missing = every
	t.Helper()
	in, err := Open("-", "", strings.NewReader(content))
	check(t, err)
	defer in.Close()
	var stdout unsaved
	if c.Lookup == nil {
		c.Lookup = each(known)
	}
	c.Columns = []string{"m"}
	stats, err := Run(ctx, &c, in, "-", &stdout, progress)
	return stdout.String(), stats, err
}

// TestProgress is told of every block, and what was done by then.
func TestProgress(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		var rows []int
		out, stats, err := stream(context.Background(), t, bigTable(2*blockRows+7), Config{Jobs: jobs}, func(s Stats) { rows = append(rows, s.Rows) })
		check(t, err)
		if fmt.Sprint(rows) != "[2048 4096 4103]" || stats.Rows != 4103 || strings.Count(out, "\n") != 4104 {
			t.Errorf("%d jobs: progress %v, in the end %d rows", jobs, rows, stats.Rows)
		}
	}
}

// TestErrorAfterBlocks writes the blocks before the row that is wrong, and nothing of its own. No goroutine is left.
func TestErrorAfterBlocks(t *testing.T) {
	before := runtime.NumGoroutine()
	table := bigTable(2 * blockRows)
	for _, tt := range []struct{ rest, want string }{
		{"1,a,b\n", fmt.Sprintf("standard input:%d: 3 columns", 2*blockRows+2)},
		{"1,a\n1,fail\n" + strings.Repeat("1,a\n", 20*blockRows), "no look-up"},
	} {
		out, stats, err := stream(context.Background(), t, table+tt.rest, Config{Jobs: 2, Strict: true}, func(Stats) {})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
		if n := strings.Count(out, "\n"); n != 2*blockRows+1 || stats.Rows != 2*blockRows {
			t.Errorf("%s: %d lines written, %d rows counted", tt.want, n, stats.Rows)
		}
	}
	for runtime.NumGoroutine() > before { // they may be about to end; one that never does is in the stacks of go test's limit
		time.Sleep(time.Millisecond)
	}
}

// TestEnded stops at the end of its context and says so.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := Config{Lookup: each(func(q core.Query) (core.Answer, error) { cancel(); return known(q) })}
	if out, _, err := stream(ctx, t, bigTable(3*blockRows), c, func(Stats) {}); !errors.Is(err, context.Canceled) || strings.Count(out, "\n") > 1 {
		t.Errorf("%v after %d lines", err, strings.Count(out, "\n"))
	}
}
