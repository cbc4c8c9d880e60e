package data

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
)

const maxColumns = 6

// parseRow returns the term of a line, and its kind as the line calls it. It checks everything that a line shows by
// itself.
func parseRow(line []byte) (t format.Term, kindName string, err error) {
	if err := format.CheckRow(line); err != nil {
		return t, "", err
	}
	columns := strings.Split(string(line), "\t")
	if len(columns) < 2 {
		return t, "", errors.New("no TAB; a row is id TAB name")
	}
	if len(columns) > maxColumns {
		return t, "", fmt.Errorf("%d columns, at most %d are known: id, name, kind, weight, namespace, languages", len(columns), maxColumns)
	}
	t.ID = columns[0]
	if err := checkRequired(t.ID, columns[1]); err != nil {
		return t, "", err
	}
	optional := append(columns[2:], "", "", "", "")
	kindName = optional[0]
	kind, ok := format.ParseKind(kindName)
	if !ok {
		return t, "", fmt.Errorf("unknown kind %q; known are primary, exact, alias and related", kindName)
	}
	t.Names = []format.Name{{Text: columns[1], Kind: kind, Languages: optional[3]}}
	for _, tag := range strings.Fields(optional[3]) {
		if format.Language(tag) != tag {
			return t, "", fmt.Errorf("%q is no language; want BCP 47 tags, such as es and pt-BR, with blanks between", tag)
		}
	}
	if format.IsFullName(kindName) {
		t.FullName = columns[1]
	}
	if weight := optional[1]; weight != "" {
		t.Weight, err = strconv.ParseFloat(weight, 64)
		if t.HasWeight = true; err != nil || !validWeight(t.Weight) {
			return t, "", fmt.Errorf("weight %q is no finite number >= 0", weight)
		}
	}
	if t.Namespace = optional[2]; strings.TrimSpace(t.Namespace) != t.Namespace {
		return t, "", fmt.Errorf("blanks around the namespace %q", t.Namespace)
	}
	return t, kindName, nil
}

func validWeight(w float64) bool { return w >= 0 && !math.IsInf(w, 1) }

// checkRequired refuses ids and names that would be read as something else, or that nobody
// means.
func checkRequired(id, name string) error {
	switch {
	case strings.TrimSpace(id) == "":
		return errors.New("empty id")
	case strings.TrimSpace(id) != id:
		return fmt.Errorf("blanks around the id %q", id)
	case id[0] == '#':
		return fmt.Errorf("the id %q starts with '#'; comments stand before the first row", id)
	case strings.HasPrefix(id, format.ByteOrderMark):
		return errors.New("a byte order mark inside the file; were files concatenated?")
	case strings.TrimSpace(name) == "":
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
