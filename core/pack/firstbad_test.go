package pack

import (
	"strings"
	"testing"
)

func TestFirstBad(t *testing.T) {
	for _, tc := range []struct {
		name string
		list []string
		want int
	}{
		{"none", []string{"a", "ab", "ab"}, -1},
		{"empty list", nil, -1},
		{"empty at a block's start", []string{""}, 0},
		{"empty after another", []string{"a", ""}, 1},
		{"not UTF-8", []string{"a", "\xff"}, 1},
	} {
		built := NewStrings(tc.list)
		if got := built.bad - 1; got != tc.want {
			t.Errorf("%s: %d as built, want %d", tc.name, got, tc.want)
		}
		parsed, err := parsedStrings(stringsForm(built))
		if err != nil {
			if tc.name != "not UTF-8" {
				t.Errorf("%s: %v", tc.name, err)
			}
			continue
		}
		if got := parsed.bad - 1; got != tc.want {
			t.Errorf("%s: %d as read, want %d", tc.name, got, tc.want)
		}
	}
}

// TestFirstLong finds the first string that exceeds MaxName, built and parsed.
func TestFirstLong(t *testing.T) {
	x := strings.Repeat("x", MaxName)
	built := NewStrings([]string{"a", x, x + "x", x + "xx"})
	parsed, err := parsedStrings(stringsForm(built))
	if err != nil {
		t.Fatal(err)
	}
	if built.long-1 != 2 || parsed.long-1 != 2 || built.bad != 0 || parsed.bad != 0 {
		t.Errorf("long names: %d as built, %d as read, want 2; bad ones %d and %d", built.long-1, parsed.long-1, built.bad, parsed.bad)
	}
}
