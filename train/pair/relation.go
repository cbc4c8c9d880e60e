package pair

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/train/data"
)

// Relation says that an entity has a parent: entities with the same parent by the
// same relation are a family.
type Relation = data.Relation

// ReadRelations reads the relations in the file at path, opened as by data.Open,
// one a line:
//
//	id TAB relation TAB parent
//
// Lines before the first relation that start with '#' are comments. The first bad
// line ends the reading with a *data.BadRow.
func ReadRelations(path string) ([]Relation, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parseRelations(f, path)
}

// maxLine is the longest line accepted, in bytes.
const maxLine = 1 << 20

func parseRelations(r io.Reader, file string) ([]Relation, error) {
	var relations []Relation
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := lines.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if len(relations) == 0 && strings.HasPrefix(line, "#") {
			continue
		}
		relation, err := parseRelation(line)
		if err != nil {
			return nil, &data.BadRow{File: file, Line: n, Reason: err.Error()}
		}
		relations = append(relations, relation)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &data.BadRow{File: file, Line: n + 1, Reason: "the line is longer than 1 MiB; is this a text file?"}
	} else if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
	}
	if len(relations) == 0 {
		return nil, fmt.Errorf("%s: no relations; a line is id TAB relation TAB parent", file)
	}
	return relations, nil
}

func parseRelation(line string) (Relation, error) {
	columns := strings.Split(line, "\t")
	switch {
	case len(columns) != 3:
		return Relation{}, fmt.Errorf("%d columns; a line is id TAB relation TAB parent", len(columns))
	case !utf8.ValidString(line):
		return Relation{}, errors.New("invalid UTF-8; convert the file to UTF-8")
	case strings.ContainsAny(line, "\r\x00"):
		return Relation{}, errors.New("a carriage return or NUL byte inside the line; is this a text file?")
	}
	for i, what := range []string{"id", "relation", "parent"} {
		if strings.TrimSpace(columns[i]) == "" {
			return Relation{}, errors.New("empty " + what)
		}
	}
	return Relation{ID: columns[0], Relation: columns[1], Parent: columns[2]}, nil
}
