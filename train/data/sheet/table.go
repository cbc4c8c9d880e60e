package sheet

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/normlet/normlet/train/data/limit"
)

// Row is one row of a table, or one object of JSON.
type Row struct {
	Line   int      // where it starts, from 1; of a workbook its number
	Fields []string // of a table
	Object []byte   // of JSON
	Text   string   // of CSV and TSV: as it stands in the file, without its line end; "" where that is not known
	End    string   // the line end after Text
}

// Size returns about how much memory a row takes, in bytes.
func (r *Row) Size() int {
	n := len(r.Object) + 64
	for _, f := range r.Fields {
		n += len(f) + 16
	}
	return n
}

// Shape is what the rows of a table have in common.
type Shape struct {
	Name    string   // of the file
	Format  string   // one of Formats
	Comma   byte     // between the cells of CSV and TSV
	Sheet   string   // of a workbook: the sheet, and what else there is
	Header  []string // nil for objects and tables without one
	Top     Row      // the row of the header
	Before  Before   // the header
	Numeric []string // columns whose cells are mostly numbers; whoever asks for columns says so
	Width   int      // columns; 0 for objects
	Rows    int      // of a workbook, as it says itself, with those left out; 0 if it is not known
	// Unsaved is how many formulas of a workbook have no saved value, so that their cells are empty.
	Unsaved int
}

// Objects reports whether rows are JSON objects.
func (s *Shape) Objects() bool { return s.Format == JSONL || s.Format == jsonArray }

// Workbook reports whether the table is a sheet of a workbook.
func (s *Shape) Workbook() bool { return s.Format == xlsx || s.Format == ods }

// Delimiter returns what is between the cells of CSV, for people; "" for other formats.
func (s *Shape) Delimiter() string {
	if s.Format != CSV {
		return ""
	}
	return delimiterName(s.Comma)
}

// A RowError is about one row: the rows after it can be read.
type RowError struct {
	File string
	Line int
	Err  error
}

func (e *RowError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the reason.
func (e *RowError) Unwrap() error { return e.Err }

// Error ends a table.
type Error struct {
	File string // "" if the table was not given a name
	Line int    // 0 for the file as a whole
	Err  error
}

func (e *Error) Error() string {
	switch {
	case e.File != "" && e.Line > 0:
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	case e.Line > 0:
		return fmt.Sprintf("%d: %v", e.Line, e.Err)
	case e.File != "":
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return e.Err.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// reader reads rows. Its errors end the table unless they are of type *RowError.
type reader interface {
	next() (Row, error) // io.EOF after the last
}

// Table reads the rows of a file.
type Table struct {
	Shape
	ahead  []read // what Peek has read, or New to find out
	reader reader
	done   atomic.Int64 // the last row that was read
	ragged bool         // see Options
	uneven bool         // see Options
	short  atomic.Int64 // rows that lacked cells
	long   atomic.Int64 // rows with more cells than the first
	close  func() error
}

// read is what a call of Next returns.
type read struct {
	row Row
	err error
}

// New detects the format of r and reads the header of the table: of the first rows one that is known to be it, nil for
// none, or else the one that looks like a header. Errors call the file name. The caller passes a text through Decode before,
// and calls Close after the last row.
func New(r io.Reader, name string, o Options, known func(row []string) bool) (*Table, error) {
	text, ok := r.(*bufio.Reader)
	if !ok || text.Size() < 64<<10 {
		text = bufio.NewReaderSize(r, HeadSize)
	}
	head, err := text.Peek(text.Size())
	if _, ok := errors.AsType[*TextError](err); ok {
		return nil, &Error{File: name, Err: err}
	}
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	t := &Table{Shape: Shape{Name: name, Format: o.Format, Comma: ','}, close: func() error { return nil }}
	t.ragged, t.uneven = o.Ragged, o.Uneven
	if err = t.begin(text, head, &o, known); err != nil {
		err = &Error{File: name, Err: err}
	} else if !t.Objects() {
		err = t.readHeader(&o, known)
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// begin passes over what precedes the header of a text, and chooses format, delimiter and sheet.
func (t *Table) begin(text *bufio.Reader, head []byte, o *Options, known func(row []string) bool) error {
	comma, err := delimiter(o.Delimiter)
	if err != nil {
		return err
	}
	if !isZip(head) && whatElse(head) == "" {
		if head, err = t.pass(text, head, &comma, o, known); err != nil {
			return err
		}
	}
	first := firstRow(head)
	t.Format = cmp.Or(t.Format, formatOf(t.Name, head, comma))
	workbook := t.Workbook()
	switch {
	case workbook != isZip(head):
		return fmt.Errorf("not in the format %s%s", t.Format, whatElse(head))
	case !workbook && whatElse(head) != "":
		return errors.New(strings.TrimPrefix(whatElse(head), ": "))
	case !workbook && o.Sheet != "":
		return fmt.Errorf("there is no sheet %q in a file of the format %s: sheets are for workbooks, .xlsx and .ods", o.Sheet, t.Format)
	}
	switch t.Format {
	case CSV:
		t.Comma = cmp.Or(comma, delimiterOf(first))
		t.reader = &csvReader{lines: lines{r: text}, comma: t.Comma}
	case TSV:
		t.Comma, t.reader = '\t', &lines{r: text, parse: cells}
	case JSONL:
		t.reader = &lines{r: text, parse: func(line []byte) (Row, error) { return Row{Object: bytes.Clone(line)}, nil }}
	case jsonArray:
		t.reader, err = newObjects(text)
	case xlsx, ods:
		err = t.openWorkbook(text, o.Sheet)
	default:
		err = fmt.Errorf("there is no format %q; there are %s", t.Format, strings.Join(Formats(), ", "))
	}
	return err
}

// firstRow returns the beginning of a text up to the first line end outside of quotation marks.
func firstRow(head []byte) string {
	inside := false
	for i, c := range head {
		if c == '"' {
			inside = !inside
		}
		if c == '\n' && !inside {
			return string(head[:i])
		}
	}
	line, _, _ := bytes.Cut(head, []byte("\n")) // the quotation mark is none
	return string(line)
}

// readHeader takes the first row that is not empty as the header, or as a row like others.
func (t *Table) readHeader(o *Options, known func(row []string) bool) error {
	if t.Workbook() {
		if err := t.passRows(o, known); err != nil {
			return err
		}
	}
	none := o.NoHeader
	r, err := t.Next()
	for err == nil && (!none || t.ragged) && len(r.Fields) > 1 && blank(r.Fields) {
		r, err = t.Next()
	}
	if err == io.EOF {
		return &Error{File: t.Name, Err: errors.New("the table has no rows")}
	} else if err != nil {
		return err
	}
	t.Width, t.Top = len(r.Fields), r
	for i := range t.ahead { // rows of a workbook, read before it was known how wide they are
		if a := &t.ahead[i]; a.err == nil {
			a.err = t.check(&a.row)
		}
	}
	t.ahead = slices.Insert(t.ahead, 0, read{row: r})
	if !none {
		t.TakeHeader()
	}
	return nil
}

// TakeHeader makes the next row, which Peek has shown, the header of a table that was opened without one.
func (t *Table) TakeHeader() {
	t.Header, t.ahead = t.ahead[0].row.Fields, t.ahead[1:]
}

// GiveHeader makes the header a row like others, which is next.
func (t *Table) GiveHeader() {
	t.Header, t.ahead = nil, slices.Insert(t.ahead, 0, read{row: t.Top})
}

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}

// Next returns the next row, checked, and io.EOF after the last. Its errors name file and line; after a RowError it can
// be called again.
func (t *Table) Next() (Row, error) {
	if len(t.ahead) > 0 {
		r := t.ahead[0]
		t.ahead = t.ahead[1:]
		return r.row, r.err
	}
	r, err := t.reader.next()
	for err == nil && t.blank(&r) {
		r, err = t.reader.next()
	}
	r.Line += t.Before.lines
	t.done.Store(int64(r.Line))
	if err == nil {
		return r, t.check(&r)
	}
	return r, t.inLine(&r, err)
}

// Peek returns up to n of the next good rows, fewer of long ones, which Next still yields. Of bad rows it keeps only the
// errors, and it ends after too many.
func (t *Table) Peek(n int) []Row {
	var rows []Row
	var all []read
	for size := 0; len(rows) < n && (size < 4<<20 || len(rows) < 20) && len(all)-len(rows) < limit.Of().Bad; {
		r, err := t.Next()
		if err == nil {
			rows = append(rows, r)
			size += r.Size()
		} else {
			r = Row{Line: r.Line}
		}
		all = append(all, read{r, err})
		if _, ok := errors.AsType[*RowError](err); err != nil && !ok {
			break
		}
	}
	t.ahead = append(all, t.ahead...)
	return rows
}

// tooLong is the reason that a row, or something in it, is refused.
func tooLong(what string) error {
	return limit.Exceeded("%s longer than %s", what, limit.Bytes(limit.Of().Value))
}

// Done returns the number of the row that was read last. It may be called at any time.
func (t *Table) Done() int { return int(t.done.Load()) }

// Close frees the table, but does not close its reader.
func (t *Table) Close() error { return t.close() }

// blank reports whether a row is an empty line, which is no row. In a table of one column it would be an empty cell;
// encoding/csv skips it there, too.
func (t *Table) blank(r *Row) bool {
	switch {
	case t.Objects():
		return len(bytes.TrimSpace(r.Object)) == 0
	case t.Workbook():
		return blank(r.Fields)
	}
	return t.Width > 1 && len(r.Fields) == 1 && r.Fields[0] == ""
}

// check refuses a row that does not fit, and makes one fit that may.
func (t *Table) check(r *Row) error {
	if t.Width > 0 {
		t.fit(r)
	}
	switch {
	case t.Width > 0 && len(r.Fields) != t.Width && !(t.uneven && len(r.Fields) > t.Width):
		return &RowError{t.Name, r.Line, fmt.Errorf("%d columns, the first row has %d", len(r.Fields), t.Width)}
	case slices.ContainsFunc(r.Fields, func(f string) bool { return !utf8.ValidString(f) }), !utf8.Valid(r.Object):
		return &RowError{t.Name, r.Line, errEncoding}
	}
	return nil
}

// fit fills a row that may be short, takes off cells without text where there may be such, and counts uneven rows.
func (t *Table) fit(r *Row) {
	missing := t.Width - len(r.Fields)
	if missing > 0 && (t.ragged || t.uneven || t.Workbook()) {
		r.Fields = append(r.Fields, make([]string, missing)...)
		if r.Text != "" {
			r.Text += strings.Repeat(string(t.Comma), missing)
		}
		if t.uneven && !t.Workbook() {
			t.short.Add(1)
		}
	}
	if missing < 0 && (t.ragged || t.Workbook()) && blank(r.Fields[t.Width:]) {
		r.Fields = r.Fields[:t.Width]
	}
	if t.uneven && len(r.Fields) > t.Width {
		t.long.Add(1)
	}
}

// Uneven returns how many rows lacked cells, and how many had more than the first, of those that were read. It may be
// called at any time.
func (t *Table) Uneven() (short, long int) { return int(t.short.Load()), int(t.long.Load()) }

var errEncoding = errors.New("not UTF-8, as what comes before is; if it is Latin-1, say --encoding latin1")
