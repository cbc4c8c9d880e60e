package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data/format"
)

// ReadChanges reads the changes of a pack's terminology from r, one a line, with
// the number of each line; file names r in errors, which are of type *BadRow for
// single lines. A line is
//
//	"+" TAB id TAB name [TAB kind [TAB weight [TAB namespace]]]
//	"-" TAB id [TAB name]
//
// where what follows the "+" is a row of a terminology file, and "-" without
// a name removes all names of the entity. Comments stand before the first change.
func ReadChanges(r io.Reader, file string) ([]core.Change, []int, error) {
	var changes []core.Change
	var lines []int
	l := newLineReader(r, file)
	for {
		line, ok := l.next()
		if !ok {
			break
		}
		if len(changes) == 0 && len(line) > 0 && line[0] == '#' {
			continue
		}
		c, err := parseChange(line)
		if err != nil {
			return nil, nil, l.bad("%v", err)
		}
		changes, lines = append(changes, c), append(lines, l.line)
	}
	if err := l.err(); err != nil {
		return nil, nil, err
	}
	if len(changes) == 0 {
		return nil, nil, fmt.Errorf("%s: no changes; a line is + or -, then TAB id TAB name", file)
	}
	return changes, lines, nil
}

func parseChange(line []byte) (core.Change, error) {
	sign, rest, _ := bytes.Cut(line, []byte{'\t'})
	switch string(sign) {
	case "+":
		r, err := parseRow(rest)
		return core.Change{ID: string(r.id), Name: string(r.name), Kind: r.kind, Weight: r.weight, Namespace: string(r.namespace)}, err
	case "-":
		return parseRemoval(rest)
	}
	return core.Change{}, errors.New("a change begins with + or -, and a TAB")
}

func parseRemoval(line []byte) (core.Change, error) {
	if err := format.CheckText(line); err != nil {
		return core.Change{}, err
	}
	id, name, named := bytes.Cut(line, []byte{'\t'})
	switch {
	case len(id) == 0:
		return core.Change{}, errors.New("empty id")
	case named && len(name) == 0:
		return core.Change{}, errors.New("empty name; a line without its TAB removes the whole entity")
	case bytes.IndexByte(name, '\t') >= 0:
		return core.Change{}, errors.New("too many columns; a removal is - TAB id [TAB name]")
	}
	return core.Change{Remove: true, ID: string(id), Name: string(name)}, nil
}
