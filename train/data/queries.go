package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/sheet"
)

// Query is one mention with the ids that count as a right answer.
type Query struct {
	Mention  string
	Gold     []string // at least one, each non-empty
	Type     string   // the entity type, may be empty
	Sentence string   // where the mention stood, may be empty
	Document string   // mentions of other documents say nothing about this one; may be empty
	Line     int      // in its file, from 1
}

// QueryOptions says how to read a query file. The zero value detects everything.
type QueryOptions struct {
	Encoding string        // one of sheet.Encodings
	Table    sheet.Options // of a table
}

// QueryFile has the queries of a file, and says how it was read.
type QueryFile struct {
	Queries []Query
	Report  QueryReport
}

// QueryReport says how a query file was read.
type QueryReport struct {
	FileReport                // Format is Queries, or as who reads other files says
	First      []QueryExample `json:"first,omitempty"`
}

// QueryExample is a row as it is understood.
type QueryExample struct {
	Mention string   `json:"mention"`
	IDs     []string `json:"ids"`
	Type    string   `json:"type,omitempty"`
}

// Queries is the format of query files in reports.
const Queries = "queries"

// Show counts the queries of a report, and adds the first.
func (r *QueryReport) Show(queries []Query) {
	r.Rows = len(queries)
	for _, q := range queries[:min(len(queries), maxFirst)] {
		r.First = append(r.First, QueryExample{q.Mention, q.Gold, q.Type})
	}
}

// ReadQueriesFrom reads a query file; file names it in errors. The first bad row ends it with a *BadRow. Without a TAB
// in its first line, or with options for one, it is a table of package sheet.
func ReadQueriesFrom(r io.Reader, file string, o QueryOptions) (QueryFile, error) {
	text, encoding, err := sheet.Decode(bufio.NewReaderSize(r, sheet.HeadSize), o.Encoding, false)
	if err != nil {
		return QueryFile{}, err
	}
	head, err := text.Peek(text.Size())
	if err != nil && err != io.EOF {
		return QueryFile{}, inFile(err, file, 0)
	}
	q := queryRows{report: QueryReport{FileReport: FileReport{File: file, Format: Queries, Encoding: encoding, Layout: format.Layout{Table: sheet.TSV}}}}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if o.Table != (sheet.Options{}) || sheet.IsWorkbook(head) || bytes.ContainsAny(line, ",;|") && !bytes.ContainsAny(line, "\t") {
		err = q.readTable(text, o.Table)
	} else {
		err = EachLine(text, file, q.addLine)
	}
	if err == nil && len(q.queries) == 0 {
		err = fmt.Errorf("%s: no rows; a query file needs lines of the form mention TAB id, or a table with the columns mention and id", file)
	}
	if err != nil {
		return QueryFile{}, err
	}
	return q.file(), nil
}

// queryRows takes the rows of a query file: mention, ids, type and sentence, in this order, below a header or not.
type queryRows struct {
	queries []Query
	report  QueryReport
	header  []string
	width   int // of the widest row
}

func (q *queryRows) readTable(r io.Reader, o sheet.Options) error {
	o.NoHeader = true
	t, err := sheet.New(r, q.report.File, o, nil)
	if err != nil {
		return err
	}
	defer t.Close()
	if t.Objects() {
		return fmt.Errorf("%s: JSON; a query file is lines of the form mention TAB id, or a table with the columns mention and id", t.Name)
	}
	q.report.Layout = format.LayoutOf(&t.Shape)
	return eachRow(t, q.add)
}

func (q *queryRows) addLine(line string, number int) error {
	cells := strings.Split(line, "\t")
	if len(cells) < 2 {
		return errors.New("no TAB; a row is mention TAB id")
	}
	return q.add(cells, number)
}

// add takes a row. The first is a header if it calls its first column mention.
func (q *queryRows) add(cells []string, line int) error {
	first := q.width == 0
	q.width = max(q.width, len(cells))
	if first && strings.EqualFold(strings.TrimSpace(cells[0]), "mention") {
		q.header = cells
		return nil
	}
	query, err := queryOf(cells)
	query.Line = line
	q.queries = append(q.queries, query)
	return err
}

func (q *queryRows) file() QueryFile {
	q.report.Header = q.header != nil
	for i, role := range []string{"mention", "ids", "type", "sentence"}[:min(q.width, 4)] {
		c := format.LayoutColumn{Role: role, Number: i + 1}
		if i < len(q.header) {
			c.Name = strings.TrimSpace(q.header[i])
		}
		q.report.Columns = append(q.report.Columns, c)
	}
	q.report.Show(q.queries)
	return QueryFile{q.queries, q.report}
}

func queryOf(columns []string) (Query, error) {
	switch {
	case len(columns) < 2:
		return Query{}, errors.New("one column; a row is mention and id")
	case len(columns) > 4:
		return Query{}, fmt.Errorf("%d columns, at most 4 are known: mention, ids, type, sentence", len(columns))
	case strings.TrimSpace(columns[0]) == "":
		return Query{}, errors.New("empty mention")
	}
	q := Query{Mention: columns[0], Gold: strings.Split(columns[1], "|")}
	if slices.Contains(q.Gold, "") {
		return Query{}, fmt.Errorf("an empty id in %q", columns[1])
	}
	columns = append(columns[2:], "", "")
	q.Type, q.Sentence = columns[0], columns[1]
	return q, nil
}
