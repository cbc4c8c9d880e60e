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
		err = lookup(os.Stdout, n, []string{"FOX-P2", "PLCγ2", "p53", "heart attack", "COVID-19", "mpox", "COPD", "trastuzumab", "SARS-CoV-2", "HeLa", "mouse", "no such thing"})
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// MENTION        ID                 NAME                                             P     STAGE
	// FOX-P2         NCBIGene:93986     FOXP2                                            0.65  normalized
	// PLCγ2          NCBIGene:5336      PLCG2                                            0.91  normalized
	// p53            NCBIGene:7157      TP53                                             0.82  normalized
	// heart attack   MESH:D009203       Myocardial Infarction                            0.88  exact
	// COVID-19       DOID:0080600       COVID-19                                         0.97  exact
	// mpox           MESH:D045908       Monkeypox                                        0.43  exact
	// COPD           MESH:D029424       Pulmonary Disease, Chronic Obstructive           0.88  exact
	// trastuzumab    DrugBank:DB00072   Trastuzumab                                      0.91  exact
	// SARS-CoV-2     NCBITaxon:2697049  Severe acute respiratory syndrome coronavirus 2  0.95  exact
	// HeLa           CVCL_0030          HeLa                                             0.88  exact
	// mouse          NCBITaxon:10090    Mus musculus                                     0.96  exact
	// no such thing  NIL                                                                 0.99
}
