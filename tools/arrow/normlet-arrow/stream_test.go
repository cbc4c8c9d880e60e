package main

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

func dictionaryOf(t arrow.DataType) arrow.DataType {
	return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int16, ValueType: t}
}

// textTypes are the types of text that may be mapped.
var textTypes = []arrow.DataType{
	arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView,
	dictionaryOf(arrow.BinaryTypes.String), dictionaryOf(arrow.BinaryTypes.LargeString),
}

// TestStreamIsMap requires a mapped stream to have the answers of a mapped CSV, whatever the type, the size of batches
// and the number of threads. The client is the reader of the Go library.
func TestStreamIsMap(t *testing.T) {
	texts := mentions(700)
	want := asCSV(t, config(t), texts)
	for _, of := range textTypes {
		for _, rows := range []int{1000, 100, 33} {
			t.Run(fmt.Sprint(of, rows), func(t *testing.T) {
				schema, batches := table(t, of, texts, rows)
				in := stream(t, schema, batches)
				status, out, errs := call(t, bytes.NewReader(in), "arrow", "--column", "gene", "--coverage", "alone", "--threads", "3")
				if status != 0 || errs != "" {
					t.Fatalf("status %d, %s", status, errs)
				}
				got, mapped := readStream(t, out)
				same(t, cells(t, mapped, addedColumns...), want)
				if len(mapped) != len(batches) {
					t.Errorf("%d batches of %d", len(mapped), len(batches))
				}
				for b := range batches { // the other columns are as they were
					for i := range 4 {
						if !array.Equal(mapped[b].Column(i), batches[b].Column(i)) {
							t.Errorf("batch %d: column %d has changed", b, i)
						}
					}
				}
				if v, ok := got.Metadata().GetValue("made"); !ok || v != "by a test" {
					t.Errorf("metadata %v", got.Metadata())
				}
				if k := got.Field(7).Type.ID(); k != arrow.DICTIONARY {
					t.Errorf("stages are of type %v", k)
				}
				again, out2, _ := call(t, bytes.NewReader(in), "arrow", "--column", "2", "--coverage", "alone", "--threads", "1")
				if again != 0 || !bytes.Equal(out, out2) {
					t.Errorf("another number of threads, or the column by its number, makes other bytes")
				}
			})
		}
	}
}

// TestStreamOptions compares options with those of map, and the plain stages.
func TestStreamOptions(t *testing.T) {
	texts := append(mentions(200), "n/a", "FOXP2")
	c := config(t)
	c.Missing = []string{"foxp2"}
	c.NilAs, c.MinP, c.Options.Composites, c.Options.Lookup = "none", 0.6, true, core.Options{Namespaces: []string{"NCBIGene"}}
	schema, batches := table(t, arrow.BinaryTypes.String, texts, 64)
	status, out, errs := call(t, bytes.NewReader(stream(t, schema, batches)), "arrow", "--column", "gene", "--coverage", "alone", "--nil-as", "none", "--composites",
		"--min-p", "0.6", "--namespace", "NCBIGene", "--missing", "foxp2")
	if status != 0 {
		t.Fatal(errs)
	}
	_, mapped := readStream(t, out)
	got, want := cells(t, mapped, addedColumns...), asCSV(t, c, texts)
	composites := 0
	for i := range want {
		if strings.Contains(want[i][0], "|") { // numbers are those of the first part
			composites++
			for _, k := range []int{4, 5} {
				want[i][k], _, _ = strings.Cut(want[i][k], "|")
			}
		}
		if strings.Join(got[i], ",") != strings.Join(want[i], ",") {
			t.Errorf("row %d: %q, want %q", i, got[i], want[i])
		}
	}
	if composites == 0 {
		t.Error("no composite mentions")
	}
	_, out, _ = call(t, bytes.NewReader(stream(t, schema, batches)), "arrow", "--column", "gene", "--plain")
	if s, _ := readStream(t, out); s.Field(7).Type.ID() != arrow.STRING {
		t.Errorf("--plain stages are of type %v", s.Field(7).Type)
	}
}

// TestStreamEstimated requires the share of mentions that the pack has to be estimated as map does: from the first batch.
func TestStreamEstimated(t *testing.T) {
	texts, alone := append(mentions(20), strings.Fields("TP53 EGFR BRCA1 MYC KRAS PTEN RB1 STAT3 JAK2 AKT1 MTOR IL6 TNF CD4 NOTCH1 SOX2 FOXP3 CTLA4 ERBB2 ESR1")...), config(t)
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	c := alone
	check(t, c.StateCoverage(n, mapping.CoverageAuto))
	want := asCSV(t, c, texts)
	schema, batches := table(t, arrow.BinaryTypes.String, texts, 1000)
	status, out, errs := call(t, bytes.NewReader(stream(t, schema, batches)), "arrow", "--column", "gene", "--composites=false")
	if status != 0 {
		t.Fatal(errs)
	}
	_, mapped := readStream(t, out)
	same(t, cells(t, mapped, addedColumns...), want)
	if reflect.DeepEqual(want, asCSV(t, alone, texts)) {
		t.Error("the estimate changes nothing")
	}
}

// TestEmptyStream maps streams without rows.
func TestEmptyStream(t *testing.T) {
	for _, of := range textTypes {
		schema, batches := table(t, of, mentions(1), 1)
		for _, given := range [][]arrow.RecordBatch{nil, {batches[0].NewSlice(0, 0)}} {
			status, out, errs := call(t, bytes.NewReader(stream(t, schema, given)), "arrow", "--column", "gene")
			if status != 0 {
				t.Fatal(errs)
			}
			if s, mapped := readStream(t, out); s.NumFields() != 12 || len(mapped) != len(given) {
				t.Errorf("%v, %d batches: %d columns, %d batches", of, len(given), s.NumFields(), len(mapped))
			}
		}
	}
}

// TestPrompt has a client send a batch, wait for the answer, and only then send the next.
func TestPrompt(t *testing.T) {
	schema, batches := table(t, arrow.BinaryTypes.String, mentions(60), 10)
	toUs, toIt := io.Pipe()
	fromIt, out := io.Pipe()
	c := config(t)
	ended := make(chan error, 1)
	go func() {
		err := mapStream(t.Context(), &c, false, toUs, out)
		out.CloseWithError(err)
		ended <- err
	}()
	w := ipc.NewWriter(toIt, ipc.WithSchema(schema))
	var r *ipc.Reader
	for i, b := range batches {
		check(t, w.Write(b))
		if r == nil {
			var err error
			r, err = ipc.NewReader(fromIt)
			check(t, err)
		}
		if !r.Next() || r.RecordBatch().NumRows() != b.NumRows() {
			t.Fatalf("batch %d: no answer, %v", i, r.Err())
		}
	}
	check(t, w.Close())
	check(t, toIt.Close())
	if r.Next() || r.Err() != nil {
		t.Errorf("after the end: %v", r.Err())
	}
	check(t, <-ended)
}

// counting returns a configuration whose look-ups are counted, and find any mention but "".
func counting(calls *atomic.Int64) *mapping.Config {
	return &mapping.Config{Columns: []string{"m"}, Jobs: 3, RawCells: true, Options: document.Options{}, Lookup: func(queries []core.Query, _ core.Options) ([]core.Answer, error) {
		calls.Add(int64(len(queries)))
		out := make([]core.Answer, len(queries))
		for i, q := range queries {
			out[i] = core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: "X:" + q.Mention, P: 1}}}
		}
		return out, nil
	}}
}

// TestDictionaryOnce requires a value of a dictionary to be looked up once, in dictionaries larger than what Column
// remembers, that stay, grow and are replaced.
func TestDictionaryOnce(t *testing.T) {
	const size = 200_000
	of := dictionaryOf(arrow.BinaryTypes.String).(*arrow.DictionaryType)
	of.IndexType = arrow.PrimitiveTypes.Int32
	values := make([]string, size)
	for i := range values {
		values[i] = fmt.Sprint("v", i)
	}
	all := textArray(t, arrow.BinaryTypes.String, values)
	schema := arrow.NewSchema([]arrow.Field{{Name: "m", Type: of, Nullable: true}}, nil)
	var batches []arrow.RecordBatch
	for b := range 6 {
		codes := array.NewInt32Builder(memory.DefaultAllocator)
		length := []int{size / 2, size / 2, size, size, size / 4, size / 2}[b]
		for i := range 1000 {
			codes.Append(int32((i*577 + b) % length))
		}
		codes.AppendNull()
		column := array.NewDictionaryArray(of, codes.NewArray(), array.NewSlice(all, 0, int64(length)))
		batches = append(batches, array.NewRecordBatch(schema, []arrow.Array{column}, 1001))
	}
	for _, deltas := range []bool{false, true} {
		var calls atomic.Int64
		var out bytes.Buffer
		check(t, mapStream(t.Context(), counting(&calls), false, bytes.NewReader(stream(t, schema, batches, ipc.WithDictionaryDeltas(deltas))), &out))
		// The fifth batch has a smaller dictionary, which does not continue the one before, and the sixth continues it.
		if most := int64(size + size/2); calls.Load() > most || calls.Load() < size {
			t.Errorf("%d look-ups of %d values; want at most %d", calls.Load(), size, most)
		}
		_, mapped := readStream(t, out.Bytes())
		for i, row := range cells(t, mapped, "m", "m_id") {
			if row[0] != "" && row[1] != "X:"+row[0] || row[0] == "" && (row[1] != "" || i%1001 != 1000) {
				t.Fatalf("row %d: %q", i, row)
			}
		}
	}
}

// TestNullValue maps the code of a value that is null, which is null, too.
func TestNullValue(t *testing.T) {
	of := dictionaryOf(arrow.BinaryTypes.String).(*arrow.DictionaryType)
	codes := array.NewInt16Builder(memory.DefaultAllocator)
	codes.AppendValues([]int16{1, 0, 1}, []bool{true, true, false})
	column := array.NewDictionaryArray(of, codes.NewArray(), textArray(t, arrow.BinaryTypes.String, []string{null, "a"}))
	schema := arrow.NewSchema([]arrow.Field{{Name: "m", Type: of, Nullable: true}}, nil)
	var calls atomic.Int64
	var out bytes.Buffer
	in := stream(t, schema, []arrow.RecordBatch{array.NewRecordBatch(schema, []arrow.Array{column}, 3)})
	check(t, mapStream(t.Context(), counting(&calls), false, bytes.NewReader(in), &out))
	_, mapped := readStream(t, out.Bytes())
	if got := fmt.Sprint(cells(t, mapped, "m_id", "m_stage", "m_p")); got != "[[X:a exact 1] [  ] [  ]]" {
		t.Error(got)
	}
}

// TestRepeatsOnce requires a mention that is repeated in a batch to be looked up once.
func TestRepeatsOnce(t *testing.T) {
	var calls atomic.Int64
	texts := make([]string, 300_000)
	for i := range texts {
		texts[i] = fmt.Sprint("v", i%150_000)
	}
	schema := arrow.NewSchema([]arrow.Field{{Name: "m", Type: arrow.BinaryTypes.String, Nullable: true}}, nil)
	batch := array.NewRecordBatch(schema, []arrow.Array{textArray(t, arrow.BinaryTypes.String, texts)}, int64(len(texts)))
	check(t, mapStream(t.Context(), counting(&calls), false, bytes.NewReader(stream(t, schema, []arrow.RecordBatch{batch})), io.Discard))
	if calls.Load() != 150_000 {
		t.Errorf("%d look-ups of 150,000 mentions", calls.Load())
	}
}

// TestBadStreams asks for errors that people can use, and for no output that looks whole.
func TestBadStreams(t *testing.T) {
	schema, batches := table(t, arrow.BinaryTypes.String, mentions(300), 100)
	good := stream(t, schema, batches)
	file := new(bytes.Buffer)
	fw, err := ipc.NewFileWriter(file, ipc.WithSchema(schema))
	check(t, err)
	check(t, fw.Write(batches[0]))
	check(t, fw.Close())
	gene := []string{"--column", "gene"}
	for name, c := range map[string]struct {
		in     []byte
		args   []string
		status int
		reason string
	}{
		"nothing":        {nil, gene, 1, "standard input is empty"},
		"CSV":            {[]byte("gene,n\nFOX-P2,1\n"), gene, 1, "not an Arrow IPC stream"},
		"three bytes":    {good[:3], gene, 1, "not an Arrow IPC stream"},
		"schema cut":     {good[:40], gene, 1, "standard input: "},
		"cut":            {good[:len(good)-2000], gene, 1, "record batch 3: "},
		"Arrow file":     {file.Bytes(), gene, 1, "Feather"},
		"Parquet":        {[]byte("PAR1xxxxxxxx"), gene, 1, "Parquet"},
		"no such column": {good, []string{"--column", "symbol"}, 1, `no column "symbol"; there are "n", "gene", "tags", "gene_id"`},
		"column 9":       {good, []string{"--column", "9"}, 1, `no column "9"`},
		"integers":       {good, []string{"--column", "n"}, 1, `column "n" is of type int64`},
		"nested":         {good, []string{"--column", "tags"}, 1, `column "tags" is of type list<element: utf8`},
		"no column":      {good, nil, 2, "--column is missing"},
		"a file":         {good, append(gene, "x.arrow"), 2, "1 arguments, want 0"},
		"bad flag":       {good, append(gene, "--nonsense"), 2, "--nonsense"},
		"namespace":      {good, append(gene, "--namespace", "nowhere"), 2, "nowhere"},
		"p":              {good, append(gene, "--min-p", "2"), 2, "--min-p 2: want 0 to 1"},
		"threads":        {good, append(gene, "--threads", "0"), 2, "--threads 0"},
		"pack":           {good, append(gene, "--pack", "none.normpack"), 1, "none.normpack"},
	} {
		status, out, errs := call(t, bytes.NewReader(c.in), append([]string{"arrow"}, c.args...)...)
		if status != c.status || !strings.Contains(errs, c.reason) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, %q; want %d and %q", name, status, errs, c.status, c.reason)
		}
		if bytes.HasSuffix(out, []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}) {
			t.Errorf("%s: the output has the end of a stream", name)
		}
	}
}

// TestDamagedBatches flips bits of the columns of a stream: each gives an answer or an error, and no crash. In the schema
// and the sizes of messages the library itself believes counts up to the memory of the machine.
func TestDamagedBatches(t *testing.T) {
	schema, batches := table(t, arrow.BinaryTypes.String, mentions(40), 20)
	good := stream(t, schema, batches)
	text := bytes.Index(good, []byte("FOX-P2")) // in the values, after the offsets
	var calls atomic.Int64
	failed := 0
	for i := text - 250; i < text+250; i++ {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			c := counting(&calls)
			c.Columns = []string{"gene"}
			if mapStream(t.Context(), c, false, bytes.NewReader(bad), io.Discard) != nil {
				failed++
			}
		}
	}
	if failed < 100 {
		t.Errorf("only %d damaged batches were refused", failed)
	}
}

// TestNumbers requires numbers and dates to be those of map: in a column of names as in one of numbers, in every batch.
func TestNumbers(t *testing.T) {
	names, numbers := mentions(600), make([]string, 600)
	for i := range numbers {
		if numbers[i] = fmt.Sprint(i); i%100 > 90 {
			names[i] = fmt.Sprint(i)
		}
	}
	for _, texts := range [][]string{names, append(numbers, "TP53", "2024-05-06")} {
		want := asCSV(t, config(t), texts)
		for _, of := range []arrow.DataType{arrow.BinaryTypes.String, dictionaryOf(arrow.BinaryTypes.String)} {
			schema, batches := table(t, of, texts, 50)
			status, out, errs := call(t, bytes.NewReader(stream(t, schema, batches)), "arrow", "--column", "gene", "--coverage", "alone", "--plain", "--composites=false")
			if status != 0 {
				t.Fatal(errs)
			}
			_, mapped := readStream(t, out)
			for i, got := range cells(t, mapped, addedColumns...) {
				if !slices.Equal(got, want[i]) {
					t.Errorf("%q: %q, want %q", texts[i], got, want[i])
				}
			}
		}
	}
}
