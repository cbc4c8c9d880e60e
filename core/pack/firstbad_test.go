package pack

import (
	"strings"
	"testing"
)

// TestFirstBad looks for the first string that is no id or no name, as built and as read.
func TestFirstBad(t *testing.T) {
	x := strings.Repeat("x", MaxName)
	for _, tc := range []struct {
		name     string
		list     []string
		id, want string // reasons, "" for none
	}{
		{"none", []string{"a", "ab"}, "", ""},
		{"empty list", nil, "", ""},
		{"empty at a block's start", []string{""}, "entity 0 has no id", "row 0 has no name"},
		{"empty after another", []string{"a", ""}, "entity 1 has no id", "row 1 has no name"},
		{"not UTF-8", []string{"a", "b\xff"}, "entity 1 has no id", "row 1 has no name"},
		{"half a character shared", []string{"aé", "a\xc3"}, "entity 1 has no id", "row 1 has no name"},
		{"long", []string{"a", x, x + "x", x + "xx"}, "", "row 2 has a name of more than"},
	} {
		built := NewStrings(tc.list)
		parsed, err := parsedStrings(stringsForm(built))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		for _, s := range []*Strings{built, parsed} {
			c := &Contents{IDs: s, Names: s, RowEntity: make([]uint32, s.Len())}
			for i := range c.RowEntity {
				c.RowEntity[i] = uint32(i)
			}
			if err := c.checkIDs(); (err == nil) != (tc.id == "") || err != nil && !strings.Contains(err.Error(), tc.id) {
				t.Errorf("%s, as ids: %v, want %q", tc.name, err, tc.id)
			}
			if err := c.checkNames(nil); (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s, as names: %v, want %q", tc.name, err, tc.want)
			}
		}
	}
}
