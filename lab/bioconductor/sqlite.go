package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite", without cgo
)

// The databases read, as their packages name them.
const (
	genesDatabase    = "org.Hs.eg.sqlite"
	ontologyDatabase = "GO.sqlite"
)

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

// readMetadata returns what a database says about itself. Its schema has to be
// the one of the database name.
func readMetadata(ctx context.Context, db *sql.DB, schema, name string) (map[string]string, error) {
	values := map[string]string{}
	err := pairs(ctx, db, "SELECT name, value FROM metadata", func(key string, value sql.NullString) { values[key] = value.String })
	if err != nil {
		return nil, fmt.Errorf("not a Bioconductor annotation database: %w", err)
	}
	if got := values["DBSCHEMA"]; got != schema {
		return nil, fmt.Errorf("its schema is %q, want %s, that of %s", got, schema, name)
	}
	return values, nil
}

type scanFunc = func(columns ...any) error

// query calls row for every row of the answer.
func query(ctx context.Context, db *sql.DB, text string, row func(scanFunc) error, args ...any) error {
	rows, err := db.QueryContext(ctx, text, args...)
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

// pairs calls row for every row of an answer of two columns.
func pairs[A, B any](ctx context.Context, db *sql.DB, text string, row func(a A, b B)) error {
	return query(ctx, db, text, func(scan scanFunc) error {
		var a A
		var b B
		err := scan(&a, &b)
		if err == nil {
			row(a, b)
		}
		return err
	})
}
