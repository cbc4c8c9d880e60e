package sequence

import (
	"slices"
	"testing"
)

func TestSequences(t *testing.T) {
	var s Steps
	if got := s.Sequences(nil); len(got) != 0 {
		t.Errorf("no sequences have the rows %v", got)
	}
	s.Pack([][]uint32{{7}, {1, 2, 3}, {}, {4, 5}})
	if got, want := s.Sequences([]int{9}), []int{9, 1, 3, 0, 1, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("rows belong to sequences %v, want %v", got, want)
	}
}
