package sheet

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/limit"
)

// TestMergesAreLinear has many areas that are merged in one column: each is looked at once when it begins, and one of
// them in each row.
func TestMergesAreLinear(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1000, 2000, 4000} {
		var same, stairs merges
		for i := range n {
			same.areas = append(same.areas, area{0, n, 1})
			stairs.areas = append(stairs.areas, area{i, n, 1})
		}
		for row := range n {
			for name, m := range map[string]*merges{"same": &same, "stairs": &stairs} {
				cells := m.fill(row, []string{"a", "b"})
				if cells[1] != "b" {
					t.Fatalf("%s: row %d is %q", name, row, cells)
				}
				if m.steps > 2*n {
					t.Fatalf("%s: %d steps in %d rows with %d areas", name, m.steps, row+1, n)
				}
			}
		}
	}
}

// TestMergedColumns has areas of several columns, some of which end before the next begins.
func TestMergedColumns(t *testing.T) {
	t.Parallel()
	m := merges{areas: []area{{0, 2, 0}, {0, 1, 2}, {3, 4, 2}}}
	var got []string
	for row, cells := range [][]string{{"a", "", "c"}, {"", "x"}, nil, {"", "", "d"}, {"", "y"}, {"", "z"}} {
		got = append(got, strings.Join(m.fill(row, cells), ","))
	}
	if want := "a,,c a,x,c a ,,d ,y,d ,z"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", strings.Join(got, " "), want)
	}
}

// TestPeekKeepsNoBadRows looks through bad rows for good ones. It keeps what is wrong with them, up to a limit.
func TestPeekKeepsNoBadRows(t *testing.T) {
	bad := limit.Of().Bad
	table, err := New(strings.NewReader("id,name\n"+strings.Repeat("a,b,c\n", bad+1)+"1,2\n"), "t.csv", Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if rows := table.Peek(1); len(rows) != 0 || len(table.ahead) != bad {
		t.Fatalf("%d rows and %d bad ones were kept, want 0 and %d", len(rows), len(table.ahead), bad)
	}
	for _, r := range table.ahead {
		if r.row.Fields != nil || r.err == nil {
			t.Fatalf("kept %v", r)
		}
	}
	n := 0
	for {
		row, err := table.Next()
		if err == io.EOF {
			break
		}
		if n++; err == nil && (row.Line != bad+3 || n != bad+2) {
			t.Errorf("row %d is in line %d", n, row.Line)
		}
	}
	if n != bad+2 {
		t.Errorf("%d rows, want %d", n, bad+2)
	}
}

// TestCells has rows of more cells than tables have.
func TestCells(t *testing.T) {
	for _, c := range []struct{ format, between string }{{CSV, ","}, {TSV, "\t"}} {
		for _, more := range []int{0, 1} {
			cells := "a" + strings.Repeat(c.between, limit.Of().Cells-1+more)
			_, err := New(strings.NewReader(cells+"\n"), "t", Options{Format: c.format}, nil)
			if want := fmt.Sprintf("t:1: a row of more than %d cells (--raise-limits 10 allows more)", limit.Of().Cells); (err != nil) != (more > 0) || err != nil && err.Error() != want {
				t.Errorf("%s, %d more: %v", c.format, more, err)
			}
		}
	}
}
