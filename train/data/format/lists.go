package format

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// listing is a format whose rows are entries, under the names of columns. The tables list and cell of vocabulary.tsv
// describe it; what they cannot say is in oddities.
type listing struct {
	id    string     // column
	need  []string   // columns without which a file has another format
	signs [][]string // columns by which a file is known: all of one of these
	cells []cell     // in the order in which they count
	skip  []filter   // likewise
	oddity
}

// cell says what the cells of a column are.
type cell struct {
	column    string
	separator string // "" where a cell holds one thing
	add       func(t *Term, text string)
}

// filter leaves out rows by the cells of a column.
type filter struct {
	column  string
	example string // another one, to be shown
	reason  func(o *Options, text string) string
}

// separatorNames are the separators in the table cell, where blanks would not show.
var separatorNames = map[string]string{"bar": bar, "comma": ", ", "blank": " ", "": ""}

// lists returns the formats of the table list, in its order.
func lists() (out []*Format) {
	for _, row := range rows("list") {
		l := &listing{oddity: oddities[row[1]]}
		for i, names := range row[4:] {
			if i == 0 {
				l.need = strings.Fields(names)
			} else {
				l.signs = append(l.signs, strings.Fields(names))
			}
		}
		for _, r := range rows("cell") {
			reason := filterRole(r[3])
			switch {
			case r[1] != row[1]:
			case r[3] == "id":
				l.id = r[2]
			case reason != nil:
				l.skip = append(l.skip, filter{r[2], r[4], reason})
			default:
				l.cells = append(l.cells, cell{r[2], separatorNames[strings.Join(r[4:], "")], cellRole(r[3])})
			}
		}
		if l.sniff == nil {
			l.sniff = l.fits
		}
		f := l.marks
		f.Name, f.Title, f.Prefix, f.sniff, f.read = row[1], row[2], strings.Trim(row[3], "-"), l.sniff, l.readAll
		out = append(out, &f)
	}
	return out
}

// filterRole returns why a cell of a role in the table cell leaves a row out, nil for other roles.
func filterRole(role string) func(o *Options, text string) string {
	role, usual, _ := strings.Cut(role, ":")
	switch role {
	case "taxon":
		return func(o *Options, text string) string {
			return unwanted(o.Taxa, text[strings.IndexByte(text, ':')+1:], "of another taxon")
		}
	case "language":
		return func(o *Options, text string) string {
			if len(o.Languages) == 0 && usual != "" {
				return unwanted([]string{usual}, text, "in another language")
			}
			return unwanted(o.Languages, text, "in another language")
		}
	case "source":
		return func(o *Options, text string) string { return unwanted(o.Sources, text, "of another source") }
	case "suppress":
		return func(_ *Options, text string) string { return unwanted([]string{"N"}, text, "suppressible") }
	case "active":
		return func(_ *Options, text string) string { return unwanted([]string{"1"}, text, "inactive") }
	}
	return nil
}

// unwanted returns the reason for leaving out a value that is not in a list, "" for one that is or that is not stated.
func unwanted(list []string, value, reason string) string {
	if value == "" || wanted(list, value) {
		return ""
	}
	return reason
}

// cellRole returns what takes a cell of a role in the table cell.
func cellRole(role string) func(t *Term, text string) {
	if kind, ok := pack.ParseKind(role); ok {
		return func(t *Term, text string) { t.name(text, kind) }
	}
	if prefix, ok := strings.CutPrefix(role, "xref:"); ok {
		return func(t *Term, text string) { t.xref(prefix, text) }
	}
	return cellRoles[role]
}

var cellRoles = map[string]func(t *Term, text string){
	"full": func(t *Term, text string) { // of a symbol; the last column has the last word
		t.name(text, pack.KindExact)
		t.FullName = text
	},
	"definition": func(t *Term, text string) { t.Definition = cmp.Or(t.Definition, text) },
	"obsolete":   func(t *Term, text string) { t.Obsolete = isTrue(text) },
	"alt":        func(t *Term, text string) { t.AltIDs = append(t.AltIDs, strings.TrimPrefix(text, "DO:")) }, // DO:DOID:10652
	"is_a": func(t *Term, text string) {
		if !strings.HasSuffix(text, "owl#Thing") {
			t.link("is_a", text)
		}
	},
	"semantic_type": func(t *Term, text string) { t.link("semantic_type", "STY:"+text[strings.LastIndexByte(text, '/')+1:]) },
}

// columnsOf returns the cells of the line that names the columns, after comments.
func (l *listing) columnsOf(line string) ([]string, bool) {
	switch {
	case l.header != nil:
		return l.header(line)
	case l.commas:
		return csvHeader(line), true
	}
	return firstLine(line)
}

// afterNotes takes the first line that is no comment as the header.
func afterNotes(line string) ([]string, bool) {
	return strings.Split(line, "\t"), !strings.HasPrefix(line, "#")
}

// fits reports whether a file begins as one of this format: with a row, if it has no header, or with the columns of one.
func (l *listing) fits(h *head) bool {
	if l.split != nil {
		row, problem := l.split(nil, h.first())
		return len(row) > 0 && problem == ""
	}
	for _, line := range h.lines {
		if cells, ok := l.columnsOf(line); ok {
			c := newColumns(cells)
			return slices.ContainsFunc(l.signs, func(names []string) bool { return len(c.missing(names...)) == 0 })
		}
		if !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return false
}

func (l *listing) readAll(in *input) error {
	id, need := l.id, l.need
	if l.anyID {
		id = cmp.Or(columnName(in.o.Columns["id"]), id)
		need = []string{id}
	}
	if l.taxa != "" && len(in.o.Taxa) > 0 {
		need = append(slices.Clone(need), l.taxa)
	}
	row := func(c *columns) error {
		in.term.reset(in.line, c.get(id))
		for _, f := range l.skip {
			if reason := f.reason(&in.o, c.get(f.column)); reason != "" {
				in.sink.Skip(in.line, reason, c.get(f.example))
				return nil
			}
		}
		if l.begin != nil {
			if goOn, err := l.begin(in, c); !goOn || err != nil {
				return err
			}
		}
		for i := range l.cells {
			l.cells[i].take(&in.term, c)
		}
		return in.emit()
	}
	switch {
	case l.commas:
		return l.eachCSV(in, need, row)
	case l.newest:
		return l.eachNewest(in, need, row)
	}
	return l.eachRow(in, need, row)
}

// take adds what a row has in the column.
func (d *cell) take(t *Term, c *columns) {
	parts := []string{c.get(d.column)}
	if d.separator != "" {
		parts = list(parts[0], d.separator)
	}
	for _, part := range parts {
		if part != "" && part != c.absent {
			d.add(t, part)
		}
	}
}
