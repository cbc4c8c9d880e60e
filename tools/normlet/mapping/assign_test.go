package mapping

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestAssign gives each entity to one row. Rows are entities with their p; what is wanted says what a row gets, and its p.
func TestAssign(t *testing.T) {
	for _, tt := range []struct{ name, rows, want string }{
		{"nothing", "", "-"},
		{"no conflict", "a.9 b.05 | c.8", "a.90 | c.80"},
		{"the surer row", "a.8 | a.95", "- | a.95"},
		{"the next one of a row", "a.5 b.4 | a.98", "b.76 | a.98"}, // .4 of .4 + .1 + .5*(.03 + .97/50)
		{"a tie that another row decides", "a.48 b.48 | b.96", "a.87 | b.96"},
		{"both are likely another row's", "a.5 b.4 | a.98 | b.98", "- | a.98 | b.98"},
		{"of equals the first", "a.9 | a.9", "a.90 | -"},
		{"two ties in common", "a.5 b.5 | a.5 b.5", "a.50 | b.50"},
		{"sure of one entity", "a1 | a1 | a1 b0", "a1.00 | - | b.00"},
		{"no entities", " | a.7", "- | a.70"},
		{"a chain", "a.6 b.3 | b.6 c.3 | c.9", "a.73 | b.75 | c.90"},
	} {
		var rows [][]core.Match
		for row := range strings.SplitSeq(tt.rows, "|") {
			var matches []core.Match
			for c := range strings.FieldsSeq(row) {
				m := core.Match{ID: c[:1]}
				if _, err := fmt.Sscan(c[1:], &m.P); err != nil {
					t.Fatal(err)
				}
				matches = append(matches, m)
			}
			rows = append(rows, matches)
		}
		var got []string
		for i, at := range assign(rows) {
			text, sum := "-", 0.0
			if at >= 0 {
				text = fmt.Sprintf("%s%.2f", rows[i][at].ID, rows[i][at].P)
			}
			for _, m := range rows[i] {
				sum += m.P
			}
			if got = append(got, strings.Replace(text, "0.", ".", 1)); sum > 1+1e-9 {
				t.Errorf("%s: row %d has p %v together", tt.name, i, sum)
			}
		}
		if got := strings.Join(got, " | "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
