package review

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/sheet"
)

// rows reads the rows of a sheet, whose header names their columns.
type rows struct {
	table             *sheet.Table
	encoding          string // what it was converted from, "" for UTF-8
	header            []string
	mention, decision int             // columns
	candidates        [Candidates]int // likewise, -1 for none
	variants          int             // likewise
}

// openRows opens a sheet in any format and encoding of package sheet; path names it in errors. A mention that a wrong
// guess of the encoding has damaged is one that does not occur, which map tells.
func openRows(r io.Reader, path string, o data.QueryOptions) (*rows, error) {
	text, encoding, err := sheet.Decode(bufio.NewReaderSize(r, sheet.HeadSize), o.Encoding, true)
	if err != nil {
		return nil, err
	}
	o.Table.NoHeader, o.Table.Ragged = true, true
	t, err := sheet.New(text, path, o.Table, nil)
	if err != nil {
		return nil, err
	}
	in := &rows{table: t, encoding: encoding}
	if in.header, _, err = in.cells(); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	in.mention, in.decision = in.column(MentionColumn), in.column(DecisionColumn)
	for i := range in.candidates {
		in.candidates[i] = in.column(CandidateColumn(i + 1))
	}
	in.variants = in.column(VariantsColumn)
	if in.mention < 0 || in.decision < 0 {
		return nil, errors.Join(fmt.Errorf("%s: no sheet of decisions: its first row has to have the columns %s and %s, as what normlet map --review writes",
			path, MentionColumn, DecisionColumn), t.Close())
	}
	return in, nil
}

// column returns the column of a name in any case, -1 if there is none.
func (r *rows) column(name string) int {
	return slices.IndexFunc(r.header, func(h string) bool { return strings.EqualFold(h, name) })
}

// report says how the sheet is read: the columns that matter.
func (r *rows) report() *data.FileReport {
	out := &data.FileReport{File: r.table.Name, Format: "decisions", Encoding: r.encoding, Layout: format.LayoutOf(&r.table.Shape)}
	out.Header = true
	for _, at := range []int{r.mention, r.decision} {
		name := r.header[at]
		out.Columns = append(out.Columns, format.LayoutColumn{Role: strings.ToLower(name), Name: name, Number: at + 1})
	}
	return out
}

// next returns the next decision, and for which other mentions it holds, io.EOF after the last.
func (r *rows) next() (d Decision, variants []string, err error) {
	for {
		cells, line, err := r.cells()
		if err != nil {
			return d, nil, err
		}
		text := cells[r.decision]
		if text == "" {
			continue
		}
		d = Decision{Mention: strings.Join(strings.Fields(cells[r.mention]), " "), Line: line}
		if d.Mention == "" {
			return d, nil, fmt.Errorf("%s:%d: decision %q about no mention", r.table.Name, line, text)
		}
		candidates := make([]string, Candidates)
		for i, at := range r.candidates {
			if at >= 0 {
				candidates[i] = cells[at]
			}
		}
		if d.IDs, err = idsOf(text, candidates); err != nil {
			return d, nil, fmt.Errorf("%s:%d: %w", r.table.Name, line, err)
		}
		if r.variants >= 0 && cells[r.variants] != "" {
			variants = strings.Split(cells[r.variants], betweenVariants)
		}
		return d, variants, nil
	}
}

// cells returns the cells of the next row, as people mean them.
func (r *rows) cells() (cells []string, line int, err error) {
	row, err := r.table.Next()
	for _, cell := range row.Fields {
		cells = append(cells, strings.TrimSpace(plain(cell)))
	}
	return cells, row.Line, err
}

// plain takes off the apostrophe that map has put before what a spreadsheet would calculate.
func plain(field string) string {
	if rest, ok := strings.CutPrefix(field, "'"); ok {
		if first := strings.TrimSpace(rest); first != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(first)[0]) {
			return rest
		}
	}
	return field
}
