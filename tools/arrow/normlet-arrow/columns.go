package main

import (
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// The types of added columns.
var (
	text   = arrow.BinaryTypes.String
	number = arrow.PrimitiveTypes.Float64
)

// stageColumn is how the stages of rows are written: as plain text, or as codes of a dictionary that is always the
// same, so that a stream has it once. Composite mentions may have several stages, so theirs are plain.
type stageColumn struct {
	plain bool
	codes map[string]uint8
	names arrow.Array
}

func newStageColumn(plain bool) stageColumn {
	s := stageColumn{plain: plain, codes: map[string]uint8{}}
	b := array.NewStringBuilder(memory.DefaultAllocator)
	add := func(name string) {
		s.codes[name] = uint8(b.Len())
		b.Append(name)
	}
	for stage := range score.NumStages {
		add(core.Stage(stage).String())
	}
	add("nil")
	add("number")
	add("date")
	s.names = b.NewArray()
	return s
}

func (s stageColumn) dataType() arrow.DataType {
	if s.plain {
		return text
	}
	return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint8, ValueType: text}
}

// array returns the stages of rows.
func (s stageColumn) array(a *answers) arrow.Array {
	if s.plain {
		return a.texts(func(c *mapping.Cell) string { return c.Stage })
	}
	b := array.NewUint8Builder(memory.DefaultAllocator)
	b.Reserve(len(a.rows))
	for _, at := range a.rows {
		if at < 0 || a.cells[at].Empty {
			b.AppendNull()
		} else {
			b.Append(s.codes[a.cells[at].Stage])
		}
	}
	return array.NewDictionaryArray(s.dataType(), b.NewArray(), s.names)
}

// extra is a column of mapping.Config.Add.
type extraColumn struct {
	name   string
	number bool
}

// addedTypes are those of the added columns, in the order of mapping.Added.
func (s stageColumn) addedTypes(more []extraColumn) []arrow.DataType {
	types := []arrow.DataType{text, text, text, s.dataType(), number, number, text, text}
	for _, f := range more {
		if f.number {
			types = append(types, number)
		} else {
			types = append(types, text)
		}
	}
	return types
}

// arrays returns the added columns, in the order of mapping.Added. What CSV leaves empty is null.
func (s stageColumn) arrays(a *answers, more []extraColumn) []arrow.Array {
	arrays := []arrow.Array{
		a.texts(func(c *mapping.Cell) string { return c.ID }),
		a.texts(func(c *mapping.Cell) string { return c.Name }),
		a.texts(func(c *mapping.Cell) string { return c.Matched }),
		s.array(a),
		a.numbers(func(c *mapping.Cell) float64 { return c.Score }),
		a.numbers(func(c *mapping.Cell) float64 { return c.P }),
		a.texts(func(c *mapping.Cell) string { return c.TiedText() }),
		a.texts(func(c *mapping.Cell) string { return c.Verdict }),
	}
	for i, f := range more {
		if f.number {
			arrays = append(arrays, a.extraNumbers(i))
		} else {
			arrays = append(arrays, a.texts(func(c *mapping.Cell) string { return c.ExtraText(i) }))
		}
	}
	return arrays
}

// extraNumbers returns a column of Config.Add as numbers.
func (a *answers) extraNumbers(i int) arrow.Array {
	b := array.NewFloat64Builder(memory.DefaultAllocator)
	b.Reserve(len(a.rows))
	for _, at := range a.rows {
		if at < 0 {
			b.AppendNull()
		} else {
			appendNumber(b, a.cells[at].ExtraText(i))
		}
	}
	return b.NewArray()
}

// texts are UTF-8, as Arrow has them, whatever the pack says.
func (a *answers) texts(of func(*mapping.Cell) string) arrow.Array {
	b := array.NewStringBuilder(memory.DefaultAllocator)
	b.Reserve(len(a.rows))
	for _, at := range a.rows {
		value := ""
		if at >= 0 {
			value = of(&a.cells[at])
		}
		if value == "" {
			b.AppendNull()
		} else {
			b.Append(strings.ToValidUTF8(value, "\ufffd"))
		}
	}
	return b.NewArray()
}

// numbers rounds as all outputs of normlet do.
func (a *answers) numbers(of func(*mapping.Cell) float64) arrow.Array {
	b := array.NewFloat64Builder(memory.DefaultAllocator)
	b.Reserve(len(a.rows))
	for _, at := range a.rows {
		if at < 0 || a.cells[at].Empty || a.cells[at].NIL {
			b.AppendNull()
		} else {
			b.Append(answer.Round(of(&a.cells[at])))
		}
	}
	return b.NewArray()
}
