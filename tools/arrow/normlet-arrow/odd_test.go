package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/normlet/normlet/core"
)

// oddTypes are those of text, plain and coded.
var oddTypes = []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView,
	dictionaryOf(arrow.BinaryTypes.String), dictionaryOf(arrow.BinaryTypes.LargeString), dictionaryOf(arrow.BinaryTypes.StringView)}

// TestOddTexts maps what is hardly text, of each type: nulls, very long and invisible texts. Added
// columns are UTF-8, which readers rely on without a look, though the ids of the pack are none.
func TestOddTexts(t *testing.T) {
	long := strings.Repeat("y", 8<<20)
	texts := []string{"a", null, long, "", "b\x00", "\u202e", null, "c"}
	var calls atomic.Int64
	config := counting(&calls)
	config.Lookup = func(queries []core.Query, o core.Options) ([]core.Answer, error) {
		out, err := counting(&calls).Lookup(queries, o)
		for i := range out {
			out[i].Matches[0].ID += "\xff"
		}
		return out, err
	}
	for _, of := range oddTypes {
		schema := arrow.NewSchema([]arrow.Field{{Name: "m", Type: of, Nullable: true}}, nil)
		batch := array.NewRecordBatch(schema, []arrow.Array{textArray(t, of, texts)}, int64(len(texts)))
		var out bytes.Buffer
		check(t, mapStream(t.Context(), config, false, bytes.NewReader(stream(t, schema, []arrow.RecordBatch{batch})), &out))
		_, mapped := readStream(t, out.Bytes())
		for i, row := range cells(t, mapped, "m_id") {
			want := "X:" + texts[i] + "\ufffd"
			if texts[i] == null || texts[i] == "" {
				want = ""
			}
			if row[0] != want || !utf8.ValidString(row[0]) {
				t.Errorf("%v: row %d: %.20q, want %.20q", of, i, row[0], want)
			}
		}
	}
}

// TestNullsHideNothing: what stands behind a null is no mention, in a column and in the values of a dictionary, and has no
// say in whether a column is one of numbers.
func TestNullsHideNothing(t *testing.T) {
	texts := []string{"aspirin", "heart attack", "5"}
	for i := range 40 {
		texts = append(texts, fmt.Sprint(i))
	}
	hidden := hiding(t, texts, 3)
	of := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint64, ValueType: arrow.BinaryTypes.String}
	codes := array.NewUint64Builder(memory.DefaultAllocator)
	for i := range texts {
		codes.Append(uint64(i))
	}
	for _, column := range []arrow.Array{hidden, array.NewDictionaryArray(of, codes.NewArray(), hidden)} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "m", Type: column.DataType(), Nullable: true}}, nil)
		batch := array.NewRecordBatch(schema, []arrow.Array{column}, int64(len(texts)))
		var calls atomic.Int64
		var out bytes.Buffer
		check(t, mapStream(t.Context(), counting(&calls), false, bytes.NewReader(stream(t, schema, []arrow.RecordBatch{batch})), &out))
		_, mapped := readStream(t, out.Bytes())
		rows := cells(t, mapped, "m_id")
		for i, row := range rows {
			want := ""
			if i < 2 {
				want = "X:" + texts[i]
			}
			if row[0] != want {
				t.Errorf("%v: %q, want %q in row %d", column.DataType(), rows, want, i)
			}
		}
	}
}

// hiding returns an array of texts of which those from a place on, at most 8, are null, with their bytes.
func hiding(t *testing.T, texts []string, from int) arrow.Array {
	t.Helper()
	data := textArray(t, arrow.BinaryTypes.String, texts).Data()
	valid := make([]byte, len(texts)/8+1)
	valid[0] = 1<<from - 1
	return array.MakeFromData(array.NewData(arrow.BinaryTypes.String, len(texts), []*memory.Buffer{memory.NewBufferBytes(valid), data.Buffers()[1], data.Buffers()[2]}, nil, len(texts)-from, 0))
}
