package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data/sheet"
)

// blockMentions is how many mentions are looked up at a time: enough to be looked up together, few enough for a column
// to keep all processors busy.
const blockMentions = 256

// mapper adds columns to tables of one schema. It is safe for concurrent use.
type mapper struct {
	column  *mapping.Column
	threads int
	running chan struct{} // look-ups
	schema  *arrow.Schema // of the output
	mapped  []int         // columns of the input
	added   []column      // for each of these
}

// newMapper returns the mapper of the columns of tables with a schema. Their stages are plain text or codes.
func newMapper(c *mapping.Config, in *arrow.Schema, plain bool) (*mapper, error) {
	more := mapping.Added(nil, "", c.Add...)[len(mapping.Added(nil, "")):]
	m := &mapper{column: mapping.NewColumn(c), threads: c.Jobs, running: make(chan struct{}, c.Jobs), added: answerColumns(plain, more)}
	fields, names := slices.Clone(in.Fields()), fieldNames(in)
	for _, name := range c.Columns {
		i, err := find(in, name)
		if err != nil {
			return nil, err
		}
		m.mapped = append(m.mapped, i)
		added := mapping.Added(names, names[i], c.Add...)
		names = append(names, added...)
		for k, column := range m.added {
			fields = append(fields, arrow.Field{Name: added[k], Type: column.of, Nullable: true})
		}
	}
	meta := in.Metadata()
	m.schema = arrow.NewSchema(fields, &meta)
	return m, nil
}

func fieldNames(s *arrow.Schema) []string {
	var names []string
	for _, f := range s.Fields() {
		names = append(names, f.Name)
	}
	return names
}

// find returns the column of text that has a name, or a number from 1.
func find(s *arrow.Schema, name string) (int, error) {
	at := s.FieldIndices(name)
	if n, err := strconv.Atoi(name); len(at) == 0 && err == nil && n >= 1 && n <= s.NumFields() {
		at = []int{n - 1}
	}
	switch {
	case len(at) == 0:
		return 0, fmt.Errorf("no column %q; there are %s", name, sheet.Quoted(fieldNames(s)))
	case len(at) > 1:
		return 0, fmt.Errorf("%d columns are called %q; give the number of the one that is meant, such as %d", len(at), name, at[0]+1)
	}
	t := s.Field(at[0]).Type
	if !isText(t) {
		return 0, fmt.Errorf("column %q is of type %v; only columns of text can be mapped: string, large_string, string_view, or a dictionary of these", name, t)
	}
	return at[0], nil
}

func isText(t arrow.DataType) bool {
	if d, ok := t.(*arrow.DictionaryType); ok {
		t = d.ValueType
	}
	return t.ID() == arrow.STRING || t.ID() == arrow.LARGE_STRING || t.ID() == arrow.STRING_VIEW
}

// judge decides by the first batch of a table whether numbers are mentions, and how many mentions the pack has. It leaves
// damage to whoever maps the batch.
func (m *mapper) judge(first arrow.RecordBatch) error {
	const rows = 1000
	var cells []string
	for _, i := range m.mapped {
		column := first.Column(i)
		coded, isCoded := column.(*array.Dictionary)
		values := column
		if isCoded {
			values = coded.Dictionary()
		}
		texts, err := textsOf(values)
		if err != nil || array.ValidateFull(column) != nil {
			return nil
		}
		for row := range min(rows, column.Len()) {
			at := row
			if !column.IsNull(row) && isCoded {
				at = coded.GetValueIndex(row)
			}
			if !column.IsNull(row) && !texts.IsNull(at) { // behind a null may stand anything
				cells = append(cells, texts.Value(at))
			}
		}
	}
	return m.column.Begin(cells)
}

// part is record batches that are mapped together, so that a mention in several of them is looked up once.
type part struct {
	batches      []arrow.RecordBatch
	dictionaries [][]*dictionary // of each batch, for each mapped column
}

// dictionary is the values of a dictionary-coded column, and what they mean.
type dictionary struct {
	values arrow.Array
	cells  []mapping.Cell
}

// dictionaries returns those of a batch, nil for columns without one. last is what it has returned for the batch
// before: values that are still the same are not looked up again.
func (m *mapper) dictionaries(ctx context.Context, batch arrow.RecordBatch, last []*dictionary) ([]*dictionary, error) {
	out := make([]*dictionary, len(m.mapped))
	for k, i := range m.mapped {
		coded, ok := batch.Column(i).(*array.Dictionary)
		if !ok {
			continue
		}
		var before *dictionary
		if last != nil {
			before = last[k]
		}
		var err error
		if out[k], err = m.dictionary(ctx, coded.Dictionary(), before); err != nil {
			return nil, m.inColumn(i, err)
		}
	}
	return out, nil
}

// dictionary returns the one of some values, which a dictionary may continue that was there before.
func (m *mapper) dictionary(ctx context.Context, values arrow.Array, before *dictionary) (*dictionary, error) {
	d := &dictionary{values: values}
	if before != nil {
		if before.values.Data() == values.Data() {
			return before, nil
		}
		if n := int64(len(before.cells)); n <= int64(values.Len()) && array.SliceEqual(before.values, 0, n, values, 0, n) {
			d.cells = before.cells
		}
	}
	texts, err := textsOf(values)
	if err != nil {
		return nil, err
	}
	var mentions []string
	for i := len(d.cells); i < values.Len(); i++ {
		mentions = append(mentions, texts.Value(i)) // "" if it is null
	}
	cells, err := m.lookup(ctx, mentions)
	d.cells = append(slices.Clip(d.cells), cells...)
	values.Retain()
	return d, err
}

// textsOf returns an array of text as such, once it is sure to be whole.
func textsOf(a arrow.Array) (array.StringLike, error) {
	if err := array.ValidateFull(a); err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	texts, ok := a.(array.StringLike)
	if !ok {
		return nil, fmt.Errorf("of type %v, not text as its schema says", a.DataType())
	}
	return texts, nil
}

func (m *mapper) inColumn(i int, err error) error {
	return fmt.Errorf("column %q: %w", m.schema.Field(i).Name, err)
}

// lookup maps mentions, in blocks that are looked up at the same time.
func (m *mapper) lookup(ctx context.Context, mentions []string) ([]mapping.Cell, error) {
	cells := make([]mapping.Cell, len(mentions))
	blocks := (len(mentions) + blockMentions - 1) / blockMentions
	errs := make([]error, blocks)
	parallel.Each(m.threads, blocks, func(b int) {
		m.running <- struct{}{}
		defer func() { <-m.running }()
		if errs[b] = ctx.Err(); errs[b] != nil {
			return
		}
		lo := b * blockMentions
		found, err := m.column.Map(mentions[lo:min(lo+blockMentions, len(mentions))])
		copy(cells[lo:], found)
		errs[b] = err
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return cells, nil
}

// add returns the batches with the added columns.
func (m *mapper) add(ctx context.Context, p part) ([]arrow.RecordBatch, error) {
	columns := make([][]arrow.Array, len(p.batches))
	for b, batch := range p.batches {
		columns[b] = slices.Clone(batch.Columns())
	}
	for k, i := range m.mapped {
		all, err := m.answers(ctx, p, k)
		if err != nil {
			return nil, m.inColumn(i, err)
		}
		for b := range all {
			for _, column := range m.added {
				columns[b] = append(columns[b], column.array(&all[b]))
			}
		}
	}
	out := make([]arrow.RecordBatch, len(p.batches))
	for b, batch := range p.batches {
		out[b] = array.NewRecordBatch(m.schema, columns[b], batch.NumRows())
	}
	return out, nil
}

// answers says what the rows of a column mean.
type answers struct {
	cells []mapping.Cell
	rows  []int // in cells; -1 for null
}

// answers returns those of a mapped column of each batch.
func (m *mapper) answers(ctx context.Context, p part, k int) ([]answers, error) {
	all := make([]answers, len(p.batches))
	seen := map[string]int{}
	var mentions []string
	for b, batch := range p.batches {
		a := &all[b]
		column := batch.Column(m.mapped[k])
		if d := p.dictionaries[b][k]; d != nil {
			if err := array.ValidateFull(column); err != nil {
				return nil, fmt.Errorf("damaged: %w", err)
			}
			a.rows, a.cells = codes(column.(*array.Dictionary)), d.cells
			continue
		}
		texts, err := textsOf(column)
		if err != nil {
			return nil, err
		}
		a.rows = make([]int, texts.Len())
		for i := range a.rows {
			if texts.IsNull(i) {
				a.rows[i] = -1
				continue
			}
			text := texts.Value(i)
			at, ok := seen[text]
			if !ok {
				at = len(mentions)
				seen[text] = at
				mentions = append(mentions, text)
			}
			a.rows[i] = at
		}
	}
	cells, err := m.lookup(ctx, mentions)
	for b := range all {
		if all[b].cells == nil {
			all[b].cells = cells
		}
	}
	return all, err
}

// codes returns the places of rows in their dictionary, -1 for null.
func codes(a *array.Dictionary) []int {
	values := a.Dictionary()
	rows := make([]int, a.Len())
	for i := range rows {
		rows[i] = -1
		if !a.IsNull(i) {
			if at := a.GetValueIndex(i); !values.IsNull(at) {
				rows[i] = at
			}
		}
	}
	return rows
}
