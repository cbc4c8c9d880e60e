package data

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/limit"
)

func TestWriteTSVReadsBack(t *testing.T) {
	want := &Terminology{Entities: []Entity{
		{ID: "A:1", Namespace: "N", Weight: 1234567, Names: []Name{{"x", primary, ""}, {" #y ", exact, "es pt-BR"}, {"é|β", alias, ""}, {"X", related, ""}}},
		{ID: "A:2", Namespace: "A", Weight: 0.1, Names: []Name{{"x", primary, ""}}},
		{ID: "3", Weight: 1e300, Names: []Name{{"x", primary, ""}}},
		{ID: "4", Names: []Name{{"x", primary, ""}}},
	}}
	var file bytes.Buffer
	if err := WriteTSV(&file, want); err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(file.String(), "\n"); first != "A:1\tx\tprimary\t1234567\tN" {
		t.Errorf("first line %q", first)
	}
	got, _, err := ReadTSV(&file, "f.tsv", ReadOptions{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
}

func TestWriteTSVRefuses(t *testing.T) {
	good := []Name{{"x", primary, ""}}
	tests := []struct {
		entity Entity
		want   string
	}{
		{Entity{ID: "a"}, "first name"},
		{Entity{ID: "a", Names: []Name{{"x", alias, ""}}}, "first name"},
		{Entity{ID: "a", Names: []Name{{"x", primary, ""}, {"y", primary, ""}}}, "second primary"},
		{Entity{ID: "a", Names: []Name{{"x", primary, ""}, {"x", alias, ""}}}, "the name twice"},
		{Entity{ID: "a", Names: []Name{{"x", primary, ""}, {"y", 9, ""}}}, "unknown kind"},
		{Entity{ID: "a", Names: []Name{{"x\ty", primary, ""}}}, "a TAB"},
		{Entity{ID: "a", Names: []Name{{strings.Repeat("x", limit.Of().Line), primary, ""}}}, "longer than 1 MiB"},
		{Entity{ID: "a", Names: []Name{{"x\ny", primary, ""}}}, "line end"},
		{Entity{ID: "a", Names: []Name{{"", primary, ""}}}, "empty name"},
		{Entity{ID: "a\tb", Names: good}, "a TAB"},
		{Entity{ID: "", Names: good}, "empty id"},
		{Entity{ID: "#a", Names: good}, "starts with '#'"},
		{Entity{ID: "a", Names: good, Weight: math.NaN()}, "weight"},
		{Entity{ID: "a", Names: good, Weight: math.Inf(1)}, "weight"},
		{Entity{ID: "a", Names: good, Weight: -1}, "weight"},
		{Entity{ID: "a", Names: good, Namespace: "N\tM"}, "a TAB"},
		{Entity{ID: "a", Names: good, Namespace: "N\r"}, "carriage return"},
	}
	for _, tt := range tests {
		err := WriteTSV(&bytes.Buffer{}, &Terminology{Entities: []Entity{tt.entity}})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.200v: error %.200v, want %q", tt.entity, err, tt.want)
		}
	}
	for _, id := range []string{"A:1", "a:2"} {
		pair := &Terminology{Entities: []Entity{{ID: "A:1", Names: good}, {ID: id, Names: []Name{{"y", primary, ""}}}}}
		if err := WriteTSV(&bytes.Buffer{}, pair); err == nil {
			t.Errorf("id %s after A:1: no error", id)
		}
	}
}

func TestWriteTSVReportsWriteErrors(t *testing.T) {
	closed, err := os.Create(t.TempDir() + "/closed")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	if err := WriteTSV(closed, &Terminology{Entities: []Entity{{ID: "a", Names: []Name{{"x", primary, ""}}}}}); err == nil {
		t.Error("writing to a closed file: no error")
	}
}

// FuzzReadTSV: no input panics; what is read is well formed and survives
// writing and reading.
func FuzzReadTSV(f *testing.F) {
	f.Fuzz(func(t *testing.T, file []byte, skipBad bool) {
		first, report, err := ReadTSV(bytes.NewReader(file), "f.tsv", ReadOptions{SkipBad: skipBad})
		if err != nil {
			if first != nil || report != nil {
				t.Fatal("a result beside an error")
			}
			return
		}
		if report.Rows != report.Names+len(report.Bad)+report.Duplicates || report.Names != first.NumNames() || report.Entities == 0 {
			t.Fatalf("rows do not add up: %+v", report)
		}
		var written bytes.Buffer
		if err := WriteTSV(&written, first); err != nil {
			t.Fatal(err)
		}
		second, _, err := ReadTSV(&written, "f.tsv", ReadOptions{TrustColumns: true}) // the first may have lacked rows to judge by
		if err != nil || !reflect.DeepEqual(first, second) {
			t.Fatalf("read   %+v\nreread %+v, %v", first, second, err)
		}
	})
}
