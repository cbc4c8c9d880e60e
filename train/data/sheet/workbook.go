package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/normlet/normlet/train/data/limit"
)

// tab is a sheet of a workbook.
type tab struct {
	name   string
	hidden bool
}

// book is an open workbook.
type book struct {
	tabs  []tab
	rows  func(tab int) (*tabRows, error)
	close func() error
}

// tabRows reads the rows of a sheet; those without text may be left out.
type tabRows struct {
	reader
	total   int // rows, as far as the sheet says; 0 if it does not
	unsaved int
	close   func() error
}

// openWorkbook opens the sheet that is asked for, or the first that has text.
func (t *Table) openWorkbook(r io.Reader, asked string) error {
	most := limit.Of().Whole
	content, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return err
	}
	if len(content) > most {
		return limit.Exceeded("a workbook of more than %s, which is kept in memory; save the sheet as CSV", limit.Bytes(most))
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return fmt.Errorf("the workbook cannot be unpacked (%w); is the file complete?", err)
	}
	size := int64(len(content))
	if err := checkGrowth(z, size); err != nil {
		return err
	}
	var b *book
	if t.Format == ods {
		b, err = openODS(z, &budget{stored: size})
	} else {
		b, err = openXLSX(content, z, &budget{stored: size})
	}
	if err != nil {
		return err
	}
	t.close = b.close
	return t.choose(b, asked)
}

// checkGrowth refuses archives that decompress to far more than they are: all parts together, since parts may share
// what they are decompressed from. Package zip refuses parts that grow beyond what the archive says of them.
func checkGrowth(z *zip.Reader, stored int64) error {
	g := limit.Growth{What: "the workbook grows"}
	for _, f := range z.File {
		if err := g.Add(int64(min(f.UncompressedSize64, math.MaxInt64/4)), stored); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

// budget counts the cells that are read of a workbook, with those that are repeated, merged or skipped: a few bytes may
// stand for many.
type budget struct {
	limit.Growth
	stored int64 // bytes of the workbook
}

// row takes the cells of a row, with those after its last text. Rows without any are free: sheets end with a million.
func (b *budget) row(cells []string) error {
	b.What = "with its repeated, merged and skipped cells, the workbook grows"
	size := (&Row{Fields: cells}).Size() - (&Row{}).Size()
	if size > limit.Of().Value {
		return tooLong("the row is")
	}
	return b.Add(int64(size), b.stored)
}

func (t *Table) choose(b *book, asked string) error {
	tabs := b.tabs
	if asked != "" {
		i := slices.IndexFunc(tabs, func(s tab) bool { return s.name == asked })
		if n, err := strconv.Atoi(asked); i < 0 && err == nil && n >= 1 && n <= len(tabs) {
			i = n - 1
		}
		if i < 0 {
			return fmt.Errorf("no sheet %q; --sheet may be a number or one of %s", asked, Quoted(names(tabs)))
		}
		return t.open(b, i)
	}
	var errs []error
	for i, s := range tabs {
		if s.hidden {
			continue
		}
		err := t.open(b, i)
		if err != nil {
			return err
		}
		first, err := t.reader.next()
		for err == nil && blank(first.Fields) {
			first, err = t.reader.next()
		}
		if err == nil {
			return t.open(b, i) // from its start
		}
		if err != io.EOF {
			errs = append(errs, fmt.Errorf("sheet %q: %w", s.name, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return fmt.Errorf("no visible sheet has any text; there are %s, and --sheet takes a hidden one, too", Quoted(names(tabs)))
}

func names(tabs []tab) []string {
	var out []string
	for _, s := range tabs {
		out = append(out, s.name)
	}
	return out
}

func (t *Table) open(b *book, i int) error {
	rows, err := b.rows(i)
	if err != nil {
		return fmt.Errorf("sheet %q: %w", b.tabs[i].name, err)
	}
	if old, ok := t.reader.(*tabRows); ok {
		err = old.close()
	}
	t.reader, t.Rows, t.Unsaved, t.Sheet = rows, rows.total, rows.unsaved, strconv.Quote(b.tabs[i].name)
	t.close = func() error { return errors.Join(rows.close(), b.close()) }
	if len(b.tabs) > 1 {
		t.Sheet += fmt.Sprintf(" (%d of %d)", i+1, len(b.tabs))
	}
	return err
}

// area is a range of merged cells; rows and columns count from 0.
type area struct{ top, bottom, column int }

// merges fills the cells that are merged with one above. Rows come in their order. A column has one open area at a time:
// a later one ends it.
type merges struct {
	areas []area // by top, then column
	open  map[int]filled
	steps int // areas that were looked at
}

type filled struct {
	bottom int
	text   string
}

// fill adds to a row what merged cells above it say.
func (m *merges) fill(row int, cells []string) []string {
	for column, f := range m.open {
		m.steps++
		if f.bottom < row {
			delete(m.open, column)
			continue
		}
		if len(cells) <= column {
			cells = append(cells, make([]string, column+1-len(cells))...)
		}
		cells[column] = f.text
	}
	for len(m.areas) > 0 && m.areas[0].top <= row {
		a := m.areas[0]
		m.areas = m.areas[1:]
		m.steps++
		if a.top == row && a.column < len(cells) && cells[a.column] != "" {
			if m.open == nil {
				m.open = map[int]filled{}
			}
			m.open[a.column] = filled{a.bottom, cells[a.column]}
		}
	}
	return cells
}

// parseArea reads A2:B4, an area of merged cells; ok tells whether it covers several rows.
func parseArea(ref string) (a area, ok bool) {
	from, to, ok := strings.Cut(ref, ":")
	if !ok {
		return a, false
	}
	column, top, err := excelize.CellNameToCoordinates(from)
	_, bottom, err2 := excelize.CellNameToCoordinates(to)
	return area{top - 1, bottom - 1, column - 1}, err == nil && err2 == nil && bottom > top
}
