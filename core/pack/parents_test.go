package pack

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestParents writes and reads parents, also after a change, which shifts and removes entities and keeps pairs of one
// namespace.
func TestParents(t *testing.T) {
	want := accompanied()
	got, err := Parse(write(t, want, nil))
	if err != nil || !slices.Equal(got.Parents, want.Parents) {
		t.Fatalf("%v, %v", got.Parents, err)
	}
	changed, err := Parse(withDelta(t, write(t, want, nil), sampleDelta()))
	if err != nil {
		t.Fatal(err)
	}
	var left [][2]string
	for _, p := range want.Parents {
		pair := [2]string{want.IDs.At(int(p.Entity)), want.IDs.At(int(p.Parent))}
		e, known := changed.IDs.Find(pair[0])
		parent, there := changed.IDs.Find(pair[1])
		if known && there && changed.NamespaceOf(e) == changed.NamespaceOf(parent) {
			left = append(left, pair)
		}
	}
	var after [][2]string
	for _, p := range changed.Parents {
		after = append(after, [2]string{changed.IDs.At(int(p.Entity)), changed.IDs.At(int(p.Parent))})
	}
	if !slices.Equal(after, left) || len(left) == 0 || len(left) == len(want.Parents) {
		t.Errorf("after the change %v, want %v of %v", after, left, want.Parents)
	}
	for what, parents := range map[string][]Parent{
		"of no entity":       {{0, 5}},
		"itself":             {{1, 1}},
		"twice":              {{1, 2}, {1, 2}},
		"not in order":       {{2, 1}, {1, 2}},
		"parents not rising": {{1, 3}, {1, 2}},
	} {
		c := sample()
		c.Parents = parents
		if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), "section PRNT") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, payload := range map[string][]byte{
		"more than there are": {9, 1},
		"an unknown column":   {1, 1, 7},
		"cut off":             {2, 1, 1, 1, 1, 2},
		"of no entity":        {1, 5, 1, 1, 2},
		"a parent of none":    {1, 1, 1, 1, 5},
		"itself":              {1, 1, 1, 1, 1},
		"not in order":        {2, 1, 0, 1, 1, 3, 2},
		"more":                {1, 1, 1, 1, 2, 0},
	} {
		data := remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagParents, payload, false, int64(len(payload))))
		})
		if _, err := Parse(data); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "PRNT") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
