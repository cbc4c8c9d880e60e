package mapping

import "testing"

// every makes every cell a mention: tests call things NA and nil.
var every = []string{}

// TestMissing looks no marker of a missing value up, in any case and with blanks around, and every other cell as it stands.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		missing []string
		cell    string
		empty   bool
	}{
		{nil, "", true},
		{nil, "n/a", true},
		{nil, " N/A\t", true},
		{nil, "#REF!", true},
		{nil, "#Name?", true},
		{nil, "Not Tested", true},
		{nil, "NaN", true},
		{nil, "—", true},
		{nil, "NA", true},
		{nil, "Na", false}, // sodium
		{nil, "nd", false},
		{nil, "nat", false}, // N-acetyltransferase; NaT is no time
		{nil, "NaT", true},
		{nil, "not tested yet in mice", false},
		{nil, " TP53 ", false},
		{nil, "# Errors of spreadsheets", false},
		{[]string{}, "n/a", false},
		{[]string{"", "to do"}, "n/a", false},
		{[]string{" to do", "xx"}, "TO DO ", true},
		{[]string{"XX"}, "xx", false},
		{[]string{"XX"}, "XX", true},
	} {
		want, cells := c.cell, []string{c.cell}
		if c.empty {
			want = ""
		}
		if (&Config{Missing: c.missing}).missing().leaveOut(cells); cells[0] != want {
			t.Errorf("%q of %q: %q, want %q", c.cell, c.missing, cells[0], want)
		}
	}
}
