package main

import (
	"fmt"
	"os"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

// What README's first command asks.
func Example() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err == nil {
		err = lookup(os.Stdout, n, []string{"PLCγ2", "heart atack", "2-Sep", "type 2 DM", "our dog"})
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// MENTION      ID             NAME                       P     STAGE
	// PLCγ2        NCBIGene:5336  PLCG2                      0.91  normalized
	// heart atack  MESH:D009203   Myocardial Infarction      0.90  rewritten
	// 2-Sep        NCBIGene:4735  SEPTIN2                    0.84  excel-date
	// type 2 DM    MESH:D003924   Diabetes Mellitus, Type 2  0.81  rewritten
	// our dog      NIL                                       0.95
}
