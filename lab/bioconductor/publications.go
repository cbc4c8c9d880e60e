package main

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
)

// maxGenes is the most genes of a publication: beyond are screens and catalogues,
// which do not say how genes belong together.
const maxGenes = 50

// readPublications returns the publications of 2 to maxGenes selected genes, as
// triples in the order of the genes, then of the publications.
func readPublications(ctx context.Context, db *sql.DB, g *genes) ([]triple, error) {
	of := map[string][]int{} // genes of a publication
	err := pairs(ctx, db, "SELECT DISTINCT _id, pubmed_id FROM pubmed", func(key int64, id string) {
		if gene, selected := g.byKey[key]; selected {
			of[id] = append(of[id], gene)
		}
	})
	if err != nil {
		return nil, err
	}
	type link struct {
		gene        int
		publication string
	}
	var links []link
	for id, list := range of {
		if len(list) < 2 || len(list) > maxGenes {
			continue
		}
		for _, gene := range list {
			links = append(links, link{gene, "PMID:" + id})
		}
	}
	slices.SortFunc(links, func(a, b link) int {
		return cmp.Or(cmp.Compare(a.gene, b.gene), cmp.Compare(a.publication, b.publication))
	})
	triples := make([]triple, len(links))
	for i, l := range links {
		triples[i] = triple{g.Entities[l.gene].ID, "published_in", l.publication}
	}
	return triples, nil
}
