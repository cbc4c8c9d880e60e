package mapping

import (
	"strconv"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// Choice says how a table is read, as found out or as the user stated.
type Choice struct {
	File      string                `json:"file"`
	Format    string                `json:"format"`
	Encoding  string                `json:"converted_from,omitempty"` // "" for UTF-8
	Delimiter string                `json:"delimiter,omitempty"`      // of CSV
	Sheet     string                `json:"sheet,omitempty"`          // of a workbook
	Unsaved   int                   `json:"formulas_without_value,omitempty"`
	Header    bool                  `json:"header"`
	HeaderRow int                   `json:"header_row,omitempty"` // where others precede it
	Before    []string              `json:"before_header,omitempty"`
	Columns   []ChoiceColumn        `json:"columns"`
	Coverage  []core.NamespaceShare `json:"in_list,omitempty"` // of the first mentions, by namespace
}

// ChoiceColumn is a column that is read, with its first values.
type ChoiceColumn struct {
	Role   string   `json:"role"` // mentions, context, document or field NAME
	Name   string   `json:"name,omitempty"`
	Number int      `json:"number,omitempty"` // from 1; 0 for a key of objects
	First  []string `json:"first"`
}

// shownRows is how many rows a Choice shows.
const shownRows = 3

// choice returns how the table of in is read, without its columns.
func (in *Input) choice() *Choice {
	t := in.table
	c := &Choice{File: t.Name, Format: t.Format, Encoding: in.Encoding, Delimiter: t.Delimiter(), Sheet: t.Sheet, Unsaved: t.Unsaved, Header: t.Header != nil}
	c.HeaderRow, c.Before = t.Preceded()
	return c
}

// choice returns how the table is read.
func (r *run) choice(in *Input) *Choice {
	t, c := r.table, in.choice()
	if l := r.config.Options.Lookup.Coverage; l != nil {
		for _, x := range l.In {
			c.Coverage = append(c.Coverage, core.NamespaceShare{Namespace: x.Namespace, Share: answer.Round(x.Share)})
		}
	}
	rows := t.Peek(shownRows)
	for i := range r.asked {
		at, role := &r.asked[i], "mentions"
		if i >= len(r.columns) {
			role = r.around[i-len(r.columns)].role
		}
		if role == "" {
			continue
		}
		out := ChoiceColumn{Role: role, Name: at.name}
		if !t.Objects() {
			out.Number = at.index + 1
		}
		if out.Name == strconv.Itoa(out.Number) && t.Header == nil {
			out.Name = ""
		}
		for i := range rows {
			if cells, err := texts(&t.Shape, &rows[i], []column{*at}); err == nil {
				out.First = append(out.First, cells[0])
			}
		}
		c.Columns = append(c.Columns, out)
	}
	return c
}
