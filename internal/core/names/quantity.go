package names

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/knowledge"
)

// foreignMonths has the months of languages other than English, in text form; monthLinks what may stand beside them: 2 de mayo.
var foreignMonths, monthLinks = func() (months, links []string) {
	for language := 1; language < len(knowledge.Languages); language++ {
		months = append(months, knowledge.WordsIn(language, "month")...)
		links = append(links, knowledge.WordsIn(language, "month link")...)
	}
	return months, links
}()

// IsDate reports whether a text is a date that a spreadsheet may have made from a name, or one of another language.
func IsDate(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "0123456789") || strings.Trim(text[:1], "BCEGHIKLPQRTUVWXYZ") == "" {
		return false // no digits, or a first letter that no month has
	}
	names, sure := sheetDate(text, nil)
	return len(names) > 0 && sure == written || isForeignDate(text)
}

// firstMonth has the Hash of the first month of the year, by that of each month's name and of its first three letters.
var firstMonth = func() map[uint32]uint32 {
	out := map[uint32]uint32{}
	for _, m := range months {
		out[Hash(m)], out[Hash(m[:3])] = Hash(months[0]), Hash(months[0])
	}
	return out
}()

// FirstMonth returns the Hash of the first month of the year for that of any month, 0 for another word.
func FirstMonth(word uint32) uint32 { return firstMonth[word] }

// isForeignDate reports whether a cell is a date with a month of another language: the day, the month, and perhaps the year.
// Without a year, short names of months are something else more often: 2 set, 3 gen.
func isForeignDate(cell string) bool {
	if cell[0] > '9' { // no digit, as in most cells
		return false
	}
	fields := strings.FieldsFunc(Form(cell), func(r rune) bool { return strings.ContainsRune("-/. ", r) })
	fields = slices.DeleteFunc(fields, func(f string) bool { return slices.Contains(monthLinks, f) })
	if len(fields) != 2 && len(fields) != 3 || !isNumberIn(fields[0], 1, 31) {
		return false
	}
	if len(fields) == 2 {
		return slices.Contains(foreignMonths, fields[1])
	}
	isMonth := func(m string) bool { return len(fields[1]) > 2 && strings.HasPrefix(m, fields[1]) }
	return isNumberIn(fields[2], 0, 2100) && slices.ContainsFunc(foreignMonths, isMonth)
}

// isNumberIn reports whether a text is a number from least to most.
func isNumberIn(text string, least, most int) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= least && n <= most
}

// IsNumber reports whether a text is a number as people write them: -1.5, 1,234, 5e-3, 50%, <0.001, 1.234.567,8.
func IsNumber(s string) bool {
	if !strings.ContainsAny(s, "0123456789") {
		return false
	}
	s = strings.Trim(strings.Replace(s, "−", "-", 1), "<>=~≤≥±% \u00a0\u202f")
	if isGrouped(s) {
		return true
	}
	s = strings.ReplaceAll(s, ",", "")
	_, err := strconv.ParseFloat(s, 64)
	return strings.Trim(s, "0123456789.+-eE") == "" && (err == nil || errors.Is(err, strconv.ErrRange))
}

// isGrouped reports whether a text is a number with digits in groups of three as most languages write them: behind full stops,
// two at least, or spaces, where a comma has to show that a common one joins digits.
func isGrouped(s string) bool {
	whole, fraction, comma := strings.Cut(strings.TrimLeft(s, "+-"), ",")
	if strings.Trim(whole, "0123456789. \u00a0\u202f") != "" || comma && !isDigits(fraction) {
		return false
	}
	for _, by := range [...]string{".", "\u00a0", "\u202f", " "} {
		groups := strings.Split(whole, by)
		few := len(groups) < 2 || by == "." && len(groups) < 3 || by == " " && !comma
		if !few && len(groups[0]) <= 3 && isDigits(groups[0]) && !slices.ContainsFunc(groups[1:], func(g string) bool { return len(g) != 3 || !isDigits(g) }) {
			return true
		}
	}
	return false
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
