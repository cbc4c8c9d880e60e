package packs_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/packs"
	"github.com/normlet/normlet/train/recipe"
)

// A recipe says where the names of a pack come from, and under which licence.
func Example() {
	r, err := recipe.Load(packs.Files, "cell-lines")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Title)
	for _, source := range r.Sources {
		fmt.Printf("%s, %s\n", source.Title, source.License)
	}
	// Output:
	// Cell lines
	// Cellosaurus, CC BY 4.0 (SIB Swiss Institute of Bioinformatics)
	// Cell lines as people write them, of normlet, Apache-2.0
}
