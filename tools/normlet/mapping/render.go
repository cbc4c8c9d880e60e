package mapping

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// renderer renders rows in one format. Its methods may be called at once.
type renderer interface {
	head() []byte // what precedes the rows
	row(dst []byte, r *Row, cells []document.Result) ([]byte, error)
}

func newRenderer(m *Mapper) (renderer, error) {
	c, t, format := m.config, &m.shape, m.format()
	switch {
	case format == formatJSONL:
		return &jsonRenderer{m.columns, names(t)}, nil
	case format == formatSSSOM:
		return newSSSOM(m), nil
	case format != formatCSV && format != formatTSV && format != FormatXLSX && format != FormatParquet:
		return nil, fmt.Errorf("there is no format %q; there are csv, tsv, jsonl, sssom, xlsx and parquet", format)
	case t.Objects():
		return nil, fmt.Errorf("%s: objects may have any keys, so they do not fit the columns of %s; choose jsonl or sssom", t.Name, format)
	}
	comma := t.Comma
	if t.Format == formatTSV || format == FormatXLSX {
		comma = ','
	}
	header := t.Header
	if format == FormatParquet { // which has no columns without names
		header = names(t)
	}
	return &tableRenderer{format: format, comma: rune(comma), cells: newCells(c), header: outHeader(header, m.columns, c.Add)}, nil
}

// outHeader returns the columns of the output, nil if those of the input have no names.
func outHeader(names []string, columns []column, add []string) []string {
	if names == nil {
		return nil
	}
	out := slices.Clone(names)
	for _, c := range columns {
		out = append(out, Added(out, c.name, add...)...)
	}
	return out
}

// tableRenderer appends columns to those of the input.
type tableRenderer struct {
	format string
	comma  rune // of CSV
	cells  cells
	header []string
}

func (t *tableRenderer) head() []byte {
	if t.header == nil {
		return nil
	}
	out, _ := t.line(nil, t.header) // fails only for a comma that is none
	return out
}

func (t *tableRenderer) row(dst []byte, r *Row, results []document.Result) ([]byte, error) {
	fields := make([]string, len(r.Fields), len(r.Fields)+len(results)*len(added))
	copy(fields, r.Fields)
	for i := range results {
		c := t.cells.of(&results[i])
		fields = append(fields, c.Texts()...)
	}
	return t.line(dst, fields)
}

var tsvText = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

func (t *tableRenderer) line(dst []byte, fields []string) ([]byte, error) {
	if t.format == formatTSV {
		return appendTSV(dst, fields), nil
	}
	buffer := bytes.NewBuffer(dst)
	if t.format == FormatParquet {
		err := json.NewEncoder(buffer).Encode(fields)
		return buffer.Bytes(), err
	}
	l := csvLines.Get().(*csvLine)
	defer csvLines.Put(l)
	l.Comma = t.comma
	l.buffer.Reset(buffer)
	err := l.Write(fields)
	l.Flush()
	return buffer.Bytes(), err
}

// csvLine writes lines through one buffer: a csv.Writer that makes its own takes 4 KiB for each.
type csvLine struct {
	*csv.Writer
	buffer *bufio.Writer
}

var csvLines = sync.Pool{New: func() any {
	buffer := bufio.NewWriter(nil) // large enough for csv to take it as it is
	return &csvLine{csv.NewWriter(buffer), buffer}
}}

func appendTSV(dst []byte, fields []string) []byte {
	for i, f := range fields {
		if i > 0 {
			dst = append(dst, '\t')
		}
		if strings.ContainsAny(f, "\t\n\r") {
			f = tsvText.Replace(f)
		}
		dst = append(dst, f...)
	}
	return append(dst, '\n')
}

// number writes a probability or score with six decimals at most: the last bits of exp differ between platforms.
func number(x float64) string { return strconv.FormatFloat(answer.Round(x), 'f', -1, 64) }

// jsonRenderer writes an object for each mapped cell: that of normlet lookup, and with it the column and the row.
type jsonRenderer struct {
	columns []column
	names   []string // of the columns of a table
}

// names returns a name for each column of a table.
func names(t *Shape) []string {
	if t.Header != nil || t.Objects() {
		return t.Header
	}
	out := make([]string, t.Width)
	for i := range out {
		out[i] = strconv.Itoa(i + 1)
	}
	return out
}

type jsonCell struct {
	answer.Answer
	Parts  []answer.Answer `json:"parts,omitempty"` // of a composite mention, which then has no matches of its own
	Column string          `json:"column"`
	Row    json.RawMessage `json:"row"`
}

func (j *jsonRenderer) head() []byte { return nil }

func (j *jsonRenderer) row(dst []byte, r *Row, cells []document.Result) ([]byte, error) {
	object, err := j.object(r)
	if err != nil {
		return nil, err
	}
	buffer := bytes.NewBuffer(dst)
	e := json.NewEncoder(buffer)
	e.SetEscapeHTML(false)
	for i := range cells {
		c := &cells[i]
		out := jsonCell{Column: j.columns[i].name, Row: object}
		switch len(c.Answers) {
		case 0:
			out.Answer = answer.New(&core.Answer{NIL: true})
		case 1:
			out.Answer = newAnswer(&c.Answers[0])
		default:
			out.Answer = answer.New(&core.Answer{})
			for k := range c.Answers {
				out.Parts = append(out.Parts, newAnswer(&c.Answers[k]))
			}
		}
		out.Mention = c.Mention // though it may have been looked up written out
		if err := e.Encode(out); err != nil {
			return nil, err
		}
	}
	return buffer.Bytes(), nil
}

// newAnswer returns the JSON form of an answer.
func newAnswer(a *core.Answer) answer.Answer {
	out := answer.New(a)
	for i := range a.Matches {
		out.Matches[i].Stage = StageName(a.Matches[i].Stage)
	}
	return out
}

// object returns a row as a JSON object, its keys in the order of the columns.
func (j *jsonRenderer) object(r *Row) ([]byte, error) {
	if r.Object != nil {
		return r.Object, nil
	}
	var b bytes.Buffer
	b.WriteByte('{')
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, name := range j.names {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := e.Encode(name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := e.Encode(r.Fields[i]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil // blanks in it do not matter: it is compacted
}
