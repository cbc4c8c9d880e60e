package main

import (
	"fmt"
	"os"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

// What README's first command asks.
func Example() {
	n, err := core.OpenBytes(assets.Default())
	if err == nil {
		err = lookup(os.Stdout, n, []string{"FOX-P2", "S6K", "PLCγ2", "IKKε", "p53", "p70 s6 kinase", "aspirin", "heart attack", "HeLa", "mouse", "no such thing"})
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// MENTION        ID               NAME                   P     STAGE
	// FOX-P2         NCBIGene:93986   FOXP2                  0.72  normalized
	// S6K            NCBIGene:6198    RPS6KB1                0.94  member
	// PLCγ2          NCBIGene:5336    PLCG2                  0.87  normalized
	// IKKε           NCBIGene:9641    IKBKE                  0.54  normalized
	// p53            NCBIGene:7157    TP53                   0.79  normalized
	// p70 s6 kinase  NCBIGene:6198    RPS6KB1                0.90  member
	// aspirin        MESH:D001241     Aspirin                0.93  exact
	// heart attack   MESH:D009203     Myocardial Infarction  0.90  exact
	// HeLa           CVCL_0030        HELA                   0.72  normalized
	// mouse          NCBITaxon:10090  Mus musculus           0.97  exact
	// no such thing  NIL                                     0.99
}
