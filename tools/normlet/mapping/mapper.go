package mapping

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// Mapper maps rows of one shape: it reads the mentions of a row, resolves them, and renders the row with what they mean.
// Run and other engines call these steps where and when they like. It is safe for concurrent use.
type Mapper struct {
	config  *Config
	shape   Shape
	columns []column // that are mapped
	kinds   []string // their namespaces, "" for any
	numeric []bool   // those of numbers, which are looked up
	asked   []column // columns, and then those of around
	around  []around
	options document.Options
	shown   int // matches of an answer
	cache   *cache
	cut     cutOff
	missing markers
	render  renderer
}

// around is a column that says something about the mentions of a row.
type around struct {
	name, role string // role is that of ChoiceColumn, "" if it has none
	set        func(p *document.Place, cell string)
}

// NewMapper returns a Mapper for the rows of tables with the given shape. Without Config.Lookup it cannot resolve.
func NewMapper(c *Config, shape *Shape) (*Mapper, error) {
	m := &Mapper{config: c, shape: *shape, missing: c.missing(), cut: cutOff(c.MinP)}
	if !c.Once {
		m.cache = newCache()
	}
	for _, name := range c.Columns {
		found, err := find(&m.shape, name)
		if err != nil {
			return nil, err
		}
		m.columns = append(m.columns, found)
		m.numeric = append(m.numeric, slices.Contains(shape.Numeric, name))
		m.kinds = append(m.kinds, found.namespace)
	}
	m.asked = slices.Clone(m.columns)
	var beside []around
	for _, name := range c.Context {
		beside = append(beside, around{name, "context", addText})
	}
	for _, o := range append(beside,
		around{c.Document, "document", func(p *document.Place, cell string) { p.Document = cell }},
		around{c.Organism, "", func(p *document.Place, cell string) { p.Organisms = cell }},
	) {
		if o.name == "" {
			continue
		}
		at, err := find(&m.shape, o.name)
		if err != nil {
			return nil, err
		}
		m.asked, m.around = append(m.asked, at), append(m.around, o)
	}
	for _, also := range c.Also {
		name, from, ok := strings.Cut(also, "=")
		if !ok {
			from = strings.TrimSuffix(name, "!")
		}
		at, err := findPlain(&m.shape, from)
		if err != nil {
			return nil, err
		}
		m.asked, m.around = append(m.asked, at), append(m.around, around{from, "field " + name, m.field(name)})
	}
	m.options = c.Options
	m.options.Split = split
	if c.inOrder() {
		m.options.Lookup.Near = true // other rows may make one of them the likelier
	} else {
		m.options.Scope = document.Single
	}
	if m.format() != formatJSONL {
		c.showExtra(&m.options)
	}
	if m.shown = cmp.Or(m.options.Lookup.K, core.DefaultK); c.OneToOne {
		m.options.Lookup.K, m.options.Lookup.Near, m.options.Composites = max(m.shown, contenders), true, false
	}
	var err error
	m.render, err = newRenderer(m)
	return m, err
}

// addText adds a cell to the text around the mentions of a row.
func addText(p *document.Place, cell string) {
	if p.Text != "" && cell != "" {
		p.Text += "\n"
	}
	p.Text += cell
}

// format returns that of the output.
func (m *Mapper) format() string { return cmp.Or(m.config.Format, outFormat(&m.shape)) }

// outFormat returns the format of an output for which the user has stated none.
func outFormat(s *Shape) string {
	switch {
	case s.Objects():
		return formatJSONL
	case s.Workbook():
		return formatCSV
	}
	return s.Format
}

// settings returns a digest of all that the output depends on, except the rows.
func (m *Mapper) settings() string {
	c, t := m.config, &m.shape
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %q %q %v %q %q %q %v %q %v %d %q %q %q %q %q %v %d %d", c.Columns, t.Numeric, c.Missing, c.Add, c.Context, c.InOrder, c.Document, t.Format, t.Sheet, t.Before, t.Header, c.NoHeader, t.Comma,
		c.Organism, c.Also, c.Format, c.NilAs, c.Settings+c.Version, c.MinP, blockRows, blockBytes)
	return hex.EncodeToString(h.Sum(nil))
}

// field returns what sets a field of a row.
func (m *Mapper) field(name string) func(p *document.Place, cell string) {
	return func(p *document.Place, cell string) {
		if cell = strings.TrimSpace(cell); cell != "" && !m.missing.has(cell) {
			p.Fields += name + "=" + strings.ReplaceAll(cell, "\t", " ") + "\t"
		}
	}
}

// Place returns what a row asks. Its errors are RowErrors.
func (m *Mapper) Place(r *Row) (document.Place, error) {
	cells, err := texts(&m.shape, r, m.asked)
	if err != nil {
		return document.Place{}, err
	}
	n := len(m.columns)
	p := document.Place{Mentions: cells[:n:n], Each: m.kinds}
	m.missing.leaveOut(p.Mentions)
	for i, o := range m.around {
		o.set(&p, cells[n+i])
	}
	return p, nil
}

// Resolve yields the results of places in their order, and adds the queries that were not remembered to lookups.
func (m *Mapper) Resolve(places iter.Seq[document.Place], lookups *int) iter.Seq2[[]document.Result, error] {
	return func(yield func([]document.Result, error) bool) {
		for results, err := range document.New(m.cache.lookup(m.config.Lookup, lookups), m.options).Resolve(places) {
			m.config.Decisions.apply(results)
			for i := range results {
				if !m.numeric[i] && m.config.Decisions.of(results[i].Mention) == nil {
					refuse(&results[i])
				}
			}
			if !yield(results, err) {
				return
			}
		}
	}
}

// Head returns what precedes the rows of the output.
func (m *Mapper) Head() []byte { return m.render.head() }

// Count adds a row with the results of its Place to s.
func (m *Mapper) Count(s *Stats, results []document.Result) {
	s.Rows++
	for i := range results {
		s.count(&results[i], m.cut, m.config.Decisions)
	}
}

// Render appends a row with the results of its Place.
func (m *Mapper) Render(dst []byte, r *Row, results []document.Result) ([]byte, error) {
	return m.render.row(dst, r, results)
}
