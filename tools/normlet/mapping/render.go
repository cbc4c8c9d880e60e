package mapping

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// renderer renders rows in one format. Its methods may be called at once.
type renderer interface {
	head() []byte // what precedes the rows
	row(dst []byte, r *row, cells []document.Result) ([]byte, error)
}

func newRenderer(r *run) (renderer, error) {
	c, t, format := r.config, r.table, r.format()
	switch {
	case format == formatJSONL:
		return &jsonRenderer{r.columns, names(t)}, nil
	case format == formatSSSOM:
		return newSSSOM(r), nil
	case format != formatCSV && format != formatTSV:
		return nil, fmt.Errorf("there is no format %q; there are csv, tsv, jsonl and sssom", format)
	case t.format == formatJSONL:
		return nil, fmt.Errorf("%s: objects may have any keys, so they do not fit the columns of %s; choose jsonl or sssom", t.name, format)
	}
	comma := t.comma
	if t.format == formatTSV {
		comma = ','
	}
	return &tableRenderer{format: format, comma: rune(comma), nilAs: c.NilAs, rawCells: c.RawCells, header: outHeader(t, r.columns)}, nil
}

// added are the columns that a mapped one gets; its name and "_" precede theirs.
var added = []string{"id", "name", "matched", "stage", "score", "p"}

const packTexts = 3 // of added, those whose text is from the pack

// outHeader returns the columns of the output, nil if the input has no header.
func outHeader(t *table, columns []column) []string {
	if t.header == nil {
		return nil
	}
	out := slices.Clone(t.header)
	for _, c := range columns {
		for _, a := range added {
			name := c.name + "_" + a
			for n := 2; slices.Contains(out, name); n++ {
				name = c.name + "_" + a + "_" + strconv.Itoa(n)
			}
			out = append(out, name)
		}
	}
	return out
}

// tableRenderer appends columns to those of the input.
type tableRenderer struct {
	format   string
	comma    rune // of CSV
	nilAs    string
	rawCells bool
	header   []string
}

func (t *tableRenderer) head() []byte {
	if t.header == nil {
		return nil
	}
	out, _ := t.line(nil, t.header) // fails only for a comma that is none
	return out
}

func (t *tableRenderer) row(dst []byte, r *row, cells []document.Result) ([]byte, error) {
	fields := make([]string, len(r.fields), len(r.fields)+len(cells)*len(added))
	copy(fields, r.fields)
	for i := range cells {
		fields = append(fields, t.values(&cells[i])...)
	}
	return t.line(dst, fields)
}

// values returns the values of the added columns; those of several answers are joined by "|". NIL has its stage,
// "nil", and the id that was chosen for it.
func (t *tableRenderer) values(c *document.Result) []string {
	out := make([]string, len(added))
	escaped := escape.Text
	for i := range c.Answers {
		v := []string{t.nilAs, "", "", "nil", "", ""}
		if a := &c.Answers[i]; !a.NIL && len(a.Matches) > 0 {
			if i == 0 { // else the user has said what the cell begins with
				escaped = escape.Cell
			}
			m := &a.Matches[0]
			v = []string{m.ID, m.Name, m.Matched, m.Stage.String(), number(m.Score), number(m.P)}
		}
		for j := range out {
			if i > 0 {
				out[j] += "|"
			}
			out[j] += v[j]
		}
	}
	for j := range out[:packTexts] {
		if !t.rawCells {
			out[j] = escaped(out[j])
		}
	}
	return out
}

var tsvText = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

func (t *tableRenderer) line(dst []byte, fields []string) ([]byte, error) {
	if t.format == formatTSV {
		return appendTSV(dst, fields), nil
	}
	buffer := bytes.NewBuffer(dst)
	w := csv.NewWriter(buffer)
	w.Comma = t.comma
	err := w.Write(fields)
	w.Flush()
	return buffer.Bytes(), err
}

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
func names(t *table) []string {
	if t.header != nil || t.format == formatJSONL {
		return t.header
	}
	out := make([]string, t.width)
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

func (j *jsonRenderer) row(dst []byte, r *row, cells []document.Result) ([]byte, error) {
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
			out.Answer = answer.New(&c.Answers[0])
		default:
			out.Answer = answer.New(&core.Answer{})
			for k := range c.Answers {
				out.Parts = append(out.Parts, answer.New(&c.Answers[k]))
			}
		}
		out.Mention = c.Mention // though it may have been looked up written out
		if err := e.Encode(out); err != nil {
			return nil, err
		}
	}
	return buffer.Bytes(), nil
}

// object returns a row as a JSON object, its keys in the order of the columns.
func (j *jsonRenderer) object(r *row) ([]byte, error) {
	if r.object != nil {
		return r.object, nil
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
		if err := e.Encode(r.fields[i]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil // blanks in it do not matter: it is compacted
}
