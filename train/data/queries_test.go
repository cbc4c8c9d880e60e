package data

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestReadQueries(t *testing.T) {
	path := writeFile(t, "q.tsv", "\ufeffPPCA\t5476\tprotein\tRates of degradation .\r\n#4\tA:1|A:2\nGFP\t-1\t\ta b\n")
	got, err := ReadQueries(path)
	want := []Query{
		{Mention: "PPCA", Gold: []string{"5476"}, Type: "protein", Sentence: "Rates of degradation .", Line: 1},
		{Mention: "#4", Gold: []string{"A:1", "A:2"}, Line: 2},
		{Mention: "GFP", Gold: []string{"-1"}, Sentence: "a b", Line: 3},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
}

func TestReadQueriesBadRows(t *testing.T) {
	for _, tt := range []struct{ row, reason string }{
		{"", "no TAB"},
		{"x", "no TAB"},
		{"\tA:1", "empty mention"},
		{" \tA:1", "empty mention"},
		{"x\t", "an empty id"},
		{"x\tA:1|", "an empty id"},
		{"x\tA:1\ttype\tsentence\tmore", "5 columns"},
		{"\xff\tA:1", "invalid UTF-8"},
		{"x\x00\tA:1", "NUL"},
	} {
		_, err := ReadQueriesFrom(strings.NewReader("m\tA:1\n"+tt.row+"\n"), "q.tsv")
		bad, ok := errors.AsType[*BadRow](err)
		if !ok || bad.Line != 2 || bad.File != "q.tsv" || !strings.Contains(bad.Reason, tt.reason) {
			t.Errorf("row %q: error %v, want %q", tt.row, err, tt.reason)
		}
	}
	if _, err := ReadQueriesFrom(strings.NewReader(""), "q.tsv"); err == nil || !strings.HasPrefix(err.Error(), "q.tsv: no rows") {
		t.Errorf("no rows: %v", err)
	}
	if _, err := ReadQueries("testdata/missing.tsv"); err == nil || !strings.Contains(err.Error(), "missing.tsv") {
		t.Errorf("missing file: %v", err)
	}
}
