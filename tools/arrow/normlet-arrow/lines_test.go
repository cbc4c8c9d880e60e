package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/normlet/normlet/train/data"
)

// TestLinesOfTerminology turns a Parquet file with a list of synonyms into what normlet build reads.
func TestLinesOfTerminology(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64}, {Name: "name", Type: arrow.BinaryTypes.String},
		{Name: "synonyms", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}, {Name: "weight", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	check(t, b.UnmarshalJSON([]byte(`{"id": 1, "name": "hammer", "synonyms": ["claw\thammer", "\"hammer\""], "weight": 2.5}`)))
	first := b.NewRecordBatch()
	check(t, b.UnmarshalJSON([]byte(`{"id": 9007199254740993, "name": "saw"}`)))
	dir := t.TempDir()
	in := filepath.Join(dir, "terms.parquet")
	writeParquet(t, in, schema, []arrow.RecordBatch{first, b.NewRecordBatch()})
	status, stdout, errs := call(t, nil, "jsonl", in)
	if status != 0 || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	path := filepath.Join(dir, "terms.jsonl")
	check(t, os.WriteFile(path, stdout, 0o666))
	terms, report, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{Prefix: "TOOL"})
	check(t, err)
	var out bytes.Buffer
	check(t, data.WriteTSV(&out, terms))
	want := "TOOL:1\thammer\tprimary\t2.5\tTOOL\nTOOL:1\tclaw hammer\talias\t2.5\tTOOL\nTOOL:1\t\"hammer\"\talias\t2.5\tTOOL\nTOOL:9007199254740993\tsaw\tprimary\t0\tTOOL\n"
	if out.String() != want || report.Sources[0].Format != "json" {
		t.Errorf("format %s, got:\n%swant:\n%s", report.Sources[0].Format, out.String(), want)
	}
	if status, _, errs := call(t, nil, "jsonl", path); status != exitFailed || !strings.Contains(errs, "not a Parquet file") {
		t.Errorf("a file that is no Parquet: status %d, %s", status, errs)
	}
}
