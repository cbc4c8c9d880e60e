// Package duckdb gives connections to DuckDB the functions of normlet:
//
//	normlet(mention)             the id of the entity, NULL for none
//	normlet_match(mention)       STRUCT(id, name, matched, stage, score, p, tied), NULL for none
//	normlet_matches(mention, k)  a list of such structs with a rank: the k likeliest entities, the best first
//	normlet_lookup(mention, k)   the same as a table; k is 5 unless given
//	normlet_annotate(text)       a list of STRUCT(start, end, text, type, p, id, name, says): the entities that it names
//
// DuckDB calls all but normlet_lookup with vectors of some 2,000 rows, on all of its threads at once. Distinct mentions of a
// vector are looked up once, together. The first two functions are a mapping.Column: they remember frequent mentions,
// and answer like normlet map. NULL stays NULL. normlet_lookup is a macro over normlet_matches, and not a table
// function of the driver, which ends the program when an argument is NULL.
//
// The package is a module of its own, because the engine needs cgo and is large.
package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	duck "github.com/duckdb/duckdb-go/v2"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

const lookupMacro = `CREATE OR REPLACE TEMP MACRO normlet_lookup(mention, k := 5) AS TABLE
	SELECT unnest(normlet_matches(mention, k), max_depth := 2)`

// Register adds the functions to the database of a connection, and normlet_lookup to the connection alone. They look up
// in n, which stays open, as options say, but for K.
func Register(ctx context.Context, conn *sql.Conn, n *core.Normalizer, options core.Options) error {
	if _, err := n.LookupWith("", options); err != nil {
		return err // the namespaces
	}
	column := mapping.NewColumn(&mapping.Config{Lookup: n.LookupMany, Options: document.Options{Lookup: options}, RawCells: true})
	column.Numeric = true                                                                        // a function is asked for a value, not for a column
	annotator := sync.OnceValues(func() (*annotate.Annotator, error) { return annotate.New(n) }) // which takes seconds of large packs
	for _, s := range []struct {
		name string
		f    duck.ScalarFunc
	}{
		{"normlet", &cellFunction{column, text, func(c *mapping.Cell) any { return said(c.ID) }}},
		{"normlet_match", &cellFunction{column, structOf(cellFields), func(c *mapping.Cell) any { return cellOf(c) }}},
		{"normlet_matches", &listFunction{n, options}},
		{"normlet_annotate", &textFunction{annotator, annotate.Options{Lookup: options, MinP: options.MinP}}},
	} {
		if err := duck.RegisterScalarUDF(conn, s.name, s.f); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	if _, err := conn.ExecContext(ctx, lookupMacro); err != nil {
		return fmt.Errorf("normlet_lookup: %w", err)
	}
	return nil
}

// distinct collects mentions of a vector.
type distinct struct {
	place    map[string]int // in mentions
	mentions []string
}

func (d *distinct) add(mention string) {
	if d.place == nil {
		d.place = map[string]int{}
	}
	if _, ok := d.place[mention]; !ok {
		d.place[mention] = len(d.mentions)
		d.mentions = append(d.mentions, mention)
	}
}

// textOf returns the first argument of a row, which is text and not NULL.
func textOf(row *duck.ChunkIteratorState) string {
	s, _ := (*row.GetValuePtr(0)).(string)
	return s
}

// cellFunction is a function of a mention and its best match.
type cellFunction struct {
	column *mapping.Column
	result duck.TypeInfo
	value  func(*mapping.Cell) any
}

// Config implements duck.ScalarFunc.
func (f *cellFunction) Config() duck.ScalarFuncConfig {
	return duck.ScalarFuncConfig{InputTypeInfos: []duck.TypeInfo{text}, ResultTypeInfo: f.result}
}

// Executor implements duck.ScalarFunc.
func (f *cellFunction) Executor() duck.ScalarFuncExecutor {
	return duck.ScalarFuncExecutor{ChunkContextExecutor: f.run}
}

// run answers the rows of a vector. Those with a NULL are not among Rows.
func (f *cellFunction) run(_ context.Context, rows *duck.ChunkIteratorState) error {
	var d distinct
	for row, err := range rows.Rows() {
		if err != nil {
			return err
		}
		d.add(textOf(row))
	}
	cells, err := f.column.Map(d.mentions)
	if err != nil {
		return err
	}
	for row, err := range rows.Rows() {
		if err != nil {
			return err
		}
		var value any
		if c := &cells[d.place[textOf(row)]]; !c.NIL && !c.Empty {
			value = f.value(c)
		}
		if err := row.SetResult(value); err != nil {
			return err
		}
	}
	return nil
}

// listFunction is normlet_matches, a function of a mention and k.
type listFunction struct {
	n       *core.Normalizer
	options core.Options
}

// Config implements duck.ScalarFunc.
func (f *listFunction) Config() duck.ScalarFuncConfig {
	return duck.ScalarFuncConfig{InputTypeInfos: []duck.TypeInfo{text, bigint}, ResultTypeInfo: listOf(structOf(rankedFields))}
}

// Executor implements duck.ScalarFunc.
func (f *listFunction) Executor() duck.ScalarFuncExecutor {
	return duck.ScalarFuncExecutor{ChunkContextExecutor: f.run}
}

// run looks up the mentions of a vector with as many matches as any of its rows wants.
func (f *listFunction) run(_ context.Context, rows *duck.ChunkIteratorState) error {
	var d distinct
	o := f.options
	o.K = 1
	for row, err := range rows.Rows() {
		if err != nil {
			return err
		}
		k := kOf(row)
		if k < 1 || k > core.MaxK {
			return fmt.Errorf("normlet_matches: k is %d; want 1 to %d", k, core.MaxK)
		}
		o.K = max(o.K, int(k))
		d.add(textOf(row))
	}
	queries := make([]core.Query, len(d.mentions))
	for i, m := range d.mentions {
		queries[i].Mention = m
	}
	answers, err := f.n.LookupMany(queries, o)
	if err != nil {
		return err
	}
	for row, err := range rows.Rows() {
		if err != nil {
			return err
		}
		if err := row.SetResult(ranked(&answers[d.place[textOf(row)]], int(kOf(row)))); err != nil {
			return err
		}
	}
	return nil
}

// kOf returns the second argument of a row, which is a number and not NULL.
func kOf(row *duck.ChunkIteratorState) int64 {
	k, _ := (*row.GetValuePtr(1)).(int64)
	return k
}

// textFunction is normlet_annotate, a function of a text.
type textFunction struct {
	annotator func() (*annotate.Annotator, error)
	options   annotate.Options
}

// Config implements duck.ScalarFunc.
func (f *textFunction) Config() duck.ScalarFuncConfig {
	return duck.ScalarFuncConfig{InputTypeInfos: []duck.TypeInfo{text}, ResultTypeInfo: listOf(structOf(spanFields))}
}

// Executor implements duck.ScalarFunc.
func (f *textFunction) Executor() duck.ScalarFuncExecutor {
	return duck.ScalarFuncExecutor{ChunkContextExecutor: f.run}
}

// run annotates the texts of a vector, until the query is cancelled.
func (f *textFunction) run(ctx context.Context, rows *duck.ChunkIteratorState) error {
	a, err := f.annotator()
	if err != nil {
		return err
	}
	for row, err := range rows.Rows() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		spans, err := a.Annotate(textOf(row), f.options)
		if err != nil {
			return err
		}
		if err := row.SetResult(spansOf(textOf(row), spans)); err != nil {
			return err
		}
	}
	return nil
}
