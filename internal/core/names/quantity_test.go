package names

import (
	"strings"
	"testing"
)

// TestQuantities knows numbers and dates of several languages, and leaves names that look like them.
func TestQuantities(t *testing.T) {
	for what, cells := range map[string]string{
		"number": "7|1.5|1,5|1.234,5|1.234.567|1.234.567,8|12\u00a0345,6|12\u202f345|12 345,6|-0,5|< 0,001|12,5\u00a0%",
		"date": "2024-04-05|2-Sep|02.09.2024|2 de septiembre de 2024|15-ene-2024|15/dic/24|5 de mayo|12. März 2024|3. Okt. 2024|1 août 2024|14-févr-2024|" +
			"7 de março de 2024|02/fev/2024|25 dicembre|6-giu-2024",
		"": "14-3-3|1.2.3|1.23.456|2 set|3 gen|SET-2|2 de|32 mai 2024|3 mayor 2024|Mars-1|5 de|12 345 de|4 alpha 2024|12 345|1.234.56,7",
	} {
		for cell := range strings.SplitSeq(cells, "|") {
			if number, date := IsNumber(cell), IsDate(cell); number != (what == "number") || date != (what == "date") {
				t.Errorf("%q is a number: %v, a date: %v", cell, number, date)
			}
		}
	}
}

func TestIsNumber(t *testing.T) {
	for s, want := range map[string]bool{"1": true, "-1.5": true, "−2": true, "1,234.5": true, "1e-400": true, "5E+05": true, "50 %": true, "<0.001": true, "≥ 3": true,
		"": false, "-": false, "e": false, "14-3-3": false, "3T3": false, "1.2.3": false, "5-7": false, "NaN": false, "0x1F": false} {
		if IsNumber(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}
