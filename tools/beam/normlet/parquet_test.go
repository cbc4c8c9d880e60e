package normlet

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/normlet/normlet/tools/normlet/mapping"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// parquetFile returns rows, given as JSON, as a Parquet file, each text of rows as a row group.
func parquetFile(t *testing.T, fields []arrow.Field, groups ...string) []byte {
	t.Helper()
	schema := arrow.NewSchema(fields, nil)
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(), pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	check(t, err)
	for _, rows := range groups {
		batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(rows))
		check(t, err)
		check(t, w.Write(batch))
	}
	check(t, w.Close())
	return out.Bytes()
}

// readAll reads a Parquet file to its end or to the error that ends it.
func readAll(t *testing.T, content []byte) (shape mapping.Shape, rows []mapping.Row, bad []string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.parquet")
	check(t, os.WriteFile(path, content, 0o666))
	in, err := (&Job{}).open(context.Background(), path)
	if err != nil {
		return shape, nil, nil, err
	}
	defer in.Close()
	for {
		row, err := in.rows.Next()
		if _, ok := err.(*mapping.RowError); ok {
			bad = append(bad, err.Error())
			continue
		}
		if err == io.EOF {
			return in.Shape, rows, bad, nil
		}
		if err != nil {
			return in.Shape, rows, bad, err
		}
		rows = append(rows, row)
	}
}

// TestParquetValues says what becomes of the types of columns.
func TestParquetValues(t *testing.T) {
	var fields []arrow.Field
	var cells, want []string
	for i, c := range []struct {
		of         arrow.DataType
		json, want string
	}{
		{arrow.BinaryTypes.String, `"PLCγ2, \"x\""`, `PLCγ2, "x"`},
		{arrow.BinaryTypes.LargeString, `"(null)"`, "(null)"},
		{&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, `"a code"`, "a code"},
		{arrow.PrimitiveTypes.Int64, `-93986`, "-93986"},
		{arrow.PrimitiveTypes.Uint8, `255`, "255"},
		{arrow.PrimitiveTypes.Float32, `0.1`, "0.1"},
		{arrow.PrimitiveTypes.Float64, `2.5e6`, "2.5e+06"},
		{&arrow.Decimal128Type{Precision: 9, Scale: 2}, `"12.50"`, "12.5"},
		{arrow.FixedWidthTypes.Boolean, `true`, "true"},
		{arrow.FixedWidthTypes.Date32, `"2026-09-02"`, "2026-09-02"},
		{arrow.FixedWidthTypes.Time64us, `"12:30:00.5"`, "12:30:00.500000"},
		{&arrow.TimestampType{Unit: arrow.Microsecond}, `"2026-09-02T12:30:00"`, "2026-09-02T12:30:00"},
		{&arrow.TimestampType{Unit: arrow.Millisecond, TimeZone: "UTC"}, `"2026-09-02T12:30:00.25Z"`, "2026-09-02T12:30:00.25Z"},
	} {
		name := fmt.Sprint("c", i)
		fields = append(fields, arrow.Field{Name: name, Type: c.of, Nullable: true})
		cells = append(cells, fmt.Sprintf("%q: %s", name, c.json))
		want = append(want, c.want)
	}
	full := "[{" + strings.Join(cells, ", ") + "}]"
	shape, rows, _, err := readAll(t, parquetFile(t, fields, full, "[{}]"))
	check(t, err)
	if len(rows) != 2 || rows[0].Line != 1 || rows[1].Line != 2 || shape.Width != len(fields) || shape.Header[12] != "c12" {
		t.Fatalf("%+v of %+v", rows, shape)
	}
	for i := range want {
		if rows[0].Fields[i] != want[i] || rows[1].Fields[i] != "" {
			t.Errorf("%v: %q and for null %q, want %q", fields[i].Type, rows[0].Fields[i], rows[1].Fields[i], want[i])
		}
	}
}

var mention = []arrow.Field{{Name: "mention", Type: arrow.BinaryTypes.String, Nullable: true}}

// TestParquetGroups reads row groups of any length, and rows after one that is not UTF-8.
func TestParquetGroups(t *testing.T) {
	many := "[" + strings.Repeat(`{"mention": "HeLa"}, `, 3*decodedRows) + `{"mention": "aspirin"}]`
	_, rows, _, err := readAll(t, parquetFile(t, mention, many, "[]", `[{"mention": "FOX-P2"}]`))
	check(t, err)
	last := len(rows) - 1
	if last != 3*decodedRows+1 || rows[last].Fields[0] != "FOX-P2" || rows[last-1].Fields[0] != "aspirin" || rows[last].Line != last+1 {
		t.Errorf("%d rows, the last ones %v", len(rows), rows[last-1:])
	}
	if _, rows, _, err := readAll(t, parquetFile(t, mention)); err != nil || len(rows) > 0 {
		t.Errorf("a file without rows: %v, %v", rows, err)
	}
	content := bytes.ReplaceAll(parquetFile(t, mention, `[{"mention": "caf#"}, {"mention": "HeLa"}]`), []byte("caf#"), []byte("caf\xe9"))
	_, rows, bad, err := readAll(t, content)
	check(t, err)
	if len(bad) != 1 || !strings.Contains(bad[0], `a.parquet:1: column "mention" is not UTF-8`) || len(rows) != 1 || rows[0].Line != 2 {
		t.Errorf("%v, and %q", rows, bad)
	}
}

func TestParquetRefused(t *testing.T) {
	good := parquetFile(t, mention, `[{"mention": "HeLa"}]`)
	of := func(d arrow.DataType) []byte {
		return parquetFile(t, []arrow.Field{mention[0], {Name: "x", Type: d, Nullable: true}})
	}
	for _, tt := range []struct {
		content []byte
		want    string
	}{
		{good[:len(good)-4], "cut short"},
		{good[:len(good)/2], "cut short"},
		{[]byte("mention\nHeLa\n"), "not a Parquet file"},
		{nil, "not a Parquet file"},
		{of(arrow.ListOf(arrow.BinaryTypes.String)), `column "x" is list<`},
		{of(arrow.StructOf(mention...)), `column "x" is struct<mention: utf8`},
		{of(arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.String)), `column "x" is map<`},
		{of(arrow.BinaryTypes.Binary), `column "x" is binary`},
		{of(&arrow.FixedSizeBinaryType{ByteWidth: 3}), `column "x" is fixed_size_binary`},
	} {
		if _, _, _, err := readAll(t, tt.content); err == nil || !strings.Contains(err.Error(), "a.parquet: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	for _, j := range []Job{{NoHeader: true}, {Encoding: "latin1"}} {
		if _, err := j.open(context.Background(), "a.parquet"); err == nil || !strings.Contains(err.Error(), "leave out --no-header and --encoding") {
			t.Error(err)
		}
	}
}

// TestParquetAsFarAsPossible requires the rows before a damaged row group.
func TestParquetAsFarAsPossible(t *testing.T) {
	content := parquetFile(t, mention, `[{"mention": "HeLa"}]`, `[{"mention": "aspirin"}]`)
	r, err := file.NewParquetReader(bytes.NewReader(content))
	check(t, err)
	chunk, err := r.MetaData().RowGroup(1).ColumnChunk(0)
	check(t, err)
	copy(content[chunk.DataPageOffset():], strings.Repeat("\xff", 8))
	_, rows, _, err := readAll(t, content)
	if len(rows) != 1 || err == nil || !strings.Contains(err.Error(), "a.parquet: row group 1: ") {
		t.Errorf("%v, %v", rows, err)
	}
}

// TestDamagedParquet changes a bit of each byte of a file in turn. That may change the texts, but neither end the program nor
// lose rows without an error.
func TestDamagedParquet(t *testing.T) {
	good := parquetFile(t, []arrow.Field{mention[0], {Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true}},
		`[{"mention": "HeLa", "n": 1}, {"mention": "aspirin"}, {"n": 3}]`, `[{"mention": "FOX-P2", "n": 4}]`)
	_, want, _, err := readAll(t, good)
	check(t, err)
	refused, changed := 0, 0
	for i := range good {
		content := bytes.Clone(good)
		content[i] ^= 1 << (i % 8)
		_, rows, bad, err := readAll(t, content)
		switch {
		case err != nil:
			refused++
		case len(rows)+len(bad) != len(want):
			t.Errorf("byte %d: %d rows of %d and no error", i, len(rows)+len(bad), len(want))
		case !reflect.DeepEqual(rows, want):
			changed++
		}
	}
	t.Logf("of %d changes, %d make the file unreadable and %d change texts", len(good), refused, changed)
	if refused < len(good)/10 {
		t.Error("too few: are the bytes changed?")
	}
}
