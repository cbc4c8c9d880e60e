package index_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/index"
)

// The entities that somebody may mean who has typed a few letters so far.
func ExampleComplete() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer n.Close()
	c := engine.Of(n).Contents()
	all, err := engine.Of(n).Filters.Of(nil) // but twins
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range index.Complete(c, "foxp", 3, all) {
		fmt.Println(c.IDs.At(int(b.Entity)), "by", c.Names.At(b.Row))
	}
	// Output:
	// NCBIGene:50943 by FOXP3
	// NCBIGene:27086 by FOXP1
	// NCBIGene:93986 by FOXP2
}
