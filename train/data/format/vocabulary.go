package format

import (
	_ "embed"
	"strings"
)

//go:embed vocabulary.tsv
var vocabularyText string

// rows returns the rows of a table of vocabulary.tsv: its name, a word, and what it is here.
func rows(table string) (out [][]string) {
	for line := range strings.Lines(vocabularyText) {
		if strings.HasPrefix(line, table+"\t") {
			out = append(out, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
		}
	}
	return out
}

// vocabulary returns the words of a table, with what each is here.
func vocabulary[T any](table string, parse func(string) (T, bool)) map[string]T {
	words := map[string]T{}
	for _, row := range rows(table) {
		value, ok := parse(row[2])
		if !ok {
			panic("vocabulary.tsv: " + strings.Join(row, " "))
		}
		words[row[1]] = value
	}
	return words
}
