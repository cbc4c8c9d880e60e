package annotate_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// Text in, entities out.
func Example() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		log.Fatal(err)
	}
	annotator, err := annotate.New(n)
	if err != nil {
		log.Fatal(err)
	}
	const text = "No sign of asthma in mice without FOXP2."
	spans, err := annotator.Annotate(text, annotate.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range spans {
		fmt.Println(text[s.Start:s.End], s.IDs(), s.Assertion.Negated)
	}
	// Output:
	// asthma [MESH:D001249] true
	// mice [NCBITaxon:10090] true
	// FOXP2 [NCBIGene:114142] true
}
