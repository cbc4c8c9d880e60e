package parents

import (
	"math"
	"testing"
)

// TestFit finds the log odds of a share, and that another input says nothing beside it.
func TestFit(t *testing.T) {
	fits, judges := &World{Weight: 10}, &World{}
	for i := range 400 {
		fits.cases = append(fits.cases, found{inputs: []float64{1, float64(i%2*2 - 1), 0, 0}, right: i%8 < 6})
		judges.cases = append(judges.cases, found{inputs: []float64{1, 0, 0, 0}, p: 0.5 + float64(i%2)/4, right: i%4 == 0})
	}
	w := Fit([]*World{fits, judges})
	if math.Abs(w[0]-math.Log(3)) > 0.01 || math.Abs(w[1]) > 0.01 || w[2] != 0 {
		t.Errorf("weights %v, want log 3 and 0", w)
	}
	if right, p, n := judges.Judge(); right != 0.25 || p != 0.625 || n != 400 {
		t.Errorf("%v right, mean p %v of %d", right, p, n)
	}
}

// TestCovers goes up from what is meant, also round in a circle.
func TestCovers(t *testing.T) {
	above := map[int32][]int32{1: {2, 3}, 3: {4}, 4: {1}}
	for entity, want := range map[int32]bool{1: true, 2: true, 4: true, 5: false} {
		if covers(entity, []int32{1}, above) != want {
			t.Errorf("%d covers 1: %t", entity, !want)
		}
	}
	if covers(1, []int32{2}, above) || covers(1, nil, above) {
		t.Error("what is below covers what is above")
	}
}
