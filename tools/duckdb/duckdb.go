// Package duckdb gives connections to DuckDB the functions of normlet:
//
//	normlet(mention)             the id of the entity, NULL for none
//	normlet_match(mention)       STRUCT(id, name, matched, stage, score, p, tied, verdict), NULL for none
//	normlet_answer(mention)      all of the answer: a STRUCT with the fields of answer.Answer, of one match;
//	                             normlet_answer(mention, context) looks up in the text around it
//	normlet_matches(mention, k)  a list of answer.Match with a rank: the k likeliest entities, the best first
//	normlet_lookup(mention, k)   the same as a table; k is 5 unless given
//	normlet_annotate(text)       a list of answer.Span with id and name: the entities that it names
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
	"database/sql/driver"
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
	one, two := []duck.TypeInfo{text}, []duck.TypeInfo{text, bigint}
	answers := together(likeliest(n, options, whole))
	for _, s := range []struct {
		name string
		f    function
	}{
		{"normlet", function{one, text, together(best(column, func(c *mapping.Cell) any { return said(c.ID) }))}},
		{"normlet_match", function{one, structOf(matchFields), together(best(column, cellOf))}},
		{"normlet_matches", function{two, rankedForm.sql, together(likeliest(n, options, ranked))}},
		{"normlet_annotate", function{one, spansForm.sql, named(annotator, annotate.Options{Lookup: options, MinP: options.MinP})}},
	} {
		if err := duck.RegisterScalarUDF(conn, s.name, s.f); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	inContext := function{[]duck.TypeInfo{text, text}, answerForm.sql, answers}
	if err := duck.RegisterScalarUDFSet(conn, "normlet_answer", function{one, answerForm.sql, answers}, inContext); err != nil {
		return fmt.Errorf("normlet_answer: %w", err)
	}
	if _, err := conn.ExecContext(ctx, lookupMacro); err != nil {
		return fmt.Errorf("normlet_lookup: %w", err)
	}
	return nil
}

// function implements duck.ScalarFunc.
type function struct {
	inputs   []duck.TypeInfo
	result   duck.TypeInfo
	executor duck.ScalarFuncExecutor
}

func (f function) Config() duck.ScalarFuncConfig {
	return duck.ScalarFuncConfig{InputTypeInfos: f.inputs, ResultTypeInfo: f.result}
}

func (f function) Executor() duck.ScalarFuncExecutor { return f.executor }

// answerer looks up the distinct queries of a vector, with the largest k of its rows, and returns what makes the value
// of a row from the number of its query and its k.
type answerer func(queries []core.Query, k int) (value func(query, k int) any, err error)

// together answers the rows of a vector. Those with a NULL are not among Rows.
func together(answer answerer) duck.ScalarFuncExecutor {
	return duck.ScalarFuncExecutor{ChunkContextExecutor: func(_ context.Context, rows *duck.ChunkIteratorState) error {
		number, most := map[core.Query]int{}, 1
		var queries []core.Query
		for row, err := range rows.Rows() {
			if err != nil {
				return err
			}
			query, k := arguments(row)
			if k < 1 || k > core.MaxK {
				return fmt.Errorf("normlet_matches: k is %d; want 1 to %d", k, core.MaxK)
			}
			most = max(most, k)
			if _, ok := number[query]; !ok {
				number[query], queries = len(queries), append(queries, query)
			}
		}
		value, err := answer(queries, most)
		if err != nil {
			return err
		}
		for row, err := range rows.Rows() {
			if err != nil {
				return err
			}
			query, k := arguments(row)
			if err := row.SetResult(value(number[query], k)); err != nil {
				return err
			}
		}
		return nil
	}}
}

// arguments returns the mention of a row with its context, and its k, 1 if it has none.
func arguments(row *duck.ChunkIteratorState) (query core.Query, k int) {
	query.Mention, _ = (*row.GetValuePtr(0)).(string)
	if row.ColumnCount() > 1 {
		switch given := (*row.GetValuePtr(1)).(type) {
		case string:
			query.Context = given
		case int64:
			return query, int(given)
		}
	}
	return query, 1
}

// best answers with what of says of the best match, NULL for none.
func best(column *mapping.Column, of func(*mapping.Cell) any) answerer {
	return func(queries []core.Query, _ int) (func(query, k int) any, error) {
		mentions := make([]string, len(queries))
		for i := range queries {
			mentions[i] = queries[i].Mention
		}
		cells, err := column.Map(mentions)
		return func(query, _ int) any {
			if c := &cells[query]; !c.NIL && !c.Empty {
				return of(c)
			}
			return nil
		}, err
	}
}

// likeliest answers with the value of an answer of k matches.
func likeliest(n *core.Normalizer, o core.Options, value func(a *core.Answer, k int) any) answerer {
	return func(queries []core.Query, most int) (func(query, k int) any, error) {
		o := o
		o.K = most
		answers, err := n.LookupMany(queries, o)
		return func(query, k int) any { return value(&answers[query], k) }, err
	}
}

// named answers a text with its spans, until the query is cancelled.
func named(annotator func() (*annotate.Annotator, error), o annotate.Options) duck.ScalarFuncExecutor {
	return duck.ScalarFuncExecutor{RowContextExecutor: func(ctx context.Context, row []driver.Value) (any, error) {
		a, err := annotator()
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		text, _ := row[0].(string)
		spans, err := a.Annotate(text, o)
		return spansOf(text, spans), err
	}}
}
