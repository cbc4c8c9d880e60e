package names

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/normlet/normlet/knowledge"
)

// Spreadsheets take SEPT2 and MARCH1 for dates, and show, export or store a date instead: 2-Sep, 2020-03-01, or the day number
// 44075 (M. Ziemann and others, "Gene name errors are widespread in the scientific literature", 2016). The text that somebody
// typed began with the month's name and ended with the number of the day.

// sheetDate returns the names that a spreadsheet may have turned into the date that mention is, none if it is no date, and how
// certain it is that mention is a date. renamed is as for dateNames.
func sheetDate(mention string, renamed map[string]string) (read []string, sure certainty) {
	mention = strings.TrimSpace(mention)
	if month, day, ok := serialDate(mention); ok {
		return dateNames(nil, month, day, renamed), dayNumber
	}
	for _, clock := range [...]string{" 0:00", " 00:00", "T00:00"} {
		mention, _, _ = strings.Cut(mention, clock)
	}
	sure = written
	dates := readDate(mention)
	if dates == nil {
		dates, sure = readShort(mention), short
	}
	for _, d := range dates {
		if 1 <= d.month && d.month <= 12 && 1 <= d.day && d.day <= 31 {
			read = dateNames(read, d.month, d.day, renamed)
		}
	}
	return read, sure
}

type date struct{ month, day int }

// certainty says how certain it is that a text is a date.
type certainty int

const (
	written   certainty = iota // 2-Sep
	dayNumber                  // 44075, which may be any other number
	short                      // 9/2, which is usually something else: a score, a range, a dose
)

// readDate returns the dates that a text may mean, or none: two if day and month are different numbers, else one.
func readDate(text string) []date {
	if len(text) > len("September 30, 2020") {
		return nil
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-/. ,", r) })
	if len(fields) != 2 && len(fields) != 3 {
		return nil
	}
	a, b := dayOf(fields[0]), dayOf(fields[1])
	switch monthA, monthB := monthOf(fields[0]), monthOf(fields[1]); {
	case len(fields) == 3 && isYear(fields[0]) && len(fields[0]) == 4 && a == 0:
		return []date{{b, dayOf(fields[2])}} // 2020-09-02
	case len(fields) == 3 && !isYear(fields[2]):
		return nil
	case a > 0 && monthB > 0:
		return []date{{monthB, a}} // 2-Sep, 2-Sep-20
	case monthA > 0 && b > 0 && (len(fields) == 3 || text[len(fields[0])] == '-' && isTitle(fields[0])):
		return []date{{monthA, b}} // Sep-02; SEP-2 and Sep 2 are how people write names
	case len(fields) == 3 && a > 0 && b > 0 && a != b:
		return []date{{a, b}, {b, a}} // 9/2/2020
	case len(fields) == 3 && a > 0 && b > 0:
		return []date{{a, b}}
	}
	return nil
}

// readShort returns the dates that two numbers without a year may mean, a month and a day in either order: 9/2, 03-01.
func readShort(text string) []date {
	separator := strings.IndexAny(text, "/-")
	if separator < 0 {
		return nil
	}
	a, b := dayOf(text[:separator]), dayOf(text[separator+1:])
	if a == 0 || b == 0 {
		return nil
	}
	if a == b {
		return []date{{a, b}}
	}
	return []date{{a, b}, {b, a}}
}

// months has the names of the months in text form.
var months = knowledge.Words("month")

// dateNames appends the names that a date may have been: SEP2, SEPT2 and so on. renamed maps the stems of former gene symbols
// that are months to those of the present symbols.
func dateNames(dst []string, month, day int, renamed map[string]string) []string {
	number, name := strconv.Itoa(day), months[month-1]
	for end := 3; end <= len(name); end++ {
		dst = append(dst, name[:end]+number)
		if stem := renamed[name[:end]]; stem != "" {
			dst = append(dst, stem+number)
		}
	}
	return dst
}

// monthOf returns the month, 1 to 12, whose name begins with a word, or 0 if there is none.
func monthOf(word string) int {
	form := Form(word)
	if len(form) < 3 {
		return 0
	}
	return 1 + slices.IndexFunc(months, func(m string) bool { return strings.HasPrefix(m, form) })
}

func isTitle(word string) bool {
	return 'A' <= word[0] && word[0] <= 'Z' && word[1:] == strings.ToLower(word[1:])
}

// dayOf returns the value of a word of one or two digits, and 0 for other words.
func dayOf(word string) int {
	if n, err := strconv.ParseUint(word, 10, 8); err == nil && len(word) <= 2 {
		return int(n)
	}
	return 0
}

func isYear(word string) bool {
	n, err := strconv.ParseUint(word, 10, 16)
	return err == nil && (len(word) == 2 || len(word) == 4 && n >= 1900 && n < 2100)
}

// Day numbers count from the end of 1899. Spreadsheets complete a date with the year in which somebody typed it, so only years
// in which people use spreadsheets count.
const firstYear, lastYear = 1990, 2040

// serialDate returns the date of a day number.
func serialDate(text string) (month, day int, ok bool) {
	text = strings.TrimSuffix(text, ".0")
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || len(text) != 5 || text[0] == '0' {
		return 0, 0, false
	}
	d := time.Date(1899, 12, 30+int(n), 0, 0, 0, 0, time.UTC)
	return int(d.Month()), d.Day(), firstYear <= d.Year() && d.Year() <= lastYear
}

// IsSheetError reports whether a text is what a spreadsheet shows in a cell that it could not compute.
func IsSheetError(text string) bool {
	switch strings.TrimSpace(text) {
	case "#N/A", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!":
		return true
	}
	return false
}
