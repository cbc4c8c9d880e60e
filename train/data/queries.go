package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

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

// ReadQueries reads a query file, opened as by Open. The first bad row ends it with a *BadRow.
func ReadQueries(path string) ([]Query, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadQueriesFrom(f, path)
}

// ReadQueriesFrom is ReadQueries for what r yields; file names it in errors. Without a TAB in its first line it is a
// table of package sheet.
func ReadQueriesFrom(r io.Reader, file string) ([]Query, error) {
	text, _, err := sheet.Decode(bufio.NewReaderSize(r, sheet.HeadSize), "", false)
	if err != nil {
		return nil, err
	}
	head, err := text.Peek(text.Size())
	if err != nil && err != io.EOF {
		return nil, err
	}
	if line, _, _ := bytes.Cut(head, []byte("\n")); sheet.IsWorkbook(head) || bytes.ContainsAny(line, ",;|") && !bytes.ContainsAny(line, "\t") {
		return queriesOfTable(text, file)
	}
	var queries []Query
	err = EachLine(text, file, func(line string, number int) error {
		q, err := parseQuery(line)
		q.Line = number
		queries = append(queries, q)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case len(queries) == 0:
		return nil, fmt.Errorf("%s: no rows; a query file needs lines of the form mention TAB id", file)
	}
	return queries, nil
}

// queriesOfTable reads a CSV or a workbook: mention, ids, type and sentence, in this order, below a header or not.
func queriesOfTable(r io.Reader, file string) (queries []Query, err error) {
	t, err := sheet.New(r, file, sheet.Options{NoHeader: true})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	for first := true; ; first = false {
		row, err := t.Next()
		switch {
		case err == io.EOF && len(queries) == 0:
			return nil, fmt.Errorf("%s: no rows; a query file needs the columns mention and id", file)
		case err == io.EOF:
			return queries, nil
		case err != nil:
			return nil, err
		case first && strings.EqualFold(strings.TrimSpace(row.Fields[0]), "mention"):
			continue
		}
		q, err := queryOf(row.Fields)
		if err != nil {
			return nil, &BadRow{File: file, Line: row.Line, Reason: err.Error()}
		}
		q.Line = row.Line
		queries = append(queries, q)
	}
}

func parseQuery(line string) (Query, error) {
	columns := strings.Split(line, "\t")
	if len(columns) < 2 {
		return Query{}, errors.New("no TAB; a row is mention TAB id")
	}
	return queryOf(columns)
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
