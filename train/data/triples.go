package data

import (
	"fmt"
	"strings"
)

// ReadRelations reads relations from the file at path, as ReadTriples does.
func ReadRelations(path string) ([]Relation, error) {
	rows, err := ReadTriples(path, [3]string{"id", "relation", "parent"})
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("%s: no relations; a line is id TAB relation TAB parent", path)
	}
	relations := make([]Relation, len(rows))
	for i, r := range rows {
		relations[i] = Relation{ID: r[0], Relation: r[1], Parent: r[2]}
	}
	return relations, err
}

// ReadTriples reads lines of three columns, called by these names in errors, from a file opened
// as by Open. Lines before the first triple that have no TAB and start with '#' are comments. A
// bad line is a *BadRow.
func ReadTriples(path string, columns [3]string) (rows [][3]string, err error) {
	shared := map[string]string{} // one copy of each name
	err = readLines(path, func(line string, _ int) error {
		cells := strings.Split(line, "\t")
		switch {
		case len(cells) == 1 && len(rows) == 0 && strings.HasPrefix(line, "#"):
			return nil
		case len(cells) != 3:
			return fmt.Errorf("%d columns; a line is %s", len(cells), strings.Join(columns[:], " TAB "))
		}
		var row [3]string
		for i, s := range cells {
			if strings.TrimSpace(s) == "" {
				return fmt.Errorf("empty %s", columns[i])
			}
			if _, ok := shared[s]; !ok {
				shared[s] = strings.Clone(s)
			}
			row[i] = shared[s]
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}
