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
	filterRole
	column  string
	example string // another one, to be shown
	usual   string // what people want if they do not say; "" for all
	may     bool   // the cell may be empty
}

// filterRole says whether a cell is wanted, by what people usually want, and what others are.
type filterRole struct {
	wants  func(o *Options, text, usual string) bool
	reason string
}

// filterRoles are those in the table cell. A taxon may have a prefix.
var filterRoles = map[string]filterRole{
	"taxon":    {func(o *Options, text, _ string) bool { return wanted(o.Taxa, text[strings.IndexByte(text, ':')+1:]) }, "of another taxon"},
	"language": {(*Options).speaks, inAnother},
	"source":   {func(o *Options, text, _ string) bool { return wanted(o.Sources, text) }, "of another source"},
	"suppress": {func(_ *Options, text, _ string) bool { return text == "N" }, "suppressible"},
	"active":   {func(_ *Options, text, _ string) bool { return text == "1" }, "inactive"},
}

// leavesOut reports whether the row of a cell is not wanted.
func (f *filter) leavesOut(o *Options, text string) bool {
	return !(f.may && text == "") && !f.wants(o, text, f.usual)
}

// separatorNames are the separators in the table cell, where blanks would not show.
var separatorNames = map[string]string{"bar": bar, "comma": ", ", "blank": " ", "": ""}

// lists returns the formats of the table list, in its order.
func lists() (out []*Format) {
	cells := rows("cell")
	for _, row := range rows("list") {
		first := min(5, len(row)) // sign
		l := &listing{need: strings.Fields(strings.Join(row[4:first], "")), oddity: oddities[row[1]]}
		for _, names := range row[first:] {
			l.signs = append(l.signs, strings.Fields(names))
		}
		for _, r := range cells {
			role, usual, _ := strings.Cut(r[3], ":")
			role, may := strings.CutSuffix(role, "?")
			skip, isFilter := filterRoles[role]
			switch {
			case r[1] != row[1]:
			case r[3] == "id":
				l.id = r[2]
			case isFilter:
				l.skip = append(l.skip, filter{skip, r[2], r[4], usual, may})
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

// columnsOf returns the cells of the line that names the columns: the first after comments, or the first, with or without
// a # before it.
func (l *listing) columnsOf(line string) ([]string, bool) {
	switch {
	case l.header != nil:
		return l.header(line)
	case l.commas:
		return csvHeader(line), true
	}
	return strings.Split(strings.TrimPrefix(line, "#"), "\t"), true
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
		for i := range l.skip {
			if f := &l.skip[i]; f.leavesOut(&in.o, c.get(f.column)) {
				in.sink.Skip(in.line, f.reason, c.get(f.example))
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
