package nn

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// bagFeatures has an example without features and one with a feature twice.
var bagFeatures = [][]uint32{{0, 3, 3, 7}, {}, {5}, {7, 1, 0, 2, 4, 6, 8, 9, 3}}

func TestBag(t *testing.T) {
	b := NewBag(4, 2)
	for i := range b.Table {
		b.Table[i] = float32(i)
	}
	y := Matrix{Rows: 3, Cols: 2, Stride: 2, Data: []float32{9, 9, 9, 9, 9, 9}} // leftovers of another batch
	b.Forward(y, [][]uint32{{0, 1, 3, 3}, {}, {2}})
	for i, want := range []float32{(0 + 2 + 6 + 6) / 2., (1 + 3 + 7 + 7) / 2., 0, 0, 4, 5} {
		if y.Data[i] != want {
			t.Errorf("output %d is %v, want %v", i, y.Data[i], want)
		}
	}
}

func TestBagGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	b, g := NewBag(10, 3), NewBag(10, 3)
	random(rng, b.Table)
	y, c := NewMatrix(len(bagFeatures), 3), randomMatrix(rng, len(bagFeatures), 3)
	b.Backward(&g, make([]bool, 10), bagFeatures, c, 0, 1)
	checkGradient(t, "Table", func() float64 { b.Forward(y, bagFeatures); return dot(y, c) }, b.Table, g.Table)
}

// TestBagParts requires the same bits from one part and from three.
func TestBagParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	b, whole, parts := NewBag(12, 3), NewBag(12, 3), NewBag(12, 3)
	dy := randomMatrix(rng, len(bagFeatures), 3)
	touchedWhole, touchedParts := make([]bool, 12), make([]bool, 12)
	b.Backward(&whole, touchedWhole, bagFeatures, dy, 0, 1)
	for _, part := range []uint32{2, 0, 1} {
		b.Backward(&parts, touchedParts, bagFeatures, dy, part, 3)
	}
	if !slices.Equal(whole.Table, parts.Table) {
		t.Errorf("three parts give %v, one gives %v", parts.Table, whole.Table)
	}
	if !slices.Equal(touchedWhole, touchedParts) {
		t.Errorf("three parts touch %v, one touches %v", touchedParts, touchedWhole)
	}
	for row, touched := range touchedWhole {
		if want := row < 10; touched != want {
			t.Errorf("row %d touched: %v", row, touched)
		}
	}
}
