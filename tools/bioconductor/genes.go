package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	_ "modernc.org/sqlite" // the driver "sqlite", without cgo
)

const namespace = "NCBIGene"

// source is what the database says about its origin.
type source struct {
	Organism, Schema, Version  string
	GeneSource, GeneSourceDate string
	UniProtSource, UniProtDate string
}

// String returns one line of text.
func (s source) String() string {
	return fmt.Sprintf("%s genes from %s of %s, selected with %s of %s; Bioconductor %s schema %s",
		s.Organism, s.GeneSource, s.GeneSourceDate, s.UniProtSource, s.UniProtDate, s.Schema, s.Version)
}

// genes is a terminology in the making.
type genes struct {
	data.Terminology
	byKey map[int64]int // the database's _id -> index in Entities
}

// readGenes reads the selected genes of the database at path.
func readGenes(ctx context.Context, path string) (*data.Terminology, source, error) {
	db, err := openReadOnly(path)
	if err != nil {
		return nil, source{}, err
	}
	defer db.Close()
	s, err := readSource(ctx, db)
	if err != nil {
		return nil, source{}, err
	}
	genes := &genes{byKey: map[int64]int{}}
	for _, add := range []func(context.Context, *sql.DB) error{genes.addSelected, genes.addAliases, genes.addPublications} {
		if err := add(ctx, db); err != nil {
			return nil, source{}, err
		}
	}
	if len(genes.Entities) == 0 {
		return nil, source{}, fmt.Errorf("no protein-coding gene and none with a UniProt accession")
	}
	return &genes.Terminology, s, nil
}

// openReadOnly opens a database that nobody changes meanwhile, so that SQLite
// needs no lock and leaves no file beside it.
func openReadOnly(path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: "mode=ro&immutable=1"}
	return sql.Open("sqlite", u.String())
}

func readSource(ctx context.Context, db *sql.DB) (source, error) {
	values := map[string]string{}
	err := query(ctx, db, "SELECT name, value FROM metadata", func(scan scanFunc) error {
		var name string
		var value sql.NullString
		err := scan(&name, &value)
		values[name] = value.String
		return err
	})
	if err != nil {
		return source{}, fmt.Errorf("not a Bioconductor annotation database: %w", err)
	}
	if schema := values["DBSCHEMA"]; schema != "HUMAN_DB" {
		return source{}, fmt.Errorf("its schema is %q, want HUMAN_DB, that of org.Hs.eg.sqlite", schema)
	}
	return source{
		Organism: values["ORGANISM"], Schema: values["DBSCHEMA"], Version: values["DBSCHEMAVERSION"],
		GeneSource: values["EGSOURCENAME"], GeneSourceDate: values["EGSOURCEDATE"],
		UniProtSource: values["UPSOURCENAME"], UniProtDate: values["UPSOURCEDATE"],
	}, nil
}

// addSelected adds the selected genes with symbol and full name, by gene id.
func (g *genes) addSelected(ctx context.Context, db *sql.DB) error {
	const text = `
		SELECT genes._id, CAST(gene_id AS INTEGER) AS number, symbol, gene_name
		FROM genes LEFT JOIN gene_info ON gene_info._id = genes._id
		WHERE genes._id IN (
			SELECT _id FROM genetype WHERE gene_type = 'protein-coding'
			UNION SELECT _id FROM uniprot)
		ORDER BY number`
	return query(ctx, db, text, func(scan scanFunc) error {
		var key, number int64
		var symbol, name sql.NullString
		if err := scan(&key, &number, &symbol, &name); err != nil {
			return err
		}
		id := fmt.Sprintf("%s:%d", namespace, number)
		if number <= 0 || symbol.String == "" || name.String == "" {
			return fmt.Errorf("gene %s (row %d) lacks its number, symbol or name", id, key)
		}
		e := data.Entity{ID: id, Namespace: namespace}
		e.Names = append(e.Names, data.Name{Text: symbol.String, Kind: pack.KindPrimary})
		addName(&e, name.String, pack.KindExact)
		g.byKey[key] = len(g.Entities)
		g.Entities = append(g.Entities, e)
		return nil
	})
}

// addAliases adds the other symbols in byte order. The table repeats the
// official symbol of every gene.
func (g *genes) addAliases(ctx context.Context, db *sql.DB) error {
	const text = "SELECT _id, alias_symbol FROM alias ORDER BY _id, alias_symbol COLLATE BINARY"
	return query(ctx, db, text, func(scan scanFunc) error {
		var key int64
		var alias string
		if err := scan(&key, &alias); err != nil {
			return err
		}
		if i, ok := g.byKey[key]; ok {
			addName(&g.Entities[i], alias, pack.KindAlias)
		}
		return nil
	})
}

// addPublications sets the weights.
func (g *genes) addPublications(ctx context.Context, db *sql.DB) error {
	const text = "SELECT _id, COUNT(DISTINCT pubmed_id) FROM pubmed GROUP BY _id"
	return query(ctx, db, text, func(scan scanFunc) error {
		var key, count int64
		if err := scan(&key, &count); err != nil {
			return err
		}
		if i, ok := g.byKey[key]; ok {
			g.Entities[i].Weight = float64(count)
		}
		return nil
	})
}

// addName adds a name unless the entity has it, as a stronger kind.
func addName(e *data.Entity, text string, kind data.Kind) {
	same := func(n data.Name) bool { return n.Text == text }
	if !slices.ContainsFunc(e.Names, same) {
		e.Names = append(e.Names, data.Name{Text: text, Kind: kind})
	}
}

type scanFunc = func(columns ...any) error

// query calls row for every row of the answer.
func query(ctx context.Context, db *sql.DB, text string, row func(scanFunc) error) error {
	rows, err := db.QueryContext(ctx, text)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
