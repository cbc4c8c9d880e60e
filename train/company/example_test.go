package company_test

import (
	"fmt"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/company"
	"github.com/normlet/normlet/train/data"
)

// Genes that one publication names are company.
func ExampleAdd() {
	c := &pack.Contents{
		IDs:        pack.NewStrings([]string{"NCBIGene:1019", "NCBIGene:1031", "NCBIGene:55004"}),
		Namespaces: []string{"NCBIGene"}, EntityNamespace: []uint16{0, 0, 0},
	}
	company.Add(c, []data.Relation{
		{ID: "NCBIGene:1031", Relation: "published_in", Parent: "PMID:8001816"},
		{ID: "NCBIGene:1019", Relation: "published_in", Parent: "PMID:8001816"},
		{ID: "NCBIGene:55004", Relation: "published_in", Parent: "PMID:20381137"},
	}, nil)
	fmt.Println(c.Company)
	// Output: [[0 1]]
}
