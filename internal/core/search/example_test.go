package search_test

import (
	"fmt"
	"log"

	"github.com/bits-and-blooms/bitset"

	"github.com/normlet/normlet/internal/core/search"
)

// The nearest codes by Hamming distance, all rows compared.
func Example() {
	codes := []uint64{0b0000, 0b0111, 0b0001, 0b1111} // one word a row
	x, err := search.New(codes, 64, nil)
	if err != nil {
		log.Fatal(err)
	}
	hits, err := x.AppendNearest(nil, []uint64{0b0011}, 3, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range hits {
		fmt.Println("row", h.Row, "distance", h.Distance)
	}
	// Output:
	// row 1 distance 1
	// row 2 distance 1
	// row 0 distance 2
}

// A filter lets only some rows be found.
func ExampleIndex_NewFilter() {
	x, err := search.New([]uint64{0b0000, 0b0111, 0b0001, 0b1111}, 64, nil)
	if err != nil {
		log.Fatal(err)
	}
	allow := bitset.New(uint(x.Len())).Set(0).Set(2).Set(3)
	filter, err := x.NewFilter(allow)
	if err != nil {
		log.Fatal(err)
	}
	hits, err := x.AppendNearest(nil, []uint64{0b0011}, 3, &search.Options{Filter: filter})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("without row 1:", hits)
	// Output:
	// without row 1: [{2 1} {0 2} {3 2}]
}
