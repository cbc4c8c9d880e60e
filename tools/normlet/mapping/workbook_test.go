package mapping

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/normlet/normlet/internal/output"
)

// workbook returns a workbook of the columns d and m with so many rows.
func workbook(t *testing.T, rows int) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	check(t, err)
	check(t, w.SetRow("A1", []any{"d", "m"}))
	for i := range rows {
		check(t, w.SetRow(fmt.Sprintf("A%d", i+2), []any{i / 50, string(rune('a' + i%26))}))
	}
	check(t, w.Flush())
	var b bytes.Buffer
	check(t, f.Write(&b))
	return b.String()
}

// TestWorkbookResumed goes on with a workbook after an interruption, to the bytes of one run, and tells how it is read.
func TestWorkbookResumed(t *testing.T) {
	dir := t.TempDir()
	in, out, whole := filepath.Join(dir, "in.xlsx"), filepath.Join(dir, "out.csv"), filepath.Join(dir, "whole.csv")
	const rows = 3*blockRows + 5
	check(t, os.WriteFile(in, []byte(workbook(t, rows)), 0o666))
	var chosen *Choice
	c := Config{Columns: []string{"m"}, Lookup: each(known), Chosen: func(c *Choice) { chosen = c }}
	_, err := mapFile(context.Background(), in, whole, false, &c)
	check(t, err)
	if got := fmt.Sprintf("%+v", *chosen); got != "{File:"+in+" Format:xlsx Encoding: Delimiter: Sheet:\"Sheet1\" Unsaved:0 Header:true HeaderRow:0 Before:[] Columns:[{Role:mentions Name:m Number:2 First:[a b c]}] Coverage:[]}" {
		t.Errorf("chosen %s", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	input, err := Open(in, "", nil)
	check(t, err)
	part, err := new(output.Set).Resumable(out, Kind, false)
	check(t, err)
	stats, err := Run(ctx, &c, input, out, part, func(Stats) { cancel() })
	if done, total := input.Progress(); done == 0 || done > total && total > 0 {
		t.Errorf("progress %d of %d", done, total)
	}
	check(t, input.Close())
	check(t, part.Close())
	if !errors.Is(err, context.Canceled) || stats.Rows == 0 || stats.Rows >= rows {
		t.Fatalf("stopped after %d rows: %v", stats.Rows, err)
	}
	_, err = mapFile(context.Background(), in, out, true, &c)
	check(t, err)
	want, err := os.ReadFile(whole)
	check(t, err)
	got, err := os.ReadFile(out)
	check(t, err)
	if !bytes.Equal(got, want) {
		t.Error("the output of the run that went on differs from that of one run")
	}
}
