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
		{Name: "process", Cells: []string{"GO:0006915", "GO:0008283", "GO:0006915"}},
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
	// ids "GO" true: GO:0006915 apoptotic process.
	// organisms "" false: human .
}
