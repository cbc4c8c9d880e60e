package mapping

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// renderer renders rows in one format. It is safe for concurrent use.
type renderer interface {
	head() []byte // what precedes the rows
	row(dst []byte, r *Row, cells []document.Result) ([]byte, error)
}

func newRenderer(m *Mapper) (renderer, error) {
	c, t, format := m.config, &m.shape, m.format()
	switch {
	case format == formatJSONL:
		return &jsonRenderer{m, names(t)}, nil
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
	return &tableRenderer{format: format, comma: comma, cells: newCells(c), shape: t, verbatim: format == t.Format, header: outHeader(header, m.columns, c.Add)}, nil
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
	format   string
	comma    byte // of CSV
	cells    cells
	header   []string
	shape    *Shape
	verbatim bool // the output has the format of the input, whose bytes are copied
}

// head has what stands before the header, too, where the format can have it.
func (t *tableRenderer) head() []byte {
	var out []byte
	switch {
	case t.verbatim:
		out = append(out, t.shape.Before.Text...)
	case t.format != FormatParquet:
		for _, row := range t.shape.Before.Rows {
			out, _ = t.line(out, row, "") // fails only for a comma that is none
		}
	}
	if t.header != nil {
		out, _ = t.beside(out, &t.shape.Top, t.header[:t.shape.Width], t.header[t.shape.Width:])
	}
	return out
}

func (t *tableRenderer) row(dst []byte, r *Row, results []document.Result) ([]byte, error) {
	fields := make([]string, 0, len(results)*len(added))
	for i := range results {
		c := t.cells.of(&results[i])
		fields = append(fields, c.Texts()...)
	}
	return t.beside(dst, r, r.Fields, fields)
}

// beside appends a row: its fields, the added cells, and last the fields that have no header.
func (t *tableRenderer) beside(dst []byte, r *Row, fields, added []string) ([]byte, error) {
	more := fields[min(len(fields), t.shape.Width):]
	switch {
	case len(more) > 0 && t.format == FormatParquet:
		return nil, &RowError{File: t.shape.Name, Line: r.Line, Err: fmt.Errorf("%d cells, and Parquet has no room for more than the %d columns; map to .csv", len(fields), t.shape.Width)}
	case t.verbatim && r.Text != "" && len(more) == 0:
		dst = append(append(dst, r.Text...), t.shape.Comma)
		return t.line(dst, added, r.End)
	}
	return t.line(dst, slices.Concat(fields[:len(fields)-len(more)], added, more), r.End)
}

// line appends a row. It ends with LF, or with CR and LF where these end the row of the input.
func (t *tableRenderer) line(dst []byte, fields []string, end string) ([]byte, error) {
	dst, err := t.cellsOf(dst, fields)
	if err == nil && end == "\r\n" && t.verbatim {
		dst = append(dst[:len(dst)-1], end...)
	}
	return dst, err
}

func (t *tableRenderer) cellsOf(dst []byte, fields []string) ([]byte, error) {
	if t.format == formatTSV {
		return appendTSV(dst, fields), nil
	}
	if t.format == FormatParquet {
		buffer := bytes.NewBuffer(dst)
		err := json.NewEncoder(buffer).Encode(fields)
		return buffer.Bytes(), err
	}
	for i, f := range fields {
		if i > 0 {
			dst = append(dst, t.comma)
		}
		if strings.IndexByte(f, t.comma) >= 0 || strings.ContainsAny(f, "\"\r\n") || f == `\.` || strings.TrimLeftFunc(f, unicode.IsSpace) != f || len(fields) == 1 && f == "" {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		dst = append(dst, f...)
	}
	return append(dst, '\n'), nil
}

func appendTSV(dst []byte, fields []string) []byte {
	for i, f := range fields {
		if i > 0 {
			dst = append(dst, '\t')
		}
		if strings.ContainsAny(f, "\t\n\r") {
			f = escape.Flat.Replace(f)
		}
		dst = append(dst, f...)
	}
	return append(dst, '\n')
}

// Number writes a probability or score with six decimals at most: the last bits of exp differ between platforms.
func Number(x float64) string { return strconv.FormatFloat(answer.Round(x), 'f', -1, 64) }

// jsonRenderer writes an object for each mapped cell: that of normlet lookup, and with it the column and the row.
type jsonRenderer struct {
	*Mapper
	names []string // of the columns of a table
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
	Parts   []answer.Answer `json:"parts,omitempty"`   // of a composite mention, which then has no matches of its own
	Status  string          `json:"status,omitempty"`  // of a cell that is no mention
	Taken   string          `json:"taken,omitempty"`   // the likeliest entity, where another row has it
	Verdict string          `json:"verdict,omitempty"` // none of a cell without text
	Column  string          `json:"column"`
	Row     json.RawMessage `json:"row"`
}

func (j *jsonRenderer) head() []byte { return nil }

func (j *jsonRenderer) row(dst []byte, r *Row, cells []document.Result) ([]byte, error) {
	object, err := j.object(r)
	if err != nil {
		return nil, err
	}
	for i := range cells {
		c := &cells[i]
		out := jsonCell{Verdict: j.cut.verdict(c), Taken: c.Taken, Column: j.columns[i].name, Row: object}
		switch len(c.Answers) {
		case 0:
			out.Answer = answer.New(&core.Answer{NIL: true})
			out.Status = quantity(c.Mention)
		case 1:
			out.Answer = j.newAnswer(c.Mention, &c.Answers[0])
		default:
			out.Answer = answer.New(&core.Answer{})
			for k := range c.Answers {
				out.Parts = append(out.Parts, j.newAnswer(c.Mention, &c.Answers[k]))
			}
		}
		out.Mention = c.Mention // though it may have been looked up written out
		if dst, err = escape.AppendJSON(dst, out); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// newAnswer returns the JSON form of an answer for a mention, or for a part of it.
func (j *jsonRenderer) newAnswer(mention string, a *core.Answer) answer.Answer {
	shown := j.cut.applied(*a)
	out := answer.New(&shown)
	for i := range a.Matches {
		out.Matches[i].Stage = j.config.Decisions.stage(mention, &a.Matches[i]).String()
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
	for i := range r.Fields {
		name := strconv.Itoa(i + 1) // of a cell beyond the header
		if i < len(j.names) {
			name = j.names[i]
		}
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
