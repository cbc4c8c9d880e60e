package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data/format"
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

// ReadQueries reads the query file at path, which is opened as by Open. The
// first bad row ends it with a *BadRow: a figure over part of the queries would
// be taken for a figure over all of them.
func ReadQueries(path string) ([]Query, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadQueriesFrom(f, path)
}

// ReadQueriesFrom is ReadQueries for what r yields; file names it in errors.
func ReadQueriesFrom(r io.Reader, file string) ([]Query, error) {
	l := newLineReader(r, file)
	var queries []Query
	for {
		line, ok := l.next()
		if !ok {
			break
		}
		q, err := parseQuery(line)
		if err != nil {
			return nil, l.bad("%s", err)
		}
		q.Line = l.line
		queries = append(queries, q)
	}
	if err := l.err(); err != nil {
		return nil, err
	}
	if len(queries) == 0 {
		return nil, fmt.Errorf("%s: no rows; a query file needs lines of the form mention TAB id", file)
	}
	return queries, nil
}

func parseQuery(line []byte) (Query, error) {
	if err := format.CheckText(line); err != nil {
		return Query{}, err
	}
	columns := bytes.Split(line, []byte{'\t'})
	if len(columns) < 2 {
		return Query{}, errors.New("no TAB; a row is mention TAB id")
	}
	if len(columns) > 4 {
		return Query{}, fmt.Errorf("%d columns, at most 4 are known: mention, ids, type, sentence", len(columns))
	}
	if len(bytes.TrimSpace(columns[0])) == 0 {
		return Query{}, errors.New("empty mention")
	}
	gold := strings.Split(string(columns[1]), "|")
	if slices.Contains(gold, "") {
		return Query{}, fmt.Errorf("an empty id in %q", columns[1])
	}
	q := Query{Mention: string(columns[0]), Gold: gold}
	if len(columns) > 2 {
		q.Type = string(columns[2])
	}
	if len(columns) > 3 {
		q.Sentence = string(columns[3])
	}
	return q, nil
}
