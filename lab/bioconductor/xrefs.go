package main

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/normlet/normlet/train/data"
)

// references are the queries of cross-references, with the usual prefix of each database. Ids of
// RefSeq, transcripts and proteins are left out: there are too many of a gene to help anybody. OMIM
// numbers of several are those of diseases, too, and nothing says which is the gene's.
var references = []struct{ prefix, query string }{
	{"ENSEMBL", "SELECT DISTINCT _id, ensembl_id FROM ensembl"},
	{"UniProt", "SELECT DISTINCT _id, uniprot_id FROM uniprot"},
	{"OMIM", "SELECT _id, MIN(omim_id) FROM omim GROUP BY _id HAVING COUNT(DISTINCT omim_id) = 1"},
}

// readXRefs returns the cross-references of the selected genes in their order, then by id.
func readXRefs(ctx context.Context, db *sql.DB, g *genes) ([]data.XRef, error) {
	type reference struct {
		gene  int
		other string
	}
	var list []reference
	for _, r := range references {
		err := pairs(ctx, db, r.query, func(key int64, id string) {
			if gene, selected := g.byKey[key]; selected {
				list = append(list, reference{gene, r.prefix + ":" + id})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b reference) int {
		return cmp.Or(cmp.Compare(a.gene, b.gene), cmp.Compare(a.other, b.other))
	})
	out := make([]data.XRef, len(list))
	for i, r := range list {
		out[i] = data.XRef{ID: g.Entities[r.gene].ID, Other: r.other}
	}
	return out, nil
}
