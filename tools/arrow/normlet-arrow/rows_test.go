package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// normletDo runs normlet, which has to succeed.
func normletDo(t *testing.T, normlet string, args ...string) {
	t.Helper()
	if out, err := exec.Command(normlet, args...).CombinedOutput(); err != nil {
		t.Fatalf("normlet %q: %v\n%s", args, err, out)
	}
}

// TestParquetAndOthers maps the same rows between CSV and Parquet, with the programs: the ending of OUT alone says the
// format, and the columns and answers do not depend on that of IN.
func TestParquetAndOthers(t *testing.T) {
	normlet := programs(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	schema := arrow.NewSchema([]arrow.Field{{Name: "gene", Type: text, Nullable: true}, {Name: "note", Type: text, Nullable: true}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	var content bytes.Buffer
	w := csv.NewWriter(&content)
	check(t, w.Write([]string{"gene", "note"}))
	for i, mention := range mentions(150) {
		if strings.HasPrefix(mention, null) {
			mention = ""
		}
		row := []string{mention, fmt.Sprintf("a, \"b\"\n%d", i)}
		check(t, w.Write(row))
		b.Field(0).(*array.StringBuilder).Append(row[0])
		b.Field(1).(*array.StringBuilder).Append(row[1])
	}
	w.Flush()
	check(t, os.WriteFile(in("in.csv"), content.Bytes(), 0o666))
	writeParquet(t, in("in.parquet"), schema, []arrow.RecordBatch{b.NewRecordBatch()})
	for _, out := range []string{"out.parquet", "out.csv", "out.jsonl", "out.sssom.tsv"} {
		for _, from := range []string{"csv", "parquet"} {
			args := []string{"map", in("in." + from), "--column", "gene", "--out", in(from + "-" + out)}
			if !strings.HasSuffix(out, ".jsonl") {
				args = append(args, "--nil-as", "none")
			}
			if !strings.HasSuffix(out, ".jsonl") && !strings.HasSuffix(out, ".sssom.tsv") {
				args = append(args, "--add", "2nd,3rd,url", "--composites")
			}
			normletDo(t, normlet, args...)
		}
		if out == "out.parquet" {
			continue
		}
		a, err := os.ReadFile(in("csv-" + out))
		check(t, err)
		b, err := os.ReadFile(in("parquet-" + out))
		check(t, err)
		if !bytes.Equal(a, b) || len(a) < 1000 {
			t.Errorf("%s: from Parquet it is not that from CSV:\n%.500s\nfrom CSV:\n%.500s", out, b, a)
		}
	}
	got, rows := readParquet(t, in("csv-out.parquet"))
	want, wantRows := readParquet(t, in("parquet-out.parquet"))
	if !got.Equal(want) {
		t.Errorf("columns %v\nfrom Parquet %v", got, want)
	}
	if len(rows) != 1 || len(wantRows) != 1 || rows[0].NumRows() != 150 || !array.RecordEqual(rows[0], wantRows[0]) {
		t.Error("the rows are not those of Parquet to Parquet")
	}
	// the flags of other tables are there, too
	normletDo(t, normlet, "map", in("in.parquet"), "--column", "1", "--shard", "1/1", "--out", in("shard.csv"), "--add", "2nd,3rd,url", "--composites", "--nil-as", "none", "--report", in("r.json"))
	one, err := os.ReadFile(in("shard.csv"))
	check(t, err)
	if all, err := os.ReadFile(in("csv-out.csv")); err != nil || !bytes.Equal(one, all) {
		t.Errorf("the only shard is not the whole (%v)", err)
	}
	normletDo(t, normlet, "map", in("in.csv"), "--column", "2", "--no-header", "--in-order", "--review", in("r.xlsx"), "--out", in("numbered.parquet"))
	if s, _ := readParquet(t, in("numbered.parquet")); strings.Join(fieldNames(s)[:3], " ") != "1 2 2_id" {
		t.Errorf("columns without names: %v", s)
	}
	damaged, err := os.ReadFile(in("in.parquet"))
	check(t, err)
	copy(damaged[4:], bytes.Repeat([]byte{0xff}, 200))
	check(t, os.WriteFile(in("damaged.parquet"), damaged, 0o666))
	message, err := exec.Command(normlet, "map", in("damaged.parquet"), "--column", "gene", "--out", in("damaged.csv")).CombinedOutput()
	if err == nil || !strings.HasPrefix(string(message), "normlet-arrow: "+in("damaged.parquet")+": ") {
		t.Errorf("damaged: %v, %s", err, message)
	}
	if _, err := os.Stat(in("damaged.csv")); err == nil {
		t.Error("a damaged file leaves an output")
	}
}

// TestRowsOfParquet writes what is no text, what is null, and rows of one empty field.
func TestRowsOfParquet(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.parquet")
	schema, batches := table(t, dictionaryOf(text), []string{"a,b", null, "\"c\"\n"}, 2)
	writeParquet(t, name, schema, batches)
	status, stdout, errs := call(t, nil, "csv", name)
	want := "n,gene,tags,gene_id\n0,\"a,b\",\"[\"\"tag\"\"]\",\n1,,\"[\"\"tag\"\"]\",\n2,\"\"\"c\"\"\n\",\"[\"\"tag\"\"]\",\n"
	if status != 0 || string(stdout) != want {
		t.Errorf("status %d, %s, %s", status, stdout, errs)
	}
	one := arrow.NewSchema([]arrow.Field{{Name: "x", Type: text, Nullable: true}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, one)
	for _, s := range []string{"a", "", "b"} {
		b.Field(0).(*array.StringBuilder).Append(s)
	}
	writeParquet(t, name, one, []arrow.RecordBatch{b.NewRecordBatch()})
	if _, stdout, _ := call(t, nil, "csv", name); string(stdout) != "x\na\n\"\"\nb\n" {
		t.Errorf("%q", stdout)
	}
}

// TestParquetOfRows keeps texts as they are; only empty texts of added columns are null.
func TestParquetOfRows(t *testing.T) {
	rows := "[\"a\",\"b\",\"p\",\"p\"]\n[\"\",\"x\\r\\ny\",\"\",\"0.25|1\"]\n[\"ä\\t\",\"=1\",\"|0.5\",\"\"]\n"
	status, stdout, errs := call(t, strings.NewReader(rows), "parquet", "--added=2", "--number=-1", "--number=-2")
	if status != 0 {
		t.Fatal(errs)
	}
	name := filepath.Join(t.TempDir(), "out.parquet")
	check(t, os.WriteFile(name, stdout, 0o666))
	s, batches := readParquet(t, name)
	if len(batches) != 1 || fmt.Sprint(fieldNames(s)) != "[a b p p]" {
		t.Fatalf("%d row groups, %v", len(batches), s)
	}
	if got := fmt.Sprintf("%q", fmt.Sprint(batches[0].Columns())); got != `"[[\"\" \"ä\\t\"] [\"x\\r\\ny\" \"=1\"] [(null) (null)] [0.25 (null)]]"` {
		t.Errorf("%s", got)
	}
	status, stdout, errs = call(t, strings.NewReader("[\"a\"]\n"), "parquet")
	check(t, os.WriteFile(name, stdout, 0o666))
	if _, batches := readParquet(t, name); status != 0 || len(batches) != 0 {
		t.Errorf("no rows: status %d, %s, %d row groups", status, errs, len(batches))
	}
}

// TestManyRows makes row groups of bounded size.
func TestManyRows(t *testing.T) {
	rows := "[\"a\"]\n" + strings.Repeat("[\"x\"]\n", groupRows+1)
	_, stdout, errs := call(t, strings.NewReader(rows), "parquet")
	name := filepath.Join(t.TempDir(), "out.parquet")
	check(t, os.WriteFile(name, stdout, 0o666))
	if _, batches := readParquet(t, name); len(batches) != 2 || batches[1].NumRows() != 1 {
		t.Errorf("%d row groups, %s", len(batches), errs)
	}
}

// TestBadRows says what is wrong with rows.
func TestBadRows(t *testing.T) {
	for _, c := range []struct {
		rows, flag, want string
		status           int
	}{
		{"", "", "want arrays of texts in JSON, the first with the names of the columns: EOF", exitFailed},
		{"a,b\n", "", "want arrays of texts in JSON", exitFailed},
		{"[\"a\"]\n[\"b\",\"c\"]\n", "", "standard input, row 1: 2 fields, want 1", exitFailed},
		{"[\"a\"]\n[\"b\"]\n[\"c", "", "standard input, row 2: unexpected EOF", exitFailed},
		{"[\"a\"]\n[1]\n", "", "standard input, row 1: json: cannot unmarshal number", exitFailed},
		{"[\"a\"]\n", "--added=2", "--added 2, --number []: the rows have 1 columns", exitUsage},
		{"[\"a\"]\n", "--number=-2", "--added 0, --number [-2]: the rows have 1 columns", exitUsage},
		{"[\"a\"]\n", "--number=0", "--added 0, --number [0]: the rows have 1 columns", exitUsage},
	} {
		status, _, errs := call(t, strings.NewReader(c.rows), strings.Fields("parquet "+c.flag)...)
		if status != c.status || !strings.Contains(errs, c.want) {
			t.Errorf("%q %s: status %d, %s", c.rows, c.flag, status, errs)
		}
	}
}
