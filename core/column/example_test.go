package column_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/column"
)

// What the columns of a sheet hold, so that a program need not ask which one to look up.
func ExampleDetect() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		log.Fatal(err)
	}
	found, err := column.Detect(n, []column.Sample{
		{Name: "sample", Cells: []string{"S-1", "S-2", "S-3", "S-7", "S-9"}},
		{Name: "target", Cells: []string{"FOX-P2", "PLCγ2", "p53", "", "BRCA1"}},
		{Name: "gene_id", Cells: []string{"93986", "5336", "7157", "", "672"}},
		{Name: "host", Cells: []string{"human", "human", "mouse", "mouse", "human"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range found {
		fmt.Printf("%s %q %v: %s %s.\n", c.Kind, c.Of, c.IsMapped(), c.Examples[0].Cell, c.Examples[0].Name)
	}
	// Output:
	// other "" false: S-1 .
	// names "NCBIGene" true: FOX-P2 FOXP2.
	// ids "NCBIGene" true: 93986 FOXP2.
	// organisms "" false: human .
}
