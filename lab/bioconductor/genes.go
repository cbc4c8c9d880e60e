package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// geneNamespace is the namespace of genes and the prefix of their ids.
const geneNamespace = "NCBIGene"

// genes is a terminology in the making.
type genes struct {
	data.Terminology
	byKey map[int64]int // the database's _id -> index in Entities
}

// readGenes reads the selected genes of db and what it says about its origin.
func readGenes(ctx context.Context, db *sql.DB) (g *genes, source string, err error) {
	about, err := readMetadata(ctx, db, "HUMAN_DB", genesDatabase)
	if err != nil {
		return nil, "", err
	}
	g = &genes{byKey: map[int64]int{}}
	for _, add := range []func(context.Context, *sql.DB) error{g.addSelected, g.addAliases, g.addPublications} {
		if err := add(ctx, db); err != nil {
			return nil, "", err
		}
	}
	if len(g.Entities) == 0 {
		return nil, "", fmt.Errorf("no protein-coding gene and none with a UniProt accession")
	}
	return g, fmt.Sprintf("%s genes from %s of %s, selected with %s of %s; Bioconductor %s schema %s", about["ORGANISM"],
		about["EGSOURCENAME"], about["EGSOURCEDATE"], about["UPSOURCENAME"], about["UPSOURCEDATE"],
		about["DBSCHEMA"], about["DBSCHEMAVERSION"]), nil
}

// addSelected adds the selected genes with symbol and full name, by gene id.
func (g *genes) addSelected(ctx context.Context, db *sql.DB) error {
	const text = `
		SELECT genes._id, CAST(gene_id AS INTEGER) AS number, symbol, gene_name
		FROM genes LEFT JOIN gene_info ON gene_info._id = genes._id
		WHERE genes._id IN (
			SELECT _id FROM genetype WHERE gene_type = 'protein-coding'
			UNION SELECT _id FROM uniprot
			UNION SELECT _id FROM genetype WHERE gene_type IN ('ncRNA', 'snoRNA', 'snRNA', 'rRNA', 'tRNA', 'scRNA')
				AND _id IN (SELECT _id FROM pubmed))
		ORDER BY number`
	return query(ctx, db, text, func(scan scanFunc) error {
		var key, number int64
		var symbol, name sql.NullString
		if err := scan(&key, &number, &symbol, &name); err != nil {
			return err
		}
		id := fmt.Sprintf("%s:%d", geneNamespace, number)
		if number <= 0 || symbol.String == "" || name.String == "" {
			return fmt.Errorf("gene %s (row %d) lacks its number, symbol or name", id, key)
		}
		e := data.Entity{ID: id, Namespace: geneNamespace}
		e.Names = append(e.Names, data.Name{Text: symbol.String, Kind: pack.KindPrimary})
		addName(&e, name.String, pack.KindExact)
		if name.String != symbol.String {
			e.FullName = name.String
		}
		g.byKey[key] = len(g.Entities)
		g.Entities = append(g.Entities, e)
		return nil
	})
}

// addAliases adds the other symbols in byte order. The table repeats the official symbol of every gene.
func (g *genes) addAliases(ctx context.Context, db *sql.DB) error {
	const text = "SELECT _id, alias_symbol FROM alias ORDER BY _id, alias_symbol COLLATE BINARY"
	return pairs(ctx, db, text, func(key int64, alias string) {
		if i, ok := g.byKey[key]; ok {
			addName(&g.Entities[i], alias, pack.KindAlias)
		}
	})
}

// addPublications sets the weights.
func (g *genes) addPublications(ctx context.Context, db *sql.DB) error {
	const text = "SELECT _id, COUNT(DISTINCT pubmed_id) FROM pubmed GROUP BY _id"
	return pairs(ctx, db, text, func(key, count int64) {
		if i, ok := g.byKey[key]; ok {
			g.Entities[i].Weight = float64(count)
		}
	})
}

// addName adds a name unless the entity has it, as a stronger kind.
func addName(e *data.Entity, text string, kind data.Kind) {
	if !slices.ContainsFunc(e.Names, func(n data.Name) bool { return n.Text == text }) {
		e.Names = append(e.Names, data.Name{Text: text, Kind: kind})
	}
}
