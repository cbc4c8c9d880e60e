package data

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/normlet/normlet/core/edit"
)

// ReadChanges reads the changes of a pack's terminology from r, one a line, with the number of each
// line; file names r in errors, which are of type *BadRow for single lines. A line is
//
//	"+" TAB id TAB name [TAB kind [TAB weight [TAB namespace]]]
//	"-" TAB id [TAB name]
//
// where a row of a terminology file follows the "+", and "-" without a name removes all names
// of the entity. Comments stand before the first change.
func ReadChanges(r io.Reader, file string) ([]edit.Change, []int, error) {
	var changes []edit.Change
	var lines []int
	err := EachLine(r, file, func(line string, number int) error {
		if len(changes) == 0 && strings.HasPrefix(line, "#") {
			return nil
		}
		c, err := parseChange(line)
		changes, lines = append(changes, c), append(lines, number)
		return err
	})
	switch {
	case err != nil:
		return nil, nil, err
	case len(changes) == 0:
		return nil, nil, fmt.Errorf("%s: no changes; a line is + or -, then TAB id TAB name", file)
	}
	return changes, lines, nil
}

func parseChange(line string) (edit.Change, error) {
	sign, rest, _ := strings.Cut(line, "\t")
	switch sign {
	case "+":
		t, _, err := parseRow([]byte(rest))
		if err != nil {
			return edit.Change{}, err
		}
		return edit.Change{ID: t.ID, Name: t.Names[0].Text, Kind: t.Names[0].Kind, Weight: t.Weight, Namespace: t.Namespace}, nil
	case "-":
		return parseRemoval(rest)
	}
	return edit.Change{}, errors.New("a change begins with + or -, and a TAB")
}

func parseRemoval(line string) (edit.Change, error) {
	id, name, named := strings.Cut(line, "\t")
	switch {
	case id == "":
		return edit.Change{}, errors.New("empty id")
	case named && name == "":
		return edit.Change{}, errors.New("empty name; a line without its TAB removes the whole entity")
	case strings.Contains(name, "\t"):
		return edit.Change{}, errors.New("too many columns; a removal is - TAB id [TAB name]")
	}
	return edit.Change{Remove: true, ID: id, Name: name}, nil
}
