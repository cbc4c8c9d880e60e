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

// column is one that is added: its type, and what makes it of the answers to rows.
type column struct {
	of    arrow.DataType
	array func(*answers) arrow.Array
}

// stageAt is where in answerColumns that of the stage is.
const stageAt = 3

// answerColumns returns those of a mapped column, in the order of mapping.Added: more are the names of mapping.Config.Add.
// What CSV leaves empty is null. Composite mentions may have several stages, so theirs have to be plain.
func answerColumns(plain bool, more []string) []column {
	list := []column{
		texts(func(c *mapping.Cell) string { return c.ID }),
		texts(func(c *mapping.Cell) string { return c.Name }),
		texts(func(c *mapping.Cell) string { return c.Matched }),
		texts(func(c *mapping.Cell) string { return c.Stage }),
		numbers(func(c *mapping.Cell) float64 { return c.Score }),
		numbers(func(c *mapping.Cell) float64 { return c.P }),
		texts(func(c *mapping.Cell) string { return c.TiedText() }),
		texts(func(c *mapping.Cell) string { return c.Verdict }),
	}
	if !plain {
		list[stageAt] = codedStages()
	}
	for i, name := range more {
		extra := func(c *mapping.Cell) string { return c.ExtraText(i) }
		if strings.HasSuffix(name, "_p") {
			list = append(list, writtenNumbers(extra))
		} else {
			list = append(list, texts(extra))
		}
	}
	return list
}

// each builds a column with what add makes of a cell, and null for rows without one.
func each(a *answers, b array.Builder, add func(*mapping.Cell)) arrow.Array {
	b.Reserve(len(a.rows))
	for _, at := range a.rows {
		if at < 0 {
			b.AppendNull()
		} else {
			add(&a.cells[at])
		}
	}
	return b.NewArray()
}

// texts are UTF-8, as Arrow has them, whatever the pack says.
func texts(of func(*mapping.Cell) string) column {
	return column{text, func(a *answers) arrow.Array {
		b := array.NewStringBuilder(memory.DefaultAllocator)
		return each(a, b, func(c *mapping.Cell) {
			if value := of(c); value == "" {
				b.AppendNull()
			} else {
				b.Append(strings.ToValidUTF8(value, "\ufffd"))
			}
		})
	}}
}

// numbers rounds as all outputs of normlet do.
func numbers(of func(*mapping.Cell) float64) column {
	return column{number, func(a *answers) arrow.Array {
		b := array.NewFloat64Builder(memory.DefaultAllocator)
		return each(a, b, func(c *mapping.Cell) {
			if c.Empty || c.NIL {
				b.AppendNull()
			} else {
				b.Append(answer.Round(of(c)))
			}
		})
	}}
}

// writtenNumbers are those that texts say.
func writtenNumbers(of func(*mapping.Cell) string) column {
	return column{number, func(a *answers) arrow.Array {
		b := array.NewFloat64Builder(memory.DefaultAllocator)
		return each(a, b, func(c *mapping.Cell) { appendNumber(b, of(c)) })
	}}
}

// codedStages are codes of a dictionary that is always the same, so that a stream has it once.
func codedStages() column {
	codes, names := map[string]uint8{}, array.NewStringBuilder(memory.DefaultAllocator)
	add := func(name string) {
		codes[name] = uint8(names.Len())
		names.Append(name)
	}
	for stage := range score.NumStages {
		add(core.Stage(stage).String())
	}
	add("nil")
	add("number")
	add("date")
	of, dictionary := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint8, ValueType: text}, names.NewArray()
	return column{of, func(a *answers) arrow.Array {
		b := array.NewUint8Builder(memory.DefaultAllocator)
		return array.NewDictionaryArray(of, each(a, b, func(c *mapping.Cell) {
			if c.Empty {
				b.AppendNull()
			} else {
				b.Append(codes[c.Stage])
			}
		}), dictionary)
	}}
}
