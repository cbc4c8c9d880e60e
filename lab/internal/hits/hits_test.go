package hits

import "testing"

// TestParts: a composite counts when each part finds an entity, the later of which decides.
func TestParts(t *testing.T) {
	right := []int32{1, 2}
	for _, c := range []struct {
		parts    [][]int32
		at1, at3 float64
	}{
		{[][]int32{{1}}, 1, 1},
		{[][]int32{{1}, {2}}, 1, 1},
		{[][]int32{{1}, {5, 2}}, 0, 1},
		{[][]int32{{1}, {5}}, 0, 0},
		{nil, 0, 0},
	} {
		if got := Parts(c.parts, right); got[0] != c.at1 || got[1] != c.at3 {
			t.Errorf("%v: @1 %v, @3 %v; want %v, %v", c.parts, got[0], got[1], c.at1, c.at3)
		}
	}
}
