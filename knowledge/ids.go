package knowledge

import (
	"strings"
	"sync"
)

// List is a list of ids, as bio/ids.tsv has it.
type List struct {
	Prefix   string // as lists mostly write it, or, of a list that the table lacks, its letters and digits
	Pattern  string // RE2 of the rest of an id, in capitals; "" for any
	Versions string // what stands before the number of a version or an isoform
}

// ListOf returns the list with a prefix in any spelling, OMIM, MIM or CAS RN, and whether the table has it.
func ListOf(prefix string) (List, bool) {
	name := fold(prefix)
	if l, ok := lists()[name]; ok {
		return l, true
	}
	return List{Prefix: name}, false
}

// lists has the lists by each spelling of their prefixes, with the words of row * behind them, too.
var lists = sync.OnceValue(func() map[string]List {
	out, words := map[string]List{}, []string{""}
	for row := range Rows(ids) {
		if row[0] == "*" {
			words = append(words, strings.Split(row[1], ", ")...)
			continue
		}
		for _, spelling := range append(strings.Split(row[1], ", "), row[0]) {
			for _, word := range words {
				if spelling != "" {
					out[fold(spelling+word)] = List{row[0], row[2], row[3]}
				}
			}
		}
	}
	return out
})

// fold returns the letters and digits of ASCII in a text, in small letters.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}
