package mapping

import (
	"slices"
	"strconv"
	"strings"

	dates "github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// months has the months of languages other than English, in text form; monthLinks what may stand beside them: 2 de mayo.
var months, monthLinks = foreign("month"), foreign("month link")

func foreign(kind string) (words []string) {
	for language := 1; language < len(knowledge.Languages); language++ {
		words = append(words, knowledge.WordsIn(language, kind)...)
	}
	return words
}

// isForeignDate reports whether a cell is a date with a month of another language: the day, the month, and perhaps the year.
// Without a year, short names of months are something else more often: 2 set, 3 gen.
func isForeignDate(cell string) bool {
	if cell[0] > '9' { // no digit, as in most cells
		return false
	}
	fields := strings.FieldsFunc(dates.Form(cell), func(r rune) bool { return strings.ContainsRune("-/. ", r) })
	fields = slices.DeleteFunc(fields, func(f string) bool { return slices.Contains(monthLinks, f) })
	if len(fields) != 2 && len(fields) != 3 || !isNumber(fields[0], 1, 31) {
		return false
	}
	if len(fields) == 2 {
		return slices.Contains(months, fields[1])
	}
	isMonth := func(m string) bool { return len(fields[1]) > 2 && strings.HasPrefix(m, fields[1]) }
	return isNumber(fields[2], 0, 2100) && slices.ContainsFunc(months, isMonth)
}

// isNumber reports whether a text is a number from least to most.
func isNumber(text string, least, most int) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= least && n <= most
}
