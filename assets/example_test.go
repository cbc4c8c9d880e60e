package assets_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

// A program that imports assets needs no file and no network.
func ExampleDefault() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, mention := range []string{"PLCγ2", "heart attack", "mouse"} {
		best := n.Lookup(mention, 1).Matches[0]
		fmt.Println(best.Namespace, best.ID, best.Name)
	}
	// Output:
	// NCBIGene NCBIGene:5336 PLCG2
	// disease MESH:D009203 Myocardial Infarction
	// species NCBITaxon:10090 Mus musculus
}
