// Package duckdb gives connections to DuckDB the functions of normlet:
//
//	normlet(mention)             the id of the entity, NULL for none
//	normlet_match(mention)       STRUCT(id, name, matched, stage, score, p), NULL for none
//	normlet_matches(mention, k)  a list of such structs with a rank: the k likeliest entities, the best first
//	normlet_lookup(mention, k)   the same as a table; k is 5 unless given
//
// DuckDB calls the first three with vectors of some 2,000 rows, on all of its threads at once. Distinct mentions of a
// vector are looked up once, together. NULL stays NULL. The last is a macro over the third, and not a table function
// of the driver, which ends the program when an argument is NULL.
//
// The package is a module of its own, because the engine needs cgo and is large.
package duckdb

import (
	"context"
	"database/sql"
	"fmt"

	duck "github.com/duckdb/duckdb-go/v2"

	"github.com/normlet/normlet/core"
)

const lookupMacro = `CREATE OR REPLACE TEMP MACRO normlet_lookup(mention, k := 5) AS TABLE
	SELECT unnest(normlet_matches(mention, k), max_depth := 2)`

// Register adds the functions to the database of a connection, and normlet_lookup to the connection alone. They look up
// in n, which stays open, as options say; K is ignored.
func Register(ctx context.Context, conn *sql.Conn, n *core.Normalizer, options core.Options) error {
	if _, err := n.LookupWith("", options); err != nil {
		return err // the namespaces, the precision
	}
	for _, f := range []*function{
		{name: "normlet", result: text, value: id},
		{name: "normlet_match", result: structOf(matchFields), value: best},
		{name: "normlet_matches", hasK: true, result: listOf(structOf(rankedFields)), value: all},
	} {
		f.n, f.options = n, options
		if err := duck.RegisterScalarUDF(conn, f.name, f); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	if _, err := conn.ExecContext(ctx, lookupMacro); err != nil {
		return fmt.Errorf("normlet_lookup: %w", err)
	}
	return nil
}

// function is a scalar function of a mention, and of k if it has one.
type function struct {
	name    string
	hasK    bool
	result  duck.TypeInfo
	value   func(a *core.Answer, k int) any // of result; nil is NULL
	n       *core.Normalizer
	options core.Options
}

// Config implements duck.ScalarFunc.
func (f *function) Config() duck.ScalarFuncConfig {
	inputs := []duck.TypeInfo{text}
	if f.hasK {
		inputs = append(inputs, bigint)
	}
	return duck.ScalarFuncConfig{InputTypeInfos: inputs, ResultTypeInfo: f.result}
}

// Executor implements duck.ScalarFunc.
func (f *function) Executor() duck.ScalarFuncExecutor {
	return duck.ScalarFuncExecutor{ChunkContextExecutor: f.run}
}

// run answers the rows of a vector. Those with a NULL are not among Rows.
func (f *function) run(_ context.Context, rows *duck.ChunkIteratorState) error {
	answers, err := f.lookup(rows)
	if err != nil {
		return err
	}
	for row, err := range rows.Rows() {
		if err != nil {
			return err
		}
		mention, k, err := f.arguments(row)
		if err != nil {
			return err
		}
		if err := row.SetResult(f.value(answers[mention], k)); err != nil {
			return err
		}
	}
	return nil
}

// lookup answers the distinct mentions of a vector, with as many matches as any of its rows wants.
func (f *function) lookup(rows *duck.ChunkIteratorState) (map[string]*core.Answer, error) {
	o := f.options
	o.K = 1
	answers := map[string]*core.Answer{}
	var queries []core.Query
	for row, err := range rows.Rows() {
		if err != nil {
			return nil, err
		}
		mention, k, err := f.arguments(row)
		if err != nil {
			return nil, err
		}
		o.K = max(o.K, k)
		if _, ok := answers[mention]; !ok {
			answers[mention] = nil
			queries = append(queries, core.Query{Mention: mention})
		}
	}
	found, err := f.n.LookupMany(queries, o)
	for i := range found {
		answers[queries[i].Mention] = &found[i]
	}
	return answers, err
}

// arguments returns those of a row, whose types are of Config.
func (f *function) arguments(row *duck.ChunkIteratorState) (mention string, k int, err error) {
	mention, _ = (*row.GetValuePtr(0)).(string)
	if !f.hasK {
		return mention, 1, nil
	}
	given, _ := (*row.GetValuePtr(1)).(int64)
	if given < 1 || given > core.MaxK {
		return "", 0, fmt.Errorf("%s: k is %d; want 1 to %d", f.name, given, core.MaxK)
	}
	return mention, int(given), nil
}
