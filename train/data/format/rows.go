package format

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data/sheet"
)

// headless describes files without a header, or with one that may be missing.
type headless struct {
	fields []string // the names of the columns
	// split appends the cells of a line, or says why it is no row; an empty line may be neither.
	split func(row []string, line string) (cells []string, problem string)
}

// columns returns access to rows below a header, which has to have some columns.
func (l *listing) columns(in *input, header, need []string) (*columns, error) {
	c := newColumns(header)
	c.asIs, c.absent = l.asIs, l.absent
	if missing := c.missing(need...); len(missing) > 0 {
		return nil, &Error{max(in.line, 1), "not " + in.title + ": the header has no column " + strings.Join(missing, ", ") + "; " + anyColumns}
	}
	return c, nil
}

// eachRow calls f with every row below the header: the first line for which header says so.
func (l *listing) eachRow(in *input, need []string, f func(c *columns) error) error {
	var c *columns
	split := l.split
	if split == nil {
		split = func(row []string, line string) ([]string, string) { return l.between(c.width, row, line) }
	} else {
		c, _ = l.columns(in, l.fields, nil)
	}
	var cells []string
	err := in.eachLine(func(line string) (err error) {
		if c == nil {
			if header, ok := l.columnsOf(line); ok {
				c, err = l.columns(in, header, need)
			}
			return err
		}
		row, problem := split(cells[:0], line)
		switch {
		case problem != "":
			return in.sink.Bad(in.line, problem)
		case len(row) == 0:
			return nil
		case l.fields != nil && in.line == 1 && row[0] == l.fields[0]:
			c, err = l.columns(in, row, nil)
			return err
		}
		cells, c.row = row, row
		return f(c)
	})
	if err == nil && c == nil {
		err = &Error{0, "not " + in.title + ": no line names the columns"}
	}
	return err
}

// between appends the cells of a line between TABs, none of an empty one or of a comment.
func (l *listing) between(width int, row []string, line string) (cells []string, problem string) {
	if line == "" || l.notes && line[0] == '#' {
		return nil, ""
	}
	cells = slices.AppendSeq(row, strings.SplitSeq(line, "\t"))
	if len(cells) > width && strings.TrimSpace(strings.Join(cells[width:], "")) != "" {
		return nil, fmt.Sprintf("%d columns, the header has %d", len(cells), width)
	}
	return cells, ""
}

// csvHeader returns the cells of the first row of a CSV with commas, nil if there is none.
func csvHeader(text string) []string {
	t, err := sheet.New(strings.NewReader(text), "", sheet.Options{Format: sheet.CSV, Delimiter: ","}, nil)
	if err != nil {
		return nil
	}
	defer t.Close()
	return t.Header
}

// eachCSV is eachRow for cells between commas, which may go over several lines.
func (l *listing) eachCSV(in *input, need []string, f func(c *columns) error) error {
	from := &source{r: in.r}
	t, err := sheet.New(from, "", sheet.Options{Format: sheet.CSV, Delimiter: ",", Ragged: true}, nil)
	if err != nil {
		return from.problem(err)
	}
	defer t.Close()
	c, err := l.columns(in, t.Header, need)
	if err != nil {
		return err
	}
	return in.eachRow(t, from, func(fields []string) error {
		c.row = fields
		return f(c)
	})
}

// eachNewest is eachRow for files of SNOMED CT, where a row is a version of an id: it calls f with the newest one of each,
// in the order of the file's lines. The columns that a file has to have are kept.
func (l *listing) eachNewest(in *input, need []string, f func(c *columns) error) error {
	type version struct {
		line  int
		cells []string
	}
	known := map[string]version{}
	c, _ := l.columns(in, need, nil)
	err := l.eachRow(in, need, func(row *columns) error {
		v := version{in.line, make([]string, len(need))}
		for i, name := range need {
			v.cells[i] = strings.Clone(row.get(name))
			if (strings.HasSuffix(name, "id") || name == "effectivetime" || name == "active") && !isNumber(v.cells[i]) {
				return in.bad("%s %.40q is no number; are the columns in their places? "+anyColumns, name, v.cells[i])
			}
		}
		c.row = known[v.cells[0]].cells
		if c.get("effectivetime") <= row.get("effectivetime") { // digits: the order of letters is that of time
			known[v.cells[0]] = v
		}
		return nil
	})
	for _, v := range slices.SortedFunc(maps.Values(known), func(a, b version) int { return cmp.Compare(a.line, b.line) }) {
		if in.line, c.row = v.line, v.cells; err == nil {
			err = f(c)
		}
	}
	return err
}
