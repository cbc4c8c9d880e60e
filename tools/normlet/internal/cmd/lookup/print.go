package lookup

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
)

// newPrinter returns what writes answers in the format that o names. Matches in JSON are described by entity, if o asks
// for details.
func newPrinter(o *options, w *bufio.Writer, look tabular.Look, entity func(id string) (core.Entity, bool)) func(a *core.Answer) error {
	switch o.format {
	case "json":
		return func(a *core.Answer) error {
			out := answer.New(a)
			if o.details {
				out.Describe(entity)
			}
			return escape.WriteJSON(w, out)
		}
	case "tsv":
		fmt.Fprintln(w, strings.Join(columns, "\t")) // an error stays in w
		return func(a *core.Answer) (err error) {
			for _, row := range rows(a, -1, false) {
				_, err = fmt.Fprintln(w, escape.Row(row, o.rawCells))
			}
			return err
		}
	}
	between := ""
	return func(a *core.Answer) error {
		w.WriteString(between)
		between = "\n"
		return writeTable(w, a, look)
	}
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

// writeTable writes an aligned block, and under it what to know of the answer.
func writeTable(w io.Writer, a *core.Answer, look tabular.Look) error {
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = strings.ToUpper(c)
	}
	table := append([][]string{head}, rows(a, 3, true)...)
	for _, row := range table[min(2, len(table)):] {
		row[0] = "" // the mention once a block
	}
	err := look.Write(w, table, 5, 6, 7)
	if err == nil && len(a.Matches) > 0 && a.Matches[0].Broader != "" && (!a.NIL || a.Undecided()) {
		_, err = fmt.Fprintln(w, "broader: "+tabular.Cell(a.Matches[0].ID)+" lacks "+tabular.Cell(a.Matches[0].Broader))
	}
	switch {
	case err != nil:
	case a.Organism != "":
		_, err = fmt.Fprintln(w, "organism: the pack lacks the gene of "+tabular.Cell("NCBITaxon:"+a.Organism))
	case a.Undecided():
		_, err = fmt.Fprintln(w, "undecided: NIL and "+tabular.Cell(a.Matches[0].ID)+" are as likely")
	case len(a.Ambiguous) > 0:
		tied := make([]string, len(a.Ambiguous))
		for i, id := range a.Ambiguous {
			tied[i] = tabular.Cell(id)
		}
		_, err = fmt.Fprintln(w, "ambiguous: "+strings.Join(tied, ", "))
	}
	if p := a.Parent; err == nil && p != nil {
		_, err = fmt.Fprintf(w, "perhaps a kind of %s, %s: p %.3f\n", tabular.Cell(p.ID), tabular.Cell(p.Name), p.P)
	}
	return err
}
