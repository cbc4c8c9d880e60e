package lookup

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
)

type printer interface {
	begin() error
	print(a *core.Answer) error
}

// newPrinter returns the printer of a format. With rawCells, TSV has ids and names unescaped.
func newPrinter(format string, w io.Writer, rawCells bool) printer {
	switch format {
	case "json":
		return jsonPrinter{w, nil}
	case "tsv":
		return tsvPrinter{w, rawCells}
	}
	return &tablePrinter{w: w}
}

// jsonPrinter writes one object a line.
type jsonPrinter struct {
	io.Writer
	entity func(id string) (core.Entity, bool) // what matches are described with, nil for no details
}

func (jsonPrinter) begin() error { return nil }

func (j jsonPrinter) print(a *core.Answer) error {
	out := answer.New(a)
	if j.entity != nil {
		out.Describe(j.entity)
	}
	return escape.WriteJSON(j, out)
}

var columns = []string{"mention", "id", "name", "matched", "stage", "distance", "score", "p"}

// rows returns an answer in columns: NIL first if that is the answer, then the matches, each with its id, or with all ids
// of the same thing.
func rows(a *core.Answer, decimals int, all bool) [][]string {
	number := func(x float64) string { return strconv.FormatFloat(answer.Round(x), 'f', decimals, 64) }
	var out [][]string
	if a.NIL {
		out = append(out, []string{a.Mention, "NIL", "", "", "", "", "", number(a.PNIL)})
	}
	for _, m := range a.Matches {
		id := m.ID
		if all {
			id = strings.Join(append([]string{m.ID}, m.Same...), " = ")
		}
		out = append(out, []string{a.Mention, id, m.Name, m.Matched, m.Stage.String(), strconv.Itoa(m.Distance), number(m.Score), number(m.P)})
	}
	return out
}

// tsvPrinter writes a header and one line a row.
type tsvPrinter struct {
	io.Writer
	rawCells bool
}

func (t tsvPrinter) begin() error {
	_, err := fmt.Fprintln(t, strings.Join(columns, "\t"))
	return err
}

func (t tsvPrinter) print(a *core.Answer) error {
	for _, row := range rows(a, -1, false) {
		if _, err := fmt.Fprintln(t, escape.Row(row, t.rawCells)); err != nil {
			return err
		}
	}
	return nil
}

// tablePrinter writes an aligned block for each answer.
type tablePrinter struct {
	w      io.Writer
	blocks int
}

func (t *tablePrinter) begin() error { return nil }

func (t *tablePrinter) print(a *core.Answer) error {
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = strings.ToUpper(c)
	}
	table := append([][]string{head}, rows(a, 3, true)...)
	for _, row := range table[min(2, len(table)):] {
		row[0] = "" // the mention once a block
	}
	if t.blocks++; t.blocks > 1 {
		if _, err := fmt.Fprintln(t.w); err != nil {
			return err
		}
	}
	if err := tabular.Write(t.w, table, 5, 6, 7); err != nil {
		return err
	}
	if a.Undecided() {
		_, err := fmt.Fprintln(t.w, "undecided: NIL and "+tabular.Cell(a.Matches[0].ID)+" are as likely")
		return err
	}
	if len(a.Ambiguous) == 0 {
		return nil
	}
	tied := make([]string, len(a.Ambiguous))
	for i, id := range a.Ambiguous {
		tied[i] = tabular.Cell(id)
	}
	_, err := fmt.Fprintln(t.w, "ambiguous: "+strings.Join(tied, ", "))
	return err
}
