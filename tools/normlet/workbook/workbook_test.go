package workbook

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

func write(t *testing.T, header bool, rows ...[]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := New(&out, header, -2)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestWorkbook reads back what a table becomes.
func TestWorkbook(t *testing.T) {
	rows := [][]string{{"gene", "p", "note"}, {"2-Sep", "0.9", "=1+1"}, {"007", "", " a\tb\nc "}, {"1E5", "x", "<&>\"'"}, {"NCBIGene:1", "0.5|0.6", "α"}}
	for len(rows) < sample+10 {
		rows = append(rows, []string{"MARCH1", "1", strings.Repeat("long ", 30)})
	}
	content := write(t, true, rows...)
	if !bytes.Equal(content, write(t, true, rows...)) {
		t.Error("the same rows give other bytes")
	}
	f, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := f.GetRows(sheet)
	if err != nil || len(got) != len(rows) {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	for i := range rows {
		if !slices.Equal(got[i], rows[i]) {
			t.Fatalf("row %d: %q, want %q", i+1, got[i], rows[i])
		}
	}
	for cell, want := range map[string]excelize.CellType{"A2": excelize.CellTypeInlineString, "A3": excelize.CellTypeInlineString,
		"A4": excelize.CellTypeInlineString, "B2": excelize.CellTypeUnset, "B4": excelize.CellTypeInlineString, "C2": excelize.CellTypeInlineString} {
		if kind, err := f.GetCellType(sheet, cell); err != nil || kind != want {
			t.Errorf("%s is of type %v, %v; want %v", cell, kind, err, want)
		}
		if formula, err := f.GetCellFormula(sheet, cell); err != nil || formula != "" {
			t.Errorf("%s calculates %q, %v", cell, formula, err)
		}
	}
	panes, err := f.GetPanes(sheet)
	if err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("panes %+v, %v", panes, err)
	}
	names := f.GetDefinedName()
	if len(names) != 1 || !strings.HasSuffix(names[0].RefersTo, "$A$1:$C$510") {
		t.Errorf("filters %+v", names)
	}
	style, _ := f.GetCellStyle(sheet, "B1")
	if s, err := f.GetStyle(style); err != nil || s.Font == nil || !s.Font.Bold {
		t.Errorf("style of the header %+v, %v", s, err)
	}
	for column, want := range map[string]float64{"A": 12, "B": 9, "C": widest} {
		if got, err := f.GetColWidth(sheet, column); err != nil || got != want {
			t.Errorf("column %s is %v wide, %v; want %v", column, got, err, want)
		}
	}
}

// TestWithoutHeader has a first row like others, and no filter.
func TestWithoutHeader(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(write(t, false, []string{"a", "0.5", "1"})))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if kind, _ := f.GetCellType(sheet, "B1"); kind != excelize.CellTypeUnset || len(f.GetDefinedName()) > 0 {
		t.Errorf("B1 is of type %v; filters %v", kind, f.GetDefinedName())
	}
	write(t, true) // a workbook without rows
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		rows int // before
		row  []string
		want string // "" for none
	}{
		{0, []string{"a", strings.Repeat("é", maxUnits)}, ""},
		{1, []string{"a", strings.Repeat("é", maxUnits+1)}, "row 2, column 2: a text of 32768 characters"},
		{0, []string{strings.Repeat("𝛼", maxUnits/2+1)}, "row 1, column 1: a text of 32768 characters"},
		{0, make([]string, maxColumns), ""},
		{0, make([]string, maxColumns+1), "16385 columns"},
		{maxRows, []string{"a"}, "more than 1048576 rows"},
	} {
		w, err := New(io.Discard, true)
		if err != nil {
			t.Fatal(err)
		}
		w.rows = tt.rows
		if err := w.Row(tt.row); (err == nil) != (tt.want == "") || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%d fields after %d rows: %v, want %q", len(tt.row), tt.rows, err, tt.want)
		}
		w.file.Close()
	}
}
