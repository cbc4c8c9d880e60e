package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const null = "\x00null"

// mentions are rows of tests: names, what is like names, and what has no answer.
func mentions(n int) []string {
	some := []string{"FOX-P2", "PLCγ2", "BRCA1/2", "aspirin", "", " ", null, "heart atack", "no such thing 771", "FOX-P2", "p53", "HeLa", "2-Sep", "=cmd", "h3"}
	out := make([]string, n)
	for i := range out {
		out[i] = some[i*7%len(some)]
		if i%5 == 0 {
			out[i] += fmt.Sprint(i % 60)
		}
	}
	return out
}

// textArray makes an array of a type of text.
func textArray(t *testing.T, of arrow.DataType, texts []string) arrow.Array {
	t.Helper()
	if d, ok := of.(*arrow.DictionaryType); ok {
		return codedArray(t, d, texts)
	}
	b := array.NewBuilder(memory.DefaultAllocator, of)
	for _, s := range texts {
		if strings.HasPrefix(s, null) {
			b.AppendNull()
		} else {
			check(t, b.AppendValueFromString(s))
		}
	}
	return b.NewArray()
}

// codedArray makes a dictionary-coded array.
func codedArray(t *testing.T, of *arrow.DictionaryType, texts []string) arrow.Array {
	t.Helper()
	codes := array.NewInt16Builder(memory.DefaultAllocator)
	places := map[string]int16{}
	var values []string
	for _, s := range texts {
		if strings.HasPrefix(s, null) {
			codes.AppendNull()
			continue
		}
		if _, ok := places[s]; !ok {
			places[s] = int16(len(values))
			values = append(values, s)
		}
		codes.Append(places[s])
	}
	return array.NewDictionaryArray(of, codes.NewArray(), textArray(t, of.ValueType, values))
}

// table makes batches of rows with the mentions and other columns.
func table(t *testing.T, of arrow.DataType, texts []string, rows int) (*arrow.Schema, []arrow.RecordBatch) {
	t.Helper()
	meta := arrow.MetadataFrom(map[string]string{"made": "by a test"})
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "n", Type: arrow.PrimitiveTypes.Int64},
		{Name: "gene", Type: of, Nullable: true},
		{Name: "tags", Type: arrow.ListOfField(arrow.Field{Name: "element", Type: arrow.BinaryTypes.String, Nullable: true}), Nullable: true},
		{Name: "gene_id", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
	}, &meta)
	var batches []arrow.RecordBatch
	for lo := 0; lo < len(texts); lo += rows {
		part := texts[lo:min(lo+rows, len(texts))]
		n := array.NewInt64Builder(memory.DefaultAllocator)
		tags := array.NewBuilder(memory.DefaultAllocator, schema.Field(2).Type).(*array.ListBuilder)
		flags := array.NewBooleanBuilder(memory.DefaultAllocator)
		for i := range part {
			n.Append(int64(lo + i))
			tags.Append(true)
			tags.ValueBuilder().(*array.StringBuilder).Append("tag")
			flags.AppendNull()
		}
		batches = append(batches, array.NewRecordBatch(schema, []arrow.Array{n.NewArray(), textArray(t, of, part), tags.NewArray(), flags.NewArray()}, int64(len(part))))
	}
	return schema, batches
}

// stream writes batches as an IPC stream.
func stream(t *testing.T, schema *arrow.Schema, batches []arrow.RecordBatch, options ...ipc.Option) []byte {
	t.Helper()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, append(options, ipc.WithSchema(schema))...)
	for _, b := range batches {
		check(t, w.Write(b))
	}
	check(t, w.Close())
	return out.Bytes()
}

// readStream is the client: it reads an IPC stream with the library's reader.
func readStream(t *testing.T, in []byte) (*arrow.Schema, []arrow.RecordBatch) {
	t.Helper()
	r, err := ipc.NewReader(bytes.NewReader(in))
	check(t, err)
	var batches []arrow.RecordBatch
	for r.Next() {
		b := r.RecordBatch()
		b.Retain()
		batches = append(batches, b)
	}
	check(t, r.Err())
	return r.Schema(), batches
}

// cells returns columns of batches as text, null as "".
func cells(t *testing.T, batches []arrow.RecordBatch, names ...string) [][]string {
	t.Helper()
	var out [][]string
	for _, b := range batches {
		for i := range int(b.NumRows()) {
			var row []string
			for _, name := range names {
				at := b.Schema().FieldIndices(name)
				if len(at) != 1 {
					t.Fatalf("%d columns %q in %v", len(at), name, b.Schema())
				}
				c := b.Column(at[0])
				switch {
				case c.IsNull(i):
					row = append(row, "")
				case c.DataType().ID() == arrow.DICTIONARY:
					d := c.(*array.Dictionary)
					row = append(row, d.Dictionary().ValueStr(d.GetValueIndex(i)))
				case c.DataType().ID() == arrow.FLOAT64:
					row = append(row, strconv.FormatFloat(c.(*array.Float64).Value(i), 'f', -1, 64))
				default:
					row = append(row, c.ValueStr(i))
				}
			}
			out = append(out, row)
		}
	}
	return out
}

// config is that of a run with the flags' defaults, over the default pack.
func config(t *testing.T) mapping.Config {
	t.Helper()
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	return mapping.Config{Columns: []string{"gene"}, MinP: mapping.DefaultMinP, Lookup: n.LookupMany, RawCells: true, Jobs: 2}
}

// asCSV returns what normlet map writes for the mentions in a CSV: the added columns of each row.
func asCSV(t *testing.T, c mapping.Config, texts []string) [][]string {
	t.Helper()
	dir := t.TempDir()
	var content bytes.Buffer
	w := csv.NewWriter(&content)
	check(t, w.Write([]string{"n", "gene", "tags", "gene_id"}))
	for i, s := range texts {
		if strings.HasPrefix(s, null) {
			s = ""
		}
		check(t, w.Write([]string{fmt.Sprint(i), s, "[tag]", ""}))
	}
	w.Flush()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.csv")
	check(t, os.WriteFile(in, content.Bytes(), 0o666))
	f, err := mapping.Open(in, "", nil)
	check(t, err)
	defer f.Close()
	to, err := new(output.Set).Resumable(out, mapping.Kind, false)
	check(t, err)
	defer to.Close()
	_, err = mapping.Run(t.Context(), &c, f, out, to, func(mapping.Stats) {})
	check(t, err)
	check(t, to.Commit())
	written, err := os.ReadFile(out)
	check(t, err)
	rows, err := csv.NewReader(bytes.NewReader(written)).ReadAll()
	check(t, err)
	if got := strings.Join(rows[0][4:], " "); got != strings.Join(addedColumns, " ") {
		t.Fatalf("map adds %s, the tests expect %v", got, addedColumns)
	}
	var cells [][]string
	for _, r := range rows[1:] {
		cells = append(cells, r[4:])
	}
	return cells
}

// addedColumns are those of "gene" in table, which has a column gene_id.
var addedColumns = []string{"gene_id_2", "gene_name", "gene_matched", "gene_stage", "gene_score", "gene_p", "gene_tied", "gene_verdict"}

// same compares rows, and requires all kinds of them.
func same(t *testing.T, got, want [][]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	kinds := map[string]int{}
	for i := range want {
		if strings.Join(got[i], "|") != strings.Join(want[i], "|") {
			t.Fatalf("row %d: %q, want %q", i, got[i], want[i])
		}
		kinds[want[i][3]]++
	}
	if kinds["nil"] == 0 || kinds[""] == 0 || len(kinds) < 5 {
		t.Fatalf("stages %v: the test checks little", kinds)
	}
}

// call runs the program.
func call(t *testing.T, stdin io.Reader, args ...string) (status int, stdout []byte, stderr string) {
	t.Helper()
	var out bytes.Buffer
	var errs strings.Builder
	status = run(t.Context(), args, stdin, &out, &errs)
	return status, out.Bytes(), errs.String()
}
