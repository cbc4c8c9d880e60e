package mapping

import (
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	numbers "github.com/normlet/normlet/internal/core/names"
)

// quantity returns "number" or "date" for a cell that is one, "" for others.
func quantity(cell string) string {
	if numbers.IsNumber(cell) {
		return "number"
	}
	if numbers.IsDate(cell) {
		return "date"
	}
	return ""
}

// isNumeric reports whether more than half of the cells with text are numbers or dates, which may be ids.
func isNumeric(cells []string, missing markers) bool {
	n := 0
	for _, cell := range cells {
		if quantity(cell) != "" {
			n++
		} else if strings.TrimSpace(cell) != "" && !missing.has(cell) {
			n--
		}
	}
	return n > 0
}

// numericOf returns the numeric ones of the columns to map, by the first rows.
func numericOf(t *Table, c *Config) (numeric []string) {
	for _, name := range c.Columns {
		if cells, _ := first(t, name); isNumeric(cells, c.missing()) {
			numeric = append(numeric, name)
		}
	}
	return numeric
}

// refuse removes the answer for a number or a date, which is no mention in a column that is not numeric, unless it is a
// name that a spreadsheet has turned into a date, or a name that looks like one, Oct-4.
func refuse(r *document.Result) {
	a, q := r.Answers, quantity(r.Mention)
	if len(a) == 0 || q == "" {
		return
	}
	if isFound(&a[0]) {
		m := &a[0].Matches[0]
		if m.Stage == core.StageExcelDate || q == "date" && m.Matched == r.Mention {
			return
		}
	}
	r.Answers = nil
}
