package pack

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSame(t *testing.T) {
	want := accompanied()
	got, err := Parse(write(t, want, nil))
	if err != nil || !slices.Equal(got.Same, want.Same) {
		t.Fatalf("%v, %v", got.Same, err)
	}
	changed, err := Parse(withDelta(t, write(t, want, nil), sampleDelta()))
	if err != nil {
		t.Fatal(err)
	}
	for e, first := range changed.Same {
		id, of := changed.IDs.At(e), changed.IDs.At(int(first))
		if before, ok := want.IDs.Find(id); !ok && of != id {
			t.Errorf("%s is new, and the same as %s", id, of)
		} else if other, there := want.IDs.Find(of); ok && (!there || want.Same[before] != want.Same[other]) {
			t.Errorf("%s is the same as %s after the change", id, of)
		}
	}
	if err := changed.checkSame(); err != nil {
		t.Error(err)
	}
	for what, same := range map[string][]uint32{
		"too few":                  {0, 1},
		"a group without a first":  {0, 1, 1, 2, 4},
		"a first that comes later": {1, 1, 2, 3, 4},
	} {
		c := sample()
		c.Same = same
		if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), "section SAME") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, payload := range map[string][]byte{
		"too far back":   {1, 1, 2},
		"itself":         {1, 1, 0},
		"beyond the end": {1, 5, 1},
		"twice":          {2, 1, 1, 0, 1},
		"cut off":        {2, 1, 1},
		"of no first":    {2, 2, 1, 1, 1},
	} {
		data := remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagSame, payload, false, int64(len(payload))))
		})
		if _, err := Parse(data); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "SAME") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
