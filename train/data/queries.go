package data

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
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

// ReadQueriesFrom is ReadQueries for what r yields; file names it in errors.
func ReadQueriesFrom(r io.Reader, file string) ([]Query, error) {
	var queries []Query
	err := EachLine(r, file, func(line string, number int) error {
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

func parseQuery(line string) (Query, error) {
	columns := strings.Split(line, "\t")
	switch {
	case len(columns) < 2:
		return Query{}, errors.New("no TAB; a row is mention TAB id")
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
