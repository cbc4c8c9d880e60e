package knowledge

import (
	"slices"
	"strings"
)

// sections has the tables of which packs have rows, by their names there, and how many columns of each row.
var sections = []struct {
	name, table string
	columns     int
}{
	{"affix", affixes, 3}, {"group", Groups, 3}, {"ion", Ions, 3}, {"organism", organisms, 4}, {"trigger", triggers, 3},
}

// Section returns the rows that keep wants of the tables that packs have, as section KNOW of a pack holds them: ascending
// lines of the name of the table and the columns that it needs.
func Section(keep func(table string, row []string) bool) []byte {
	var lines []string
	for _, s := range sections {
		for row := range Rows(s.table) {
			if keep(s.name, row) {
				row = append(row, make([]string, s.columns)...)[:s.columns] // organisms may lack the last
				lines = append(lines, s.name+"\t"+strings.Join(row, "\t")+"\n")
			}
		}
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, ""))
}
