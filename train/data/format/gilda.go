package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var gildaFields = strings.Fields("norm_text text db id entry_name status source organism source_db source_id")

// gildaRows have from 7 to all of the columns.
var gildaRows = headless{gildaFields, func(row []string, line string) ([]string, string) {
	row = slices.AppendSeq(row, strings.SplitSeq(line, "\t"))
	if most := len(gildaFields); row[0] != gildaFields[0] && (len(row) < 7 || len(row) > most) {
		return nil, fmt.Sprintf("%d columns, want 7 to %d: %s", len(row), most, strings.Join(gildaFields, ", "))
	}
	return row, ""
}}

var gildaKinds = vocabulary("gilda", pack.ParseKind)

// isGilda knows a file by its header, or by the status of its first row.
func isGilda(h *head) bool {
	row, problem := gildaRows.split(nil, h.first())
	if problem == "" && len(row) > 5 {
		if _, ok := gildaKinds[row[5]]; ok {
			return true
		}
	}
	return len(newColumns(strings.Split(strings.TrimPrefix(h.first(), "#"), "\t")).missing("norm_text", "text", "db", "id")) == 0
}

func beginGilda(in *input, c *columns) (goOn bool, err error) {
	text, db, id := c.get("text"), c.get("db"), c.get("id")
	if !wanted(in.o.Sources, c.get("source")) && !slices.Contains(in.o.Sources, db) {
		in.sink.Skip(in.line, "of another source", text)
		return false, nil
	}
	kind, ok := gildaKinds[c.get("status")]
	if !ok {
		return false, in.bad("unknown status %.40q", c.get("status"))
	}
	if db == "" || id == "" {
		return false, in.bad("an empty db or id")
	}
	in.term.ID = db + ":" + id
	in.term.name(text, kind)
	if kind != pack.KindPrimary {
		in.term.name(c.get("entry_name"), pack.KindPrimary)
	}
	return true, nil
}
