package format

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var gildaFormat = &Format{
	Name: "gilda", Title: "Gilda terms TSV",
	sniff: func(h *head) bool {
		return h.has("norm_text", "text", "db", "id") || isGildaRow(strings.Split(h.first(), "\t"))
	},
	read: readGilda,
}

var gildaColumns = []string{"norm_text", "text", "db", "id", "entry_name", "status", "source", "organism", "source_db", "source_id"}

var gildaKinds = vocabulary("gilda", pack.ParseKind)

// isGildaRow reports whether a file without a header begins with this row.
func isGildaRow(row []string) bool {
	if len(row) < 7 || len(row) > len(gildaColumns) {
		return false
	}
	_, ok := gildaKinds[row[5]]
	return ok
}

func readGilda(in *input) error {
	c := newColumns(gildaColumns)
	return in.eachLine(func(line string) error {
		row := strings.Split(line, "\t")
		switch {
		case in.line == 1 && row[0] == "norm_text":
			c = newColumns(row)
			return nil
		case len(row) < 7 || len(row) > len(gildaColumns):
			return in.bad("%d columns, want 7 to %d: %s", len(row), len(gildaColumns), strings.Join(gildaColumns, ", "))
		}
		c.row = row
		return in.gildaRow(c)
	})
}

func (in *input) gildaRow(c *columns) error {
	text, organism := c.get("text"), c.get("organism")
	if organism != "" && in.otherTaxon(organism, text) {
		return nil
	}
	if !wanted(in.o.Sources, c.get("source")) && !slices.Contains(in.o.Sources, c.get("db")) {
		in.sink.Skip(in.line, "of another source", text)
		return nil
	}
	kind, ok := gildaKinds[c.get("status")]
	if !ok {
		return in.bad("unknown status %.40q", c.get("status"))
	}
	t := &in.term
	t.reset(in.line, c.get("db")+":"+c.get("id"))
	if c.get("db") == "" || c.get("id") == "" {
		return in.bad("an empty db or id")
	}
	t.name(text, kind)
	if name := c.get("entry_name"); name != "" && kind != pack.KindPrimary {
		t.name(name, pack.KindPrimary)
	}
	return in.emit()
}
