package duckdb

import (
	"slices"
	"strings"

	duck "github.com/duckdb/duckdb-go/v2"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// The types of SQL.
var (
	text    = typeOf(duck.TYPE_VARCHAR)
	integer = typeOf(duck.TYPE_INTEGER)
	bigint  = typeOf(duck.TYPE_BIGINT) // what numbers are by default, and others are cast to
	number  = typeOf(duck.TYPE_DOUBLE)
	boolean = typeOf(duck.TYPE_BOOLEAN)
)

// The fields of a match, of the one for a mention, of a ranked one, and of a span.
var (
	matchFields = []duck.ColumnInfo{
		{Name: "id", T: text}, {Name: "name", T: text}, {Name: "matched", T: text}, {Name: "stage", T: text}, {Name: "score", T: number}, {Name: "p", T: number},
	}
	cellFields   = append(slices.Clip(matchFields), duck.ColumnInfo{Name: "tied", T: boolean}, duck.ColumnInfo{Name: "verdict", T: text})
	rankedFields = append([]duck.ColumnInfo{{Name: "rank", T: integer}}, matchFields...)
	spanFields   = []duck.ColumnInfo{
		{Name: "start", T: integer}, {Name: "end", T: integer}, {Name: "text", T: text}, {Name: "type", T: text}, {Name: "p", T: number},
		{Name: "id", T: text}, {Name: "name", T: text}, {Name: "says", T: listOf(text)},
	}
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

// ranked is the value of normlet_matches.
func ranked(a *core.Answer, k int) []any {
	list := make([]any, min(k, len(a.Matches)))
	for i := range list {
		m := &a.Matches[i]
		fields := matchOf(m.ID, m.Name, m.Matched, m.Stage.String(), m.Score, m.P)
		fields["rank"] = int32(i + 1)
		list[i] = fields
	}
	return list
}

// spansOf is the value of normlet_annotate. id and name are NULL if the pack lacks the entity; those of several entities
// have a | between them, as in the table of normlet annotate.
func spansOf(text string, spans []annotate.Span) []any {
	list := make([]any, len(spans))
	for i, at := range annotate.Places(text, spans, nil) {
		s, says := &spans[i], []any{}
		for _, word := range answer.Assertions(s.Assertion) {
			says = append(says, word)
		}
		list[i] = map[string]any{
			"start": int32(at[0]), "end": int32(at[1]), "text": text[s.Start:s.End], "type": said(s.Type), "p": answer.Round(s.P),
			"id": joined(s.IDs()), "name": joined(s.Names()), "says": says,
		}
	}
	return list
}

// joined returns NULL for none.
func joined(parts []string) any {
	if len(parts) == 0 {
		return nil
	}
	return said(strings.Join(parts, "|"))
}

// said returns a text of a pack as SQL has texts: DuckDB makes NULL of what is no UTF-8, and a NULL id means that there is
// no entity.
func said(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// cellOf is the value of normlet_match.
func cellOf(c *mapping.Cell) map[string]any {
	fields := matchOf(c.ID, c.Name, c.Matched, c.Stage, c.Score, c.P)
	fields["tied"], fields["verdict"] = c.Tied, c.Verdict
	return fields
}

// matchOf returns the values of matchFields, rounded as in all outputs of normlet.
func matchOf(id, name, matched, stage string, score, p float64) map[string]any {
	return map[string]any{"id": said(id), "name": said(name), "matched": said(matched), "stage": stage, "score": answer.Round(score), "p": answer.Round(p)}
}
