package data

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
)

const maxColumns = 5

// row is one parsed line. Its byte slices alias the line.
type row struct {
	id, name  []byte
	kind      Kind
	kindName  []byte // as the row calls it
	fullName  bool   // see Entity.FullName
	weight    float64
	hasWeight bool
	namespace []byte
}

// parseRow checks everything that a line shows by itself.
func parseRow(line []byte) (row, error) {
	if err := format.CheckRow(line); err != nil {
		return row{}, err
	}
	columns := bytes.Split(line, []byte{'\t'})
	if len(columns) < 2 {
		return row{}, errors.New("no TAB; a row is id TAB name")
	}
	if len(columns) > maxColumns {
		return row{}, fmt.Errorf("%d columns, at most %d are known: id, name, kind, weight, namespace", len(columns), maxColumns)
	}
	r := row{id: columns[0], name: columns[1]}
	if err := checkRequired(r.id, r.name); err != nil {
		return row{}, err
	}
	var optional [maxColumns - 2][]byte
	copy(optional[:], columns[2:])
	r.kindName = optional[0]
	return r, r.parseOptional(optional[0], optional[1], optional[2])
}

func (r *row) parseOptional(kind, weight, namespace []byte) error {
	var ok bool
	if r.kind, ok = format.ParseKind(string(kind)); !ok {
		return fmt.Errorf("unknown kind %q; known are primary, exact, alias and related", kind)
	}
	r.fullName = format.IsFullName(string(kind))
	if len(weight) > 0 {
		w, err := strconv.ParseFloat(string(weight), 64)
		if err != nil || !validWeight(w) {
			return fmt.Errorf("weight %q is no finite number >= 0", weight)
		}
		r.weight, r.hasWeight = w, true
	}
	if r.namespace = namespace; len(bytes.TrimSpace(namespace)) != len(namespace) {
		return fmt.Errorf("blanks around the namespace %q", namespace)
	}
	return nil
}

func validWeight(w float64) bool { return w >= 0 && !math.IsInf(w, 1) }

// checkRequired refuses ids and names that would be read as something else, or that nobody
// means.
func checkRequired(id, name []byte) error {
	switch {
	case len(bytes.TrimSpace(id)) == 0:
		return errors.New("empty id")
	case len(bytes.TrimSpace(id)) != len(id):
		return fmt.Errorf("blanks around the id %q", id)
	case id[0] == '#':
		return fmt.Errorf("the id %q starts with '#'; comments stand before the first row", id)
	case bytes.HasPrefix(id, byteOrderMark):
		return errors.New("a byte order mark inside the file; were files concatenated?")
	case len(bytes.TrimSpace(name)) == 0:
		return errors.New("empty name")
	}
	return checkLength(len(name))
}

// checkLength refuses names that no pack takes.
func checkLength(bytes int) error {
	if bytes > pack.MaxName {
		return fmt.Errorf("a name of %d bytes; a pack takes %d", bytes, pack.MaxName)
	}
	return nil
}
