package pack

import "testing"

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
		if got := built.firstBad(); got != tc.want {
			t.Errorf("%s: %d as built, want %d", tc.name, got, tc.want)
		}
		parsed, err := parsedStrings(stringsForm(built))
		if err != nil {
			if tc.name != "not UTF-8" {
				t.Errorf("%s: %v", tc.name, err)
			}
			continue
		}
		if got := parsed.firstBad(); got != tc.want {
			t.Errorf("%s: %d as read, want %d", tc.name, got, tc.want)
		}
	}
}
