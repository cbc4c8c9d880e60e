package sheet

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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
	Name   string   // of the file
	Format string   // one of Formats
	Comma  byte     // between the cells of CSV
	Sheet  string   // of a workbook: the sheet, and what else there is
	Header []string // nil for objects and tables without one
	Width  int      // columns; 0 for objects
	Rows   int      // of a workbook, as it says itself, with those left out; 0 if it is not known
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
	text := e.Err.Error()
	if e.Line > 0 {
		text = fmt.Sprintf("%d: %s", e.Line, text)
		if e.File == "" {
			return text
		}
		return e.File + ":" + text
	}
	if e.File == "" {
		return text
	}
	return e.File + ": " + text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// reader reads rows. Its errors end the table unless they are of type *csv.ParseError or *RowError.
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
	close  func() error
}

// read is what a call of Next returns.
type read struct {
	row Row
	err error
}

// New detects the format of r, called name, and reads the header of the table. Pass a text through Decode first.
// Call Close after the last row.
func New(r io.Reader, name string, o Options) (*Table, error) {
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
	t.ragged = o.Ragged
	if err = t.begin(text, head, &o); err != nil {
		err = &Error{File: name, Err: err}
	} else if !t.Objects() {
		err = t.readHeader(o.NoHeader)
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// begin chooses format, delimiter and sheet.
func (t *Table) begin(text *bufio.Reader, head []byte, o *Options) error {
	comma, err := delimiter(o.Delimiter)
	if err != nil {
		return err
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
		t.reader = newCSV(text, t.Comma)
	case TSV:
		t.reader = newLines(text, cells)
	case JSONL:
		t.reader = newLines(text, func(line []byte) (Row, error) { return Row{Object: bytes.Clone(line)}, nil })
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
func (t *Table) readHeader(none bool) error {
	r, err := t.Next()
	for err == nil && (!none || t.ragged) && len(r.Fields) > 1 && blank(r.Fields) {
		r, err = t.Next()
	}
	if err == io.EOF {
		return &Error{File: t.Name, Err: errors.New("the table has no rows")}
	} else if err != nil {
		return err
	}
	t.Width = len(r.Fields)
	t.ahead = []read{{row: r}}
	if !none {
		t.TakeHeader()
	}
	return nil
}

// TakeHeader makes the next row, which Peek has shown, the header of a table that was opened without one.
func (t *Table) TakeHeader() {
	t.Header, t.ahead = t.ahead[0].row.Fields, t.ahead[1:]
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
	t.done.Store(int64(r.Line))
	if err == nil {
		if err = t.check(&r); err != nil {
			err = &RowError{t.Name, r.Line, err}
		}
		return r, err
	}
	return r, t.inLine(&r, err)
}

// Peek returns up to n of the next good rows, which Next still yields. Of bad rows it keeps only the errors, and it
// ends after too many.
func (t *Table) Peek(n int) []Row {
	var rows []Row
	var all []read
	for len(rows) < n && len(all)-len(rows) < limit.Of().Bad {
		r, err := t.Next()
		if err == nil {
			rows = append(rows, r)
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

// blank reports whether a row is an empty line that stands for nothing. In a table of one column it is an empty cell;
// encoding/csv leaves it out all the same.
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
	if (t.ragged || t.Workbook()) && t.Width > 0 {
		for len(r.Fields) < t.Width {
			r.Fields = append(r.Fields, "")
		}
		if blank(r.Fields[t.Width:]) {
			r.Fields = r.Fields[:t.Width]
		}
	}
	if t.Width > 0 && len(r.Fields) != t.Width {
		return fmt.Errorf("%d columns, the first row has %d", len(r.Fields), t.Width)
	}
	for _, f := range r.Fields {
		if !utf8.ValidString(f) {
			return errEncoding
		}
	}
	if !utf8.Valid(r.Object) {
		return errEncoding
	}
	return nil
}

var errEncoding = errors.New("not UTF-8, as what comes before is; if it is Latin-1, say --encoding latin1")

// Find returns the index of a column, given by name or by number from 1.
func (s *Shape) Find(name string) (int, error) {
	var at []int
	for i, h := range s.Header {
		if h == name {
			at = append(at, i)
		}
	}
	if len(at) > 1 {
		return 0, s.problem(fmt.Errorf("%d columns are called %q: say its number, which is %s", len(at), name, numbers(at)))
	}
	if len(at) == 1 {
		return at[0], nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= s.Width {
		return n - 1, nil
	}
	if s.Header == nil {
		return 0, s.problem(fmt.Errorf("no column %q; without a header there are the numbers 1 to %d", name, s.Width))
	}
	return 0, s.problem(fmt.Errorf("no column %q; there are %s", name, Quoted(s.Header)))
}

func (s *Shape) problem(err error) error { return &Error{File: s.Name, Err: err} }

// numbers lists columns: 1 or 3.
func numbers(at []int) string {
	out := make([]string, len(at))
	for i, n := range at {
		out[i] = strconv.Itoa(n + 1)
	}
	return strings.Join(out, " or ")
}

// Quoted lists names for people.
func Quoted(names []string) string {
	const most = 50
	var out []string
	for _, n := range names[:min(most, len(names))] {
		out = append(out, strconv.Quote(n))
	}
	if more := len(names) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, ", ")
}
