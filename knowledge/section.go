package knowledge

import (
	"slices"
	"strings"
)

// Columns has the tables of which packs have rows, by their names there, and how many columns of each row packs have: what
// writes a section KNOW and what reads it both take them from here.
var Columns = map[string]int{"affix": 3, "foreign": 4, "group": 3, "ion": 3, "organism": 4, "trigger": 3, "ward": 2}

// texts returns the tables that are in one language or none. It and foreign are functions, so that programs which only read
// packs do not contain the tables: the linker keeps small maps.
func texts() map[string]string {
	return map[string]string{"affix": affixes, "group": Groups, "ion": Ions, "organism": organisms, "trigger": triggers, "ward": wards}
}

// foreign returns the triggers of languages other than English: rows of table foreign, with the language behind them.
func foreign() map[string]string {
	return map[string]string{"de": germanTriggers, "es": spanishTriggers, "fr": frenchTriggers, "it": italianTriggers, "pt": portugueseTriggers}
}

// Section returns the rows that keep wants of the tables that packs have, as section KNOW of a pack holds them: ascending
// lines of the name of the table and the columns that it needs.
func Section(keep func(table string, row []string) bool) []byte {
	var lines []string
	add := func(table string, row []string) {
		if keep(table, row) {
			row = append(row, make([]string, Columns[table])...)[:Columns[table]] // organisms may lack the last
			lines = append(lines, table+"\t"+strings.Join(row, "\t")+"\n")
		}
	}
	for table, text := range texts() {
		for row := range Rows(text) {
			add(table, row)
		}
	}
	for language, text := range foreign() {
		for row := range Rows(text) {
			add("foreign", append(row, language))
		}
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, ""))
}
