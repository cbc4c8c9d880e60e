package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
)

// asParquet returns a table as Parquet, with row groups of so many rows: the first column as numbers, the others as
// text, and dictionaries, with null for what is empty.
func asParquet(t *testing.T, records [][]string, groupRows int) []byte {
	t.Helper()
	codes := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	fields := []arrow.Field{{Name: records[0][0], Type: arrow.PrimitiveTypes.Int64}}
	for i, name := range records[0][1:] {
		fields = append(fields, arrow.Field{Name: name, Type: []arrow.DataType{codes, arrow.BinaryTypes.String}[i%2], Nullable: true})
	}
	schema := arrow.NewSchema(fields, nil)
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Zstd)), pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	check(t, err)
	for chunk := range slices.Chunk(records[1:], groupRows) {
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for _, record := range chunk {
			for i, text := range record {
				if text == "" {
					b.Field(i).AppendNull()
				} else {
					check(t, b.Field(i).AppendValueFromString(text))
				}
			}
		}
		check(t, w.Write(b.NewRecordBatch()))
	}
	check(t, w.Close())
	return out.Bytes()
}

// TestParquet requires the bytes that the same rows in CSV have, and files that cannot be read to be dead letters.
func TestParquet(t *testing.T) {
	m := newMaker(t, 0.5)
	var table, asCSV bytes.Buffer
	check(t, m.write(&table, 0, *rowCount/3))
	var records [][]string
	for line := range strings.Lines(table.String()) {
		records = append(records, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	for i := 1; i < len(records); i += 100 {
		records[i][2] = ""
	}
	check(t, csv.NewWriter(&asCSV).WriteAll(records))
	content := asParquet(t, records, len(records)/4)
	in := t.TempDir()
	write(t, filepath.Join(in, "a.csv"), asCSV.Bytes())
	write(t, filepath.Join(in, "a.parquet"), content)
	write(t, filepath.Join(in, "b.parquet"), content[:len(content)/2])
	write(t, filepath.Join(in, "c.parquet"), asParquet(t, [][]string{{"other", "columns"}}, 1))
	var want []string
	for _, tt := range []struct {
		input string
		dead  []string
	}{
		{"a.csv", nil},
		{"a.parquet", nil},
		{"a.*", []string{"a.parquet: not the format and columns of"}},
		{"*.parquet", []string{"b.parquet: not a Parquet file, or cut short", "c.parquet: not the format and columns of"}},
	} {
		j := job(t.TempDir())
		check(t, run(context.Background(), j, filepath.Join(in, tt.input), io.Discard))
		got := parts(t, j.Out)
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: other bytes than of a.csv", tt.input)
		}
		content, err := os.ReadFile(j.DeadLetters())
		check(t, err)
		letters := slices.Collect(strings.Lines(string(content)))
		if !slices.EqualFunc(letters, tt.dead, strings.Contains) {
			t.Errorf("%s: dead letters %q, want %q", tt.input, letters, tt.dead)
		}
	}
}

// TestParquetOfOtherFileSystem requires the copies of such files to be gone after a run.
func TestParquetOfOtherFileSystem(t *testing.T) {
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	memfs.Write("memfs://parquet/a.parquet", asParquet(t, [][]string{{"n", "mention"}, {"1", "aspirin"}}, 1))
	memfs.Write("memfs://parquet/b.parquet", []byte("PAR1"))
	j := job(t.TempDir())
	j.Parts = 1
	check(t, run(context.Background(), j, "memfs://parquet/*", io.Discard))
	if got := parts(t, j.Out); len(got) != 1 || !strings.Contains(got[0], "\n1,aspirin,MESH:D001241,") {
		t.Errorf("%q", got)
	}
	left, err := os.ReadDir(scratch)
	check(t, err)
	if slices.ContainsFunc(left, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "normlet-beam-") }) {
		t.Errorf("%v is left", left)
	}
}
