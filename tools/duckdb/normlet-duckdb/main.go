// Command normlet-duckdb runs SQL in DuckDB with the functions of normlet (package duckdb):
//
//	normlet-duckdb "SELECT gene, normlet(gene) AS id FROM 'genes.parquet'"
//	normlet-duckdb --db lab.duckdb "COPY (SELECT *, normlet(gene) AS id FROM samples) TO 'out.parquet'"
//
// Statements are run in their order, and the rows of the last are printed as CSV, NULL as nothing. The exit status is 0
// on success, 1 on failure and 2 for wrong usage.
package main

import (
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/duckdb"
)

const usage = `usage: normlet-duckdb [--pack FILE] [--db FILE] [--namespace NS,...] [--prefer NS,...] [--taxon ORGANISM,...]
                      [--exactly] [--lang L] [--show L] [--min-p P] SQL...

Runs SQL in DuckDB, in memory unless --db names a database, and prints the rows of
the last SQL as CSV. Further functions:
  normlet(mention)             the id that normlet map finds, NULL for none
  normlet_match(mention)       STRUCT(id, name, matched, stage, score, p, tied, verdict), NULL for none
  normlet_answer(mention)      all of the answer, with what an unsure one is a kind of; (mention, context)
  normlet_matches(mention, k)  a list of the k likeliest entities, with rank
  normlet_lookup(mention, k)   the same as a table
  normlet_annotate(text)       a list of the entities that a text names
--pack is the embedded pack unless given; --namespace answers with entities of these
only; --prefer says which of the ids of one thing comes first; --taxon says whose genes
are meant; --exactly leaves broader entities out; --lang is the language of mentions,
--show that of the names of entities; --min-p makes NULL of what is less sure.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

type options struct {
	pack, db, namespaces, prefer, organisms string

	lang, show string
	minP       float64
	exactly    bool
	statements []string
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var o options
	flags := flag.NewFlagSet("normlet-duckdb", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	flags.StringVar(&o.pack, "pack", "", "")
	flags.StringVar(&o.db, "db", "", "")
	flags.StringVar(&o.namespaces, "namespace", "", "")
	flags.StringVar(&o.prefer, "prefer", "", "")
	flags.BoolVar(&o.exactly, "exactly", false, "")
	flags.StringVar(&o.organisms, "taxon", "", "")
	flags.StringVar(&o.lang, "lang", "", "")
	flags.StringVar(&o.show, "show", "", "")
	flags.Float64Var(&o.minP, "min-p", 0, "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if o.statements = flags.Args(); len(o.statements) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	if err := query(ctx, &o, stdout); err != nil {
		fmt.Fprintf(stderr, "normlet-duckdb: %v\n", err)
		return 1
	}
	return 0
}

// query runs the statements and prints what the last one returns.
func query(ctx context.Context, o *options, stdout io.Writer) (err error) {
	n, err := open(o.pack)
	if err != nil {
		return err
	}
	db, err := sql.Open("duckdb", o.db)
	if err != nil {
		return fmt.Errorf("%s: %w", o.db, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	names := func(list string) []string { return strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) }
	lookup := core.Options{MinP: o.minP, Namespaces: names(o.namespaces), Prefer: names(o.prefer), Exactly: o.exactly, Organisms: names(o.organisms), Language: o.lang, Show: o.show}
	if err := duckdb.Register(ctx, conn, n, lookup); err != nil {
		return err
	}
	last := len(o.statements) - 1
	for _, s := range o.statements[:last] {
		if _, err := conn.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	rows, err := conn.QueryContext(ctx, o.statements[last])
	if err != nil {
		return err
	}
	return errors.Join(print(rows, stdout), rows.Close())
}

func open(pack string) (*core.Normalizer, error) {
	if pack == "" {
		return core.OpenBytes(assets.Default(), nil)
	}
	return core.Open(pack, nil)
}

// print writes rows as CSV with a header.
func print(rows *sql.Rows, stdout io.Writer) error {
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	w := csv.NewWriter(stdout)
	_ = w.Write(names) // Error tells
	values, to, fields := make([]any, len(names)), make([]any, len(names)), make([]string, len(names))
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return err
		}
		for i, v := range values {
			if fields[i], err = field(v); err != nil {
				return fmt.Errorf("column %s: %w", names[i], err)
			}
		}
		_ = w.Write(fields)
	}
	w.Flush()
	return errors.Join(rows.Err(), w.Error())
}

// field returns a value as text: a struct or a list as JSON, a time as RFC 3339.
func field(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case time.Time:
		return v.Format(time.RFC3339Nano), nil
	case map[string]any, []any:
		out, err := json.Marshal(v)
		return string(out), err
	}
	return fmt.Sprint(v), nil
}
