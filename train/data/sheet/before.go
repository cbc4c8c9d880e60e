package sheet

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	forms "github.com/normlet/normlet/internal/core/names"
)

// Before is what stands before the header of a table.
type Before struct {
	Rows [][]string // comments and titles
	Text string     // of CSV and TSV: all of it, as it stands

	lines int // of Text
}

// Preceded returns the row of the header, and those before it as texts; none if there are none.
func (s *Shape) Preceded() (header int, rows []string) {
	for _, r := range s.Before.Rows {
		header, rows = s.Top.Line, append(rows, strings.Join(r, " "))
	}
	return header, rows
}

const (
	maxBefore = 100 // rows that may be, or precede, the header
	wide      = 4   // columns
	seldom    = 4   // of so many rows one is of another width
)

// find returns the index of the header among the first rows, 0 if Options say that there is none. numbers has the row
// number of each.
func (o *Options) find(rows [][]string, numbers []int, known func(row []string) bool) (int, error) {
	switch {
	case o.HeaderRow > 0 && !slices.Contains(numbers, o.HeaderRow):
		return 0, fmt.Errorf("there is no row %d for a header", o.HeaderRow)
	case o.HeaderRow > 0:
		return slices.Index(numbers, o.HeaderRow), nil
	case o.NoHeader && !o.Ragged:
		return 0, nil
	}
	return headerAt(rows, known), nil
}

// pass discards what precedes the header of a text, and returns the beginning of the rest. If no delimiter is known, it
// sets comma to the one that a line such as sep=; states.
func (t *Table) pass(text *bufio.Reader, head []byte, comma *byte, o *Options, known func(row []string) bool) ([]byte, error) {
	var rows [][]string
	var starts, numbers []int
	at, n := 0, 0
	for line := range bytes.Lines(head) {
		said := strings.ToLower(strings.Trim(string(line), "\"\r\n"))
		if n++; n == 1 && len(said) == len("sep=;") && strings.HasPrefix(said, "sep=") {
			*comma = cmp.Or(*comma, said[4])
		} else if len(rows) < max(maxBefore, o.HeaderRow) {
			cells := strings.Split(string(line), string(cmp.Or(*comma, delimiterOf(string(line)))))
			for i, c := range cells {
				cells[i] = strings.Trim(c, "\" \r\n")
			}
			rows, starts, numbers = append(rows, cells), append(starts, at), append(numbers, n)
		}
		at += len(line)
	}
	if f := cmp.Or(o.Format, formatOf(t.Name, head, *comma)); f != CSV && f != TSV || len(rows) == 0 {
		return head, nil
	}
	first, err := o.find(rows, numbers, known)
	if err != nil {
		return nil, err
	}
	if t.Before.Rows = slices.DeleteFunc(rows[:first:first], blank); len(t.Before.Rows) == 0 && o.HeaderRow == 0 {
		first = 0 // empty lines alone are nothing
	}
	t.Before.Text, t.Before.lines = string(head[:starts[first]]), numbers[first]-1
	_, err = text.Discard(starts[first])
	return head[starts[first]:], err
}

// passRows passes over the rows before the header of a workbook.
func (t *Table) passRows(o *Options, known func(row []string) bool) error {
	var cells [][]string
	var numbers []int
	for _, r := range t.Peek(max(maxBefore, o.HeaderRow)) {
		cells, numbers = append(cells, r.Fields), append(numbers, r.Line)
	}
	at, err := o.find(cells, numbers, known)
	if err != nil {
		return &Error{File: t.Name, Err: err}
	}
	if at > 0 {
		t.Before.Rows = cells[:at]
		t.ahead = slices.DeleteFunc(t.ahead, func(a read) bool { return a.row.Line < numbers[at] })
	}
	return nil
}

// headerAt returns which of the first rows is the header: one that is known as such; else the first after comments, and
// after titles unless it has numbers. A title is a text of several words that stands alone in its row; above a wide table whose
// rows are even, the few cells of a row are titles, too.
func headerAt(rows [][]string, known func(row []string) bool) int {
	usual, titles, first := usualWidth(rows), false, -1
	uneven := 0
	for _, r := range rows {
		if n := width(r); n > 0 && n != usual {
			uneven++
		}
	}
	even := usual >= wide && len(rows) >= seldom*uneven
	for _, least := range []int{usual - 1, 0} {
		if i := slices.IndexFunc(rows, func(r []string) bool { return known != nil && width(r) >= least && known(r) }); i >= 0 {
			return i
		}
	}
	for i, r := range rows {
		n, text := width(r), strings.TrimSpace(r[0])
		title := n == 1 && strings.Contains(text, " ") || even && n < usual-1
		switch { // #CHROM is a header: it has as many cells as other rows
		case n == 0, strings.HasPrefix(text, "##"), strings.HasPrefix(text, "#") && (title || n < min(usual, max(2, usual-1))):
			continue
		case !titles && !(title && usual > 1) || titles && !title && !slices.ContainsFunc(r, forms.IsNumber):
			return i
		case titles && !title:
			return first
		case !titles:
			titles, first = true, i
		}
	}
	return max(first, 0)
}

// Naming knows a header by its having all of columns that are named, not numbered; one at least.
func Naming(columns ...string) func(row []string) bool {
	return func(row []string) bool { return hasColumns(row, columns) }
}

func hasColumns(row, wanted []string) (named bool) {
	for _, name := range wanted {
		plain := name
		if at := strings.LastIndexByte(name, ':'); at > 0 { // a namespace may follow
			plain = name[:at]
		}
		if _, err := strconv.Atoi(plain); err == nil {
			continue
		}
		named = true
		if !slices.ContainsFunc(row, func(cell string) bool { return sameName(cell, name) || sameName(cell, plain) }) {
			return false
		}
	}
	return named
}

// width returns the number of cells up to the last with text.
func width(row []string) (n int) {
	for i, cell := range row {
		if strings.TrimSpace(cell) != "" {
			n = i + 1
		}
	}
	return n
}

// usualWidth returns the most frequent width of rows of several cells, 1 if there are none.
func usualWidth(rows [][]string) int {
	best, counts := 1, map[int]int{}
	for _, r := range rows {
		n := width(r)
		if counts[n]++; n > 1 && (counts[n] > counts[best] || best == 1 || counts[n] == counts[best] && n > best) {
			best = n
		}
	}
	return best
}
