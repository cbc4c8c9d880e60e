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

// row is one row of a table, or one object of JSONL.
type row struct {
	line   int      // where it starts, from 1
	fields []string // of a table
	object []byte   // of JSONL
}

// size returns about how much memory a row takes, in bytes.
func (r *row) size() int {
	n := len(r.object) + 64
	for _, f := range r.fields {
		n += len(f) + 16
	}
	return n
}

type reader interface {
	next() (row, error) // io.EOF after the last
}

type table struct {
	name   string
	format string
	comma  byte     // of CSV
	header []string // nil for JSONL and tables without one
	width  int      // columns; 0 for JSONL
	first  []row    // was read to find out
	reader reader
}

// newTable finds out the format of in and reads its header.
func newTable(in *Input, c *Config) (*table, error) {
	head, err := in.text.Peek(headSize)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	t := &table{name: in.Name, format: c.From, comma: ','}
	firstLine, _, _ := bytes.Cut(head, []byte("\n"))
	if t.format == "" {
		t.format = formatOf(in.Name, firstLine)
	}
	switch t.format {
	case formatCSV:
		if bytes.IndexByte(firstLine, ',') < 0 && bytes.IndexByte(firstLine, ';') >= 0 {
			t.comma = ';'
		}
		t.reader = newCSVReader(in.text, t.comma)
	case formatTSV:
		t.reader = newLines(in.text, func(line []byte) row { return row{fields: strings.Split(string(line), "\t")} })
	case formatJSONL:
		t.reader = newLines(in.text, func(line []byte) row { return row{object: bytes.Clone(line)} })
		return t, nil
	default:
		return nil, fmt.Errorf("there is no format %q; there are csv, tsv and jsonl", t.format)
	}
	r, err := t.next()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the table has no rows", t.name)
	} else if err != nil {
		return nil, err
	}
	t.width = len(r.fields)
	if c.NoHeader {
		t.first = []row{r}
	} else {
		t.header = r.fields
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

// next returns the next row, checked. Its errors name file and line.
func (t *table) next() (row, error) {
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
		err = t.check(&r)
	}
	if err != nil && err != io.EOF {
		if e, ok := errors.AsType[*csv.ParseError](err); ok {
			r.line, err = e.StartLine, csvProblem(e)
		}
		err = fmt.Errorf("%s:%d: %w", t.name, r.line, err)
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
func (t *table) blank(r *row) bool {
	if t.format == formatJSONL {
		return len(bytes.TrimSpace(r.object)) == 0
	}
	return t.width > 1 && len(r.fields) == 1 && r.fields[0] == ""
}

func (t *table) check(r *row) error {
	if t.width > 0 && len(r.fields) != t.width {
		return fmt.Errorf("%d columns, the first row has %d", len(r.fields), t.width)
	}
	for _, f := range r.fields {
		if !utf8.ValidString(f) {
			return errEncoding
		}
	}
	if !utf8.Valid(r.object) {
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

func (c *csvReader) next() (row, error) {
	c.guard.left = maxRow
	fields, err := c.Reader.Read()
	if err != nil {
		return row{line: c.line + 1}, err // after the row before, which is near enough
	}
	line, _ := c.FieldPos(0)
	c.line, _ = c.FieldPos(len(fields) - 1)
	return row{line: line, fields: fields}, nil
}

// lines reads formats of one row a line.
type lines struct {
	sc    *bufio.Scanner
	line  int
	parse func(line []byte) row
}

func newLines(r io.Reader, parse func(line []byte) row) *lines {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), maxRow)
	return &lines{sc: sc, parse: parse}
}

func (l *lines) next() (row, error) {
	l.line++
	if !l.sc.Scan() {
		err := l.sc.Err()
		switch {
		case err == nil:
			err = io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			err = errors.New("the line is longer than 16 MiB; is this a text file?")
		}
		return row{line: l.line}, err
	}
	r := l.parse(l.sc.Bytes())
	r.line = l.line
	return r, nil
}

// column is where a mention stands: a field of a table, a key of an object.
type column struct {
	name  string
	index int
}

// find returns the column of a name, or of a number from 1.
func (t *table) find(name string) (column, error) {
	if t.format == formatJSONL {
		return column{name: name}, nil // which keys there are, the objects say
	}
	if i := slices.Index(t.header, name); i >= 0 {
		return column{name, i}, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= t.width {
		if t.header == nil {
			return column{name, n - 1}, nil
		}
		return column{t.header[n-1], n - 1}, nil
	}
	if t.header == nil {
		return column{}, fmt.Errorf("%s: no column %q; without a header there are the numbers 1 to %d", t.name, name, t.width)
	}
	return column{}, fmt.Errorf("%s: no column %q; there are %s", t.name, name, quoted(t.header))
}

// quoted lists names for people.
func quoted(names []string) string {
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
func (t *table) cells(r *row, columns []column) ([]string, error) {
	out := make([]string, len(columns))
	if t.format != formatJSONL {
		for i, c := range columns {
			out[i] = r.fields[c.index]
		}
		return out, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(r.object, &object); err != nil || object == nil {
		return nil, fmt.Errorf("%s:%d: not a JSON object (%v)", t.name, r.line, err)
	}
	for i, c := range columns {
		value, ok := object[c.name]
		if !ok && len(columns) == 1 || !ok && r.line == 1 {
			return nil, fmt.Errorf("%s:%d: no key %q; there are %s", t.name, r.line, c.name, quoted(slices.Sorted(maps.Keys(object))))
		}
		if text, err := textOf(value); err != nil {
			return nil, fmt.Errorf("%s:%d: key %q: %w", t.name, r.line, c.name, err)
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
