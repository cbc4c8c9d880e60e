package edit_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
)

// A pack gets another name of an entity, and is not built again.
func ExampleApply() {
	changed, err := edit.Apply(assets.Default(), []edit.Change{{ID: "NCBIGene:93986", Name: "the language gene", Kind: pack.KindAlias}})
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range [][]byte{assets.Default(), changed} {
		n, err := core.OpenBytes(file)
		if err != nil {
			log.Fatal(err)
		}
		best := n.Lookup("the language gene", 1).Matches[0]
		fmt.Println(best.Name, best.Matched, best.Stage)
	}
	// Output:
	// Language Disorders Language Disorders word
	// FOXP2 the language gene exact
}
