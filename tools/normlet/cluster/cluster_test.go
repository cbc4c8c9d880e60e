package cluster

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

// TestOf joins what means the same, in other letters, words and spelling, and nothing that a number or a telling word tells apart.
func TestOf(t *testing.T) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		"orbital gland fibrosis", "Orbital-Gland Fibrosis", "fibrosis of orbital glands", "lateral gland fibrosis",
		"Qortix 25", "QORTIX-25", "Qortix 26", "something else", "",
	}
	of, err := Of(n, texts)
	if want := []int{0, 0, 0, 3, 4, 4, 6, 7, 8}; err != nil || !slices.Equal(of, want) {
		t.Errorf("%v, %v; want %v", of, err, want)
	}
	for _, few := range [][]string{nil, {"one"}, {"one", "ONE"}} {
		if of, err := Of(n, few); err != nil || slices.Max(append(of, 0)) != 0 || len(of) != len(few) {
			t.Errorf("%q: %v, %v", few, of, err)
		}
	}
}
