package tabular

import (
	"strings"
	"testing"
)

func TestCell(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"FOXP2", "FOXP2"},
		{"", ""},
		{"a\tb\nc", "a b c"},
		{"\x1b[31mred", `\x1b[31mred`},
		{"a\x00\xff", `a\x00\xff`},
		{"\u202eabc\u200b", `\u202eabc\u200b`}, // no text direction leaks out of a cell
		{"👩\u200d🔬", "👩\u200d🔬"},
		{strings.Repeat("x", maxCell), strings.Repeat("x", maxCell)},
		{strings.Repeat("x", maxCell+1), strings.Repeat("x", maxCell-1) + "…"},
		{strings.Repeat("日", maxCell), strings.Repeat("日", maxCell/2-1) + "…"}, // two columns each
		{strings.Repeat("x\u0301", 64*maxCell/3) + "日", strings.Repeat("x\u0301", maxCell-1) + "…"},
		{strings.Repeat("日\u0301\u0301\u0301", 64*maxCell), strings.Repeat("日\u0301\u0301\u0301", maxCell/2-1) + "…"},
		{"x" + strings.Repeat("\u0301", 64*maxCell), "x" + strings.Repeat("\u0301", 32*maxCell-1)}, // cut between characters
		{strings.Repeat("日本", 1<<19), strings.Repeat("日本", maxCell/4-1) + "日…"},
	} {
		if got := Cell(c.in); got != c.want {
			t.Errorf("%.60q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestWriteTable(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, [][]string{{"A", "N", "B"}, {"日本", "7", "x"}, {"c", "100", ""}, {"PLCγ2", "20", "y"}}, 1); err != nil {
		t.Fatal(err)
	}
	want := "A        N  B\n日本     7  x\nc      100\nPLCγ2   20  y\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
