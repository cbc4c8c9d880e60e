package mapping

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	kinds "github.com/normlet/normlet/core/column"
)

// Found says what the columns of a table hold, by its first rows.
type Found struct {
	Choice   *Choice
	Columns  []FoundColumn
	Rows     int  // that were read
	NoHeader bool // the row that was taken for the header looks like the others
}

// FoundColumn is a column, by the title above it and by the name or number that Config takes.
type FoundColumn struct {
	Title, Name string
	kinds.Column
}

// Detect finds out what the columns of a table hold, of names in the namespaces of c. A run can map the table afterwards.
func Detect(ctx context.Context, n *core.Normalizer, in *Input, c *Config) (*Found, error) {
	t, err := NewTable(in, c)
	if err != nil {
		return nil, err
	}
	f := &Found{Choice: in.choice()}
	header := false // a name that is no number is above numbers
	for i, s := range c.samples(t) {
		found, err := kinds.Detect(n, []kinds.Sample{s}, c.Options.Lookup.Namespaces...)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		name := s.Name
		if at, err := t.Find(name); !t.Objects() && (err != nil || at != i) {
			name = strconv.Itoa(i + 1)
		}
		f.Columns = append(f.Columns, FoundColumn{s.Name, name, found[0]})
		f.Rows = max(f.Rows, len(s.Cells))
		if t.Header == nil || s.Name == "" {
			continue
		}
		fits, err := found[0].Fits(n, s.Name)
		if err != nil {
			return nil, err
		}
		f.NoHeader = f.NoHeader || fits
		header = header || !fits && slices.Contains([]kinds.Kind{kinds.Numbers, kinds.Dates, kinds.IDs}, found[0].Kind)
	}
	if f.NoHeader = f.NoHeader && !header; f.NoHeader {
		for i := range f.Columns {
			f.Columns[i].Name = strconv.Itoa(i + 1)
		}
	}
	return f, nil
}

// samples returns the cells of each column in the first rows; of objects, those of each key.
func (c *Config) samples(t *Table) (out []kinds.Sample) {
	rows, missing := t.Peek(FirstRows), c.missing()
	for i := range t.Width {
		s := kinds.Sample{}
		if t.Header != nil {
			s.Name = t.Header[i]
		}
		for _, r := range rows {
			s.Cells = append(s.Cells, r.Fields[i])
		}
		out = append(out, s)
	}
	for n := range rows {
		var object map[string]json.RawMessage
		if !t.Objects() || json.Unmarshal(rows[n].Object, &object) != nil { // whoever maps the rows says what is wrong
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(object)) {
			at := slices.IndexFunc(out, func(s kinds.Sample) bool { return s.Name == key })
			if at < 0 {
				at, out = len(out), append(out, kinds.Sample{Name: key})
			}
			text, err := textOf(object[key])
			if err != nil {
				text = "" // a list, or an object
			}
			out[at].Cells = append(out[at].Cells, append(make([]string, n-len(out[at].Cells)), text)...)
		}
	}
	for i := range out {
		missing.leaveOut(out[i].Cells)
	}
	return out
}

// Choose has c map the columns whose look-up is worth it, each in the namespace that nearly all of its names are of, with what
// says whose genes the rows mean, and with the text that names what they name. It returns false if there are none.
func (f *Found) Choose(c *Config, n *core.Normalizer, in *Input) bool {
	t := in.table
	if c.NoHeader = c.NoHeader || f.NoHeader; f.NoHeader {
		t.GiveHeader()
	}
	for _, found := range f.Columns {
		if !found.IsMapped() {
			continue
		}
		if namespace := found.Namespace(n); namespace != "" && !t.Objects() && len(c.Options.Lookup.Namespaces) == 0 {
			found.Name += ":" + namespace
		}
		c.Columns = append(c.Columns, found.Name)
	}
	if of := f.of(kinds.Organisms); len(of) == 1 && c.Organism == "" {
		c.Organism = of[0]
	}
	if of := f.of(kinds.Text); len(of) == 1 && len(c.Context) == 0 && c.isContext(t, of[0]) {
		c.Context = of
	}
	t.Numeric = numericOf(t, c)
	return len(c.Columns) > 0
}

// of returns the names of the columns of a kind.
func (f *Found) of(kind kinds.Kind) (names []string) {
	for _, c := range f.Columns {
		if c.Kind == kind {
			names = append(names, c.Name)
		}
	}
	return names
}

// isContext reports whether a column has the mentions of half of the first rows in its text.
func (c *Config) isContext(t *Table, name string) bool {
	texts, _ := first(t, name)
	in, all := 0, 0
	for _, mapped := range c.Columns {
		cells, _ := first(t, mapped)
		for i, cell := range cells[:min(len(cells), len(texts))] {
			if cell = strings.TrimSpace(cell); cell != "" {
				if all++; strings.Contains(strings.ToLower(texts[i]), strings.ToLower(cell)) {
					in++
				}
			}
		}
	}
	return all > 0 && 2*in >= all
}
