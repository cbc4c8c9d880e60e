package duckdb

import (
	duck "github.com/duckdb/duckdb-go/v2"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// The types of SQL.
var (
	text    = typeOf(duck.TYPE_VARCHAR)
	integer = typeOf(duck.TYPE_INTEGER)
	bigint  = typeOf(duck.TYPE_BIGINT) // what numbers are by default, and others are cast to
	number  = typeOf(duck.TYPE_DOUBLE)
)

// The fields of a match and of a ranked one.
var (
	matchFields = []duck.ColumnInfo{
		{Name: "id", T: text}, {Name: "name", T: text}, {Name: "matched", T: text}, {Name: "stage", T: text}, {Name: "score", T: number}, {Name: "p", T: number},
	}
	rankedFields = append([]duck.ColumnInfo{{Name: "rank", T: integer}}, matchFields...)
)

func typeOf(t duck.Type) duck.TypeInfo { return must(duck.NewTypeInfo(t)) }

func listOf(t duck.TypeInfo) duck.TypeInfo { return must(duck.NewListInfo(t)) }

func structOf(fields []duck.ColumnInfo) duck.TypeInfo {
	var entries []duck.StructEntry
	for _, f := range fields {
		entries = append(entries, must(duck.NewStructEntry(f.T, f.Name)))
	}
	return must(duck.NewStructInfo(entries[0], entries[1:]...))
}

// must is for the constants above, of which a wrong one fails every test.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// id is the value of normlet.
func id(a *core.Answer, _ int) any {
	if m := entity(a); m != nil {
		return m.ID
	}
	return nil
}

// best is the value of normlet_match.
func best(a *core.Answer, _ int) any {
	if m := entity(a); m != nil {
		return fields(m)
	}
	return nil
}

// all is the value of normlet_matches.
func all(a *core.Answer, k int) any {
	list := make([]any, min(k, len(a.Matches)))
	for i := range list {
		m := fields(&a.Matches[i])
		m["rank"] = int32(i + 1)
		list[i] = m
	}
	return list
}

// entity returns what an answer says is meant, nil for NIL.
func entity(a *core.Answer) *core.Match {
	if a.NIL || len(a.Matches) == 0 {
		return nil
	}
	return &a.Matches[0]
}

// fields returns the values of matchFields, rounded as in all outputs of normlet.
func fields(m *core.Match) map[string]any {
	return map[string]any{
		"id": m.ID, "name": m.Name, "matched": m.Matched, "stage": m.Stage.String(), "score": answer.Round(m.Score), "p": answer.Round(m.P),
	}
}
