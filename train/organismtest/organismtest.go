// Package organismtest builds small packs of genes of several organisms, for tests.
package organismtest

import (
	"context"
	"sync"

	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// Contents returns the tables: p53, p21, FOXP2 and MDM2 of the human being, the mouse (NCBIGene/10090) and the zebrafish
// (NCBIGene/7955), with a symbol of each organism and a name of all, and a drug.
var Contents = sync.OnceValues(func() (*pack.Contents, error) {
	t := &data.Terminology{Entities: []data.Entity{{ID: "D:1", Namespace: "drug", Weight: 90, Names: []data.Name{{Text: "aspirin"}}}}}
	for _, gene := range [][]string{
		{"p53", "7157", "TP53", "22059", "Trp53", "30590", "tp53"},
		{"p21", "1026", "CDKN1A", "12575", "Cdkn1a", "100302", "cdkn1a"},
		{"CAGH44", "93986", "FOXP2", "114142", "Foxp2", "403072", "foxp2"},
		{"hdm2", "4193", "MDM2", "17246", "Mdm2", "30637", "mdm2"},
	} {
		for i, namespace := range []string{"NCBIGene", "NCBIGene/10090", "NCBIGene/7955"} {
			names := []data.Name{{Text: gene[2+2*i]}, {Text: gene[0], Kind: pack.KindAlias}}
			t.Entities = append(t.Entities, data.Entity{ID: "NCBIGene:" + gene[1+2*i], Namespace: namespace, Weight: 90, Names: names})
		}
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Encoder: encodertest.Random(1024, 64), Samples: 300}, nil)
	return c, err
})

// Twins returns the tables of human genes, FOXP2, MDM2 and TP53, of their twins of the mouse (NCBIGene/10090), if twins is
// set, and of a drug.
func Twins(twins bool) (*pack.Contents, error) {
	t := &data.Terminology{Entities: []data.Entity{{ID: "D:1", Namespace: "Drug", Weight: 90, Names: []data.Name{{Text: "aspirin"}}}}}
	for _, gene := range [][]string{
		{"93986", "FOXP2", "114142", "Foxp2", "forkhead box P2", "CAGH44"},
		{"4193", "MDM2", "17246", "Mdm2", "HDM2"},
		{"7157", "TP53", "22059", "Trp53", "TRP53", "p53"},
		{"1026", "CDKN1A", "", "", "CIP1", "p21"},
	} {
		names := []data.Name{{Text: gene[1]}}
		for _, alias := range gene[4:] {
			names = append(names, data.Name{Text: alias, Kind: pack.KindAlias})
		}
		t.Entities = append(t.Entities, data.Entity{ID: "NCBIGene:" + gene[0], Namespace: "NCBIGene", Weight: 90, Names: names})
		if twins && gene[2] != "" {
			twin := []data.Name{{Text: gene[3], Kind: pack.KindTwin}}
			t.Entities = append(t.Entities, data.Entity{ID: "NCBIGene:" + gene[2], Namespace: "NCBIGene/10090", Weight: 90, Names: twin})
		}
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Encoder: encodertest.Random(1024, 64), Samples: 300}, nil)
	return c, err
}
