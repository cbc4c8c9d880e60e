package mapping

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxRow is the largest row in bytes. The limit keeps a file that is no table, or an open quote, from filling the
// memory.
const maxRow = 16 << 20

// Row is one row of a table, or one object of JSONL.
type Row struct {
	Line   int      // where it starts, from 1
	Fields []string // of a table
	Object []byte   // of JSONL
}

// size returns about how much memory a row takes, in bytes.
func (r *Row) size() int {
	n := len(r.Object) + 64
	for _, f := range r.Fields {
		n += len(f) + 16
	}
	return n
}

type reader interface {
	next() (Row, error) // io.EOF after the last
}

// Shape is what the rows of a table have in common.
type Shape struct {
	Name   string   // of the file
	Format string   // csv, tsv or jsonl
	Comma  byte     // of CSV
	Header []string // nil for JSONL and tables without one
	Width  int      // columns; 0 for JSONL
}

// Table reads the rows of a file.
type Table struct {
	Shape
	first  []Row // was read to find out
	reader reader
}

// A RowError is about one row: the rows after it can be read and mapped.
type RowError struct {
	File string
	Line int
	Err  error
}

func (e *RowError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the reason.
func (e *RowError) Unwrap() error { return e.Err }

// NewTable finds out the format of in and reads its header.
func NewTable(in *Input, c *Config) (*Table, error) {
	head, err := in.text.Peek(headSize)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	t := &Table{Shape: Shape{Name: in.Name, Format: c.From, Comma: ','}}
	firstLine, _, _ := bytes.Cut(head, []byte("\n"))
	if t.Format == "" {
		t.Format = formatOf(in.Name, firstLine)
	}
	switch t.Format {
	case formatCSV:
		if bytes.IndexByte(firstLine, ',') < 0 && bytes.IndexByte(firstLine, ';') >= 0 {
			t.Comma = ';'
		}
		t.reader = newCSVReader(in.text, t.Comma)
	case formatTSV:
		t.reader = newLines(in.text, func(line []byte) Row { return Row{Fields: strings.Split(string(line), "\t")} })
	case formatJSONL:
		t.reader = newLines(in.text, func(line []byte) Row { return Row{Object: bytes.Clone(line)} })
		return t, nil
	default:
		return nil, fmt.Errorf("there is no format %q; there are csv, tsv and jsonl", t.Format)
	}
	r, err := t.Next()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the table has no rows", t.Name)
	} else if err != nil {
		return nil, err
	}
	t.Width = len(r.Fields)
	if c.NoHeader {
		t.first = []Row{r}
	} else {
		t.Header = r.Fields
	}
	return t, nil
}

// formatOf guesses a format from a file's name or else its first line.
func formatOf(name string, line []byte) string {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".zst")
	for _, e := range [...]struct{ end, format string }{{".csv", formatCSV}, {".tsv", formatTSV}, {".jsonl", formatJSONL}, {".ndjson", formatJSONL}} {
		if strings.HasSuffix(name, e.end) {
			return e.format
		}
	}
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")):
		return formatJSONL
	case bytes.IndexByte(line, '\t') >= 0:
		return formatTSV
	}
	return formatCSV
}

// Next returns the next row, checked, and io.EOF after the last. Its errors name file and line; after a RowError it can
// be called again.
func (t *Table) Next() (Row, error) {
	if len(t.first) > 0 {
		r := t.first[0]
		t.first = nil
		return r, nil
	}
	r, err := t.reader.next()
	for err == nil && t.blank(&r) {
		r, err = t.reader.next()
	}
	if err == nil {
		if err = t.check(&r); err != nil {
			err = &RowError{t.Name, r.Line, err}
		}
		return r, err
	}
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return r, &RowError{t.Name, e.StartLine, csvProblem(e)}
	}
	if err != io.EOF {
		err = fmt.Errorf("%s:%d: %w", t.Name, r.Line, err)
	}
	return r, err
}

func csvProblem(e *csv.ParseError) error {
	if errors.Is(e.Err, csv.ErrQuote) {
		return errors.New("a quote is not closed, or stands inside a field without being doubled")
	}
	return fmt.Errorf("%w; such fields have to be quoted, and their quotes doubled", e.Err)
}

// blank reports whether a row is an empty line that stands for nothing. In a table of one column it is an empty cell;
// encoding/csv leaves it out all the same.
func (t *Shape) blank(r *Row) bool {
	if t.Format == formatJSONL {
		return len(bytes.TrimSpace(r.Object)) == 0
	}
	return t.Width > 1 && len(r.Fields) == 1 && r.Fields[0] == ""
}

func (t *Shape) check(r *Row) error {
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

type csvReader struct {
	*csv.Reader
	guard *guard
	line  int // of the last field that was read
}

// guard ends the reading when a row gets too long.
type guard struct {
	r    io.Reader
	left int
}

var errTooLong = errors.New("the row is longer than 16 MiB; is a quote not closed?")

func (g *guard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, errTooLong
	}
	n, err := g.r.Read(p)
	g.left -= n
	return n, err
}

func newCSVReader(r io.Reader, comma byte) *csvReader {
	g := &guard{r: r}
	c := &csvReader{Reader: csv.NewReader(g), guard: g}
	c.Comma, c.FieldsPerRecord = rune(comma), -1
	return c
}

func (c *csvReader) next() (Row, error) {
	c.guard.left = maxRow
	fields, err := c.Reader.Read()
	if err != nil {
		return Row{Line: c.line + 1}, err // after the row before, which is near enough
	}
	line, _ := c.FieldPos(0)
	c.line, _ = c.FieldPos(len(fields) - 1)
	return Row{Line: line, Fields: fields}, nil
}

// lines reads formats of one row a line.
type lines struct {
	sc    *bufio.Scanner
	line  int
	parse func(line []byte) Row
}

func newLines(r io.Reader, parse func(line []byte) Row) *lines {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), maxRow)
	return &lines{sc: sc, parse: parse}
}

func (l *lines) next() (Row, error) {
	l.line++
	if !l.sc.Scan() {
		err := l.sc.Err()
		switch {
		case err == nil:
			err = io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			err = errors.New("the line is longer than 16 MiB; is this a text file?")
		}
		return Row{Line: l.line}, err
	}
	r := l.parse(l.sc.Bytes())
	r.Line = l.line
	return r, nil
}

// column is where a mention stands: a field of a table, a key of an object.
type column struct {
	name  string
	index int
}

// find returns the column of a name, or of a number from 1.
func (t *Shape) find(name string) (column, error) {
	if t.Format == formatJSONL {
		return column{name: name}, nil // which keys there are, the objects say
	}
	if i := slices.Index(t.Header, name); i >= 0 {
		return column{name, i}, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= t.Width {
		if t.Header == nil {
			return column{name, n - 1}, nil
		}
		return column{t.Header[n-1], n - 1}, nil
	}
	if t.Header == nil {
		return column{}, fmt.Errorf("%s: no column %q; without a header there are the numbers 1 to %d", t.Name, name, t.Width)
	}
	return column{}, fmt.Errorf("%s: no column %q; there are %s", t.Name, name, Quoted(t.Header))
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

// cells returns the texts of columns in a row; keys that an object lacks are empty, but one has to be there.
func (t *Shape) cells(r *Row, columns []column) ([]string, error) {
	out := make([]string, len(columns))
	if t.Format != formatJSONL {
		for i, c := range columns {
			out[i] = r.Fields[c.index]
		}
		return out, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(r.Object, &object); err != nil || object == nil {
		return nil, &RowError{t.Name, r.Line, fmt.Errorf("not a JSON object (%v)", err)}
	}
	for i, c := range columns {
		value, ok := object[c.name]
		if !ok && len(columns) == 1 || !ok && r.Line == 1 {
			return nil, &RowError{t.Name, r.Line, fmt.Errorf("no key %q; there are %s", c.name, Quoted(slices.Sorted(maps.Keys(object))))}
		}
		if text, err := textOf(value); err != nil {
			return nil, &RowError{t.Name, r.Line, fmt.Errorf("key %q: %w", c.name, err)}
		} else {
			out[i] = text
		}
	}
	return out, nil
}

// textOf returns a JSON string or number as text, null and nothing as none.
func textOf(value json.RawMessage) (string, error) {
	switch {
	case len(value) == 0 || string(value) == "null":
		return "", nil
	case value[0] == '"':
		var s string
		err := json.Unmarshal(value, &s)
		return s, err
	case value[0] == '{' || value[0] == '[':
		return "", errors.New("neither text nor a number")
	}
	return string(value), nil
}
