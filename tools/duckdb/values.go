package duckdb

import (
	"reflect"
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

// matchFields are those of the match for a mention.
var matchFields = []duck.ColumnInfo{
	{Name: "id", T: text}, {Name: "name", T: text}, {Name: "matched", T: text}, {Name: "stage", T: text}, {Name: "score", T: number}, {Name: "p", T: number},
	{Name: "tied", T: boolean}, {Name: "verdict", T: text},
}

// rankedMatch is an element of normlet_matches.
type rankedMatch struct {
	Rank int `json:"rank"`
	answer.Match
}

// foundSpan is an element of normlet_annotate. ID and Name are nil if the pack lacks the entity; those of several entities
// have a | between them, as in the table of normlet annotate.
type foundSpan struct {
	answer.Span
	ID   *string `json:"id"`
	Name *string `json:"name"`
}

var (
	answerForm = formOf(reflect.TypeFor[answer.Answer]())
	rankedForm = formOf(reflect.TypeFor[[]rankedMatch]())
	spansForm  = formOf(reflect.TypeFor[[]foundSpan]())
)

func typeOf(t duck.Type) duck.TypeInfo { return must(duck.NewTypeInfo(t)) }

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
func ranked(a *core.Answer, k int) any {
	list := []rankedMatch{}
	for i, m := range answer.New(a).Matches[:min(k, len(a.Matches))] {
		list = append(list, rankedMatch{i + 1, m})
	}
	return rankedForm.value(reflect.ValueOf(list))
}

// whole is the value of normlet_answer.
func whole(a *core.Answer, _ int) any { return answerForm.value(reflect.ValueOf(answer.New(a))) }

// spansOf is the value of normlet_annotate.
func spansOf(text string, spans []annotate.Span) any {
	list := []foundSpan{}
	for i, s := range answer.NewSpans(text, spans) {
		list = append(list, foundSpan{s, joined(s.IDs), joined(spans[i].Names())})
	}
	return spansForm.value(reflect.ValueOf(list))
}

// joined returns nil for none.
func joined(parts []string) *string {
	if len(parts) == 0 {
		return nil
	}
	return new(strings.Join(parts, "|"))
}

// said returns a text of a pack as SQL has texts: DuckDB makes NULL of what is no UTF-8, and a NULL id means that there is
// no entity.
func said(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// cellOf is the value of normlet_match, its numbers rounded as in all outputs of normlet.
func cellOf(c *mapping.Cell) any {
	return map[string]any{"id": said(c.ID), "name": said(c.Name), "matched": said(c.Matched), "stage": c.Stage, "score": answer.Round(c.Score), "p": answer.Round(c.P),
		"tied": c.Tied, "verdict": c.Verdict}
}
