package index_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/search"
)

// The nearest name of all, and the nearest name of a gene.
func ExampleFilters() {
	names := []string{"cat", "CAT", "caterpillar"}
	contents := &pack.Contents{
		Namespaces:      []string{"species", "gene"},
		EntityNamespace: []uint16{0, 1, 0},
		RowEntity:       []uint32{0, 1, 2},
		Bits:            64,
		Codes:           []uint64{0b0000, 0b0011, 0b1111},
	}
	codes, err := search.NewBySize(contents.Codes, contents.Bits, len(names), func(row int) int { return len(names[row]) })
	if err != nil {
		log.Fatal(err)
	}
	filters := index.NewFilters(contents, codes)
	for _, wanted := range [][]string{nil, {"gene"}, {"disease"}} {
		filter, err := filters.Of(wanted)
		if err != nil {
			fmt.Println(err)
			continue
		}
		var near search.Nearest
		codes.Nearest(&near, []uint64{0b0000}, len("cat"), 1, filter)
		fmt.Println(wanted, names[near.Hits[0].Row], "at distance", near.Hits[0].Distance)
	}
	// Output:
	// [] cat at distance 0
	// [gene] CAT at distance 2
	// namespace "disease": no such namespace in this pack, which has species, gene
}
