package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// writeParquet writes batches as a Parquet file, each as a row group.
func writeParquet(t *testing.T, name string, schema *arrow.Schema, batches []arrow.RecordBatch) {
	t.Helper()
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(), pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	check(t, err)
	for _, b := range batches {
		check(t, w.Write(b))
	}
	check(t, w.Close())
	check(t, os.WriteFile(name, out.Bytes(), 0o666))
}

// readParquet reads a file, a batch for each row group.
func readParquet(t *testing.T, name string) (*arrow.Schema, []arrow.RecordBatch) {
	t.Helper()
	content, err := os.ReadFile(name)
	check(t, err)
	r, err := file.NewParquetReader(bytes.NewReader(content))
	check(t, err)
	a, err := pqarrow.NewFileReader(r, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	check(t, err)
	schema, err := a.Schema()
	check(t, err)
	var leaves []int
	for i := range r.MetaData().Schema.NumColumns() {
		leaves = append(leaves, i)
	}
	var batches []arrow.RecordBatch
	for g := range r.NumRowGroups() {
		table, err := a.ReadRowGroups(context.Background(), leaves, []int{g})
		check(t, err)
		rows := array.NewTableReader(table, math.MaxInt32)
		for rows.Next() {
			rows.RecordBatch().Retain()
			batches = append(batches, rows.RecordBatch())
		}
	}
	return schema, batches
}

// TestParquetIsMap requires a mapped file to have the answers of a mapped CSV and the row groups and columns of the
// file that is read, and to be the same whatever the number of threads.
func TestParquetIsMap(t *testing.T) {
	texts := mentions(700)
	want := asCSV(t, config(t), texts)
	for _, of := range []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, dictionaryOf(arrow.BinaryTypes.String)} {
		t.Run(of.String(), func(t *testing.T) {
			dir := t.TempDir()
			in, out, again := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet"), filepath.Join(dir, "again.parquet")
			schema, batches := table(t, of, texts, 150)
			writeParquet(t, in, schema, batches)
			status, stdout, errs := call(t, nil, "map", in, "--out", out, "--column", "gene", "--coverage", "alone", "--composites=false", "--threads", "3")
			if status != 0 || len(stdout) > 0 || !strings.HasPrefix(errs, "700 rows: ") {
				t.Fatalf("status %d, %q, %q", status, stdout, errs)
			}
			got, mapped := readParquet(t, out)
			same(t, cells(t, mapped, addedColumns...), want)
			_, before := readParquet(t, in)
			if len(mapped) != 5 {
				t.Errorf("%d row groups of 5", len(mapped))
			}
			for b := range before {
				for i := range 4 {
					if !array.Equal(mapped[b].Column(i), before[b].Column(i)) {
						t.Errorf("row group %d: column %d has changed: %v, %v", b, i, mapped[b].Column(i), before[b].Column(i))
					}
				}
			}
			if v, ok := got.Metadata().GetValue("made"); !ok || v != "by a test" {
				t.Errorf("metadata %v", got.Metadata())
			}
			if status, _, errs = call(t, nil, "map", in, "--out", again, "--column", "2", "--coverage", "alone", "--composites=false", "--threads", "1"); status != 0 {
				t.Fatal(errs)
			}
			one, err := os.ReadFile(out)
			check(t, err)
			other, err := os.ReadFile(again)
			check(t, err)
			if !bytes.Equal(one, other) {
				t.Error("another number of threads makes other bytes")
			}
		})
	}
}

// TestOnly projects: other columns are neither read, even if they are damaged, nor written.
func TestOnly(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet")
	texts := mentions(300)
	schema, batches := table(t, arrow.BinaryTypes.String, texts, 100)
	writeParquet(t, in, schema, batches)
	content, err := os.ReadFile(in)
	check(t, err)
	copy(content[4:24], strings.Repeat("\xff", 20)) // in the column n
	check(t, os.WriteFile(in, content, 0o666))
	if status, _, errs := call(t, nil, "map", in, "--out", out, "--column", "gene"); status != 1 || !strings.Contains(errs, "in.parquet: row group 0: ") {
		t.Errorf("with the damaged column: status %d, %q", status, errs)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a failed run leaves an output")
	}
	want := asCSV(t, config(t), texts)
	for _, column := range []string{"gene", "2"} {
		status, _, errs := call(t, nil, "map", in, "--out", out, "--column", column, "--coverage", "alone", "--composites=false", "--only", "--force")
		if status != 0 {
			t.Fatal(errs)
		}
		got, mapped := readParquet(t, out)
		if got.NumFields() != 9 || got.Field(0).Name != "gene" {
			t.Errorf("columns %v", fieldNames(got))
		}
		same(t, cells(t, mapped, "gene_id", "gene_name", "gene_matched", "gene_stage", "gene_score", "gene_p", "gene_tied", "gene_verdict"), want)
	}
}

// TestParquetOnce requires a mention to be looked up once in a row group, of more than the batches that it is cut into.
func TestParquetOnce(t *testing.T) {
	const distinct, rows = 100_000, 3 * batchRows
	in := filepath.Join(t.TempDir(), "in.parquet")
	texts := make([]string, rows)
	for i := range texts {
		texts[i] = "v" + string(rune('a'+i%distinct%26)) + string(rune(0x4e00+i%distinct/26))
	}
	schema := arrow.NewSchema([]arrow.Field{{Name: "m", Type: arrow.BinaryTypes.String}}, nil)
	batch := array.NewRecordBatch(schema, []arrow.Array{textArray(t, arrow.BinaryTypes.String, texts)}, rows)
	writeParquet(t, in, schema, []arrow.RecordBatch{batch})
	var calls atomic.Int64
	done, err := mapParquet(t.Context(), counting(&calls), false, in, io.Discard)
	check(t, err)
	if calls.Load() != distinct || done.rows != rows || done.found != rows {
		t.Errorf("%d look-ups of %d mentions; %v", calls.Load(), distinct, done)
	}
}

// TestEmptyParquet maps a file without rows.
func TestEmptyParquet(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet")
	schema, _ := table(t, arrow.BinaryTypes.String, mentions(1), 1)
	writeParquet(t, in, schema, nil)
	if status, _, errs := call(t, nil, "map", in, "--out", out, "--column", "gene"); status != 0 {
		t.Fatal(errs)
	}
	if got, batches := readParquet(t, out); got.NumFields() != 12 || len(batches) != 0 {
		t.Errorf("%v, %d batches", got, len(batches))
	}
}

// TestBadParquet asks for errors that people can use, and for no output.
func TestBadParquet(t *testing.T) {
	t.Chdir(t.TempDir())
	schema, batches := table(t, arrow.BinaryTypes.String, mentions(300), 100)
	writeParquet(t, "good.parquet", schema, batches)
	good, err := os.ReadFile("good.parquet")
	check(t, err)
	for name, content := range map[string][]byte{
		"cut": good[:len(good)-100], "csv": []byte("gene,n\nFOX-P2,1\n"), "empty": nil, "short": []byte("PAR1"),
		"foot": append(bytes.Clone(good[:len(good)-8]), 0xff, 0xff, 0xff, 0x7f, 'P', 'A', 'R', '1'), "there": good,
	} {
		check(t, os.WriteFile(name+".parquet", content, 0o666))
	}
	to := []string{"--out", "out.parquet", "--column"}
	for _, c := range []struct {
		in     string
		args   []string
		status int
		reason string
	}{
		{"none.parquet", append(to, "gene"), 1, "none.parquet"},
		{"cut.parquet", append(to, "gene"), 1, "cut.parquet: damaged or cut short"},
		{"foot.parquet", append(to, "gene"), 1, "foot.parquet: damaged or cut short"},
		{"short.parquet", append(to, "gene"), 1, "short.parquet: damaged or cut short"},
		{"csv.parquet", append(to, "gene"), 1, "csv.parquet: not a Parquet file"},
		{"empty.parquet", append(to, "gene"), 1, "empty.parquet: not a Parquet file"},
		{"good.parquet", append(to, "symbol"), 1, `good.parquet: no column "symbol"; there are "n", "gene", "tags", "gene_id"`},
		{"good.parquet", append(to, "symbol", "--only"), 1, `good.parquet: no column "symbol"`},
		{"good.parquet", append(to, "n"), 1, `good.parquet: column "n" is of type int64`},
		{"good.parquet", append(to, "tags"), 1, `column "tags" is of type list<`},
		{"good.parquet", to[:2], 2, "--column is missing"},
		{"good.parquet", []string{"--column", "gene"}, 2, "--out OUT.parquet"},
		{"good.parquet", []string{"--column", "gene", "--out", "x.csv"}, 2, `"x.csv"`},
		{"x.csv", append(to, "gene"), 2, `"x.csv"`},
		{"good.parquet", []string{"--column", "gene", "--out", "good.parquet"}, 1, "this is an input"},
		{"good.parquet", []string{"--column", "gene", "--out", "there.parquet"}, 1, "--force"},
	} {
		status, out, errs := call(t, nil, append([]string{"map", c.in}, c.args...)...)
		if status != c.status || len(out) > 0 || !strings.Contains(errs, c.reason) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s %v: status %d, %q; want %d and %q", c.in, c.args, status, errs, c.status, c.reason)
		}
		if left, _ := filepath.Glob("out.parquet*"); len(left) > 0 {
			t.Fatalf("%v: %v is left", c.args, left)
		}
	}
	if status, _, errs := call(t, nil, "map", "good.parquet", "--out", "there.parquet", "--column", "gene", "--force"); status != 0 {
		t.Errorf("--force: %s", errs)
	}
	for _, args := range [][]string{nil, {"nonsense"}} {
		if status, _, errs := call(t, nil, args...); status != 2 || !strings.Contains(errs, "want arrow, map, jsonl, csv or parquet") {
			t.Errorf("%v: %d, %q", args, status, errs)
		}
	}
}

// TestTwoColumns maps a column twice: each gets its own columns, and both are counted.
func TestTwoColumns(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet")
	schema, batches := table(t, arrow.BinaryTypes.String, mentions(90), 40)
	writeParquet(t, in, schema, batches)
	status, _, once := call(t, nil, "map", in, "--out", out, "--column", "gene")
	if status != 0 {
		t.Fatal(once)
	}
	status, _, twice := call(t, nil, "map", in, "--out", out, "--column", "gene", "--column", "2", "--force")
	var rows, found, nils, empty, rows2, found2, nils2, empty2 int
	const form = "%d rows: %d mentions with an entity, %d NIL, %d empty or null"
	_, err := fmt.Sscanf(once, form, &rows, &found, &nils, &empty)
	check(t, err)
	_, err = fmt.Sscanf(twice, form, &rows2, &found2, &nils2, &empty2)
	check(t, err)
	if status != 0 || rows2 != 90 || rows != 90 || found2 != 2*found || nils2 != 2*nils || empty2 != 2*empty || found+nils+empty != 90 {
		t.Errorf("status %d, %s, %s", status, once, twice)
	}
	got, mapped := readParquet(t, out)
	if got.NumFields() != 20 {
		t.Fatalf("columns %v", fieldNames(got))
	}
	for i := 4; i < 12; i++ {
		if !array.Equal(mapped[0].Column(i), mapped[0].Column(i+8)) {
			t.Errorf("%s and %s differ", got.Field(i).Name, got.Field(i+8).Name)
		}
	}
}
