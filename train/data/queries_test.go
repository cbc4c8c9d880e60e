package data

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/sheet"
)

func TestReadQueries(t *testing.T) {
	const file = "\ufeffPPCA\t5476\tprotein\tRates of degradation .\r\n#4\tA:1|A:2\nGFP\t-1\t\ta b\n"
	got, err := ReadQueriesFrom(strings.NewReader(file), "q.tsv", QueryOptions{})
	want := []Query{
		{Mention: "PPCA", Gold: []string{"5476"}, Type: "protein", Sentence: "Rates of degradation .", Line: 1},
		{Mention: "#4", Gold: []string{"A:1", "A:2"}, Line: 2},
		{Mention: "GFP", Gold: []string{"-1"}, Sentence: "a b", Line: 3},
	}
	if err != nil || !reflect.DeepEqual(got.Queries, want) {
		t.Errorf("got  %+v, %v\nwant %+v", got.Queries, err, want)
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
		_, err := ReadQueriesFrom(strings.NewReader("m\tA:1\n"+tt.row+"\n"), "q.tsv", QueryOptions{})
		bad, ok := errors.AsType[*BadRow](err)
		if !ok || bad.Line != 2 || bad.File != "q.tsv" || !strings.Contains(bad.Reason, tt.reason) {
			t.Errorf("row %q: error %v, want %q", tt.row, err, tt.reason)
		}
	}
	if _, err := ReadQueriesFrom(strings.NewReader(""), "q.tsv", QueryOptions{}); err == nil || !strings.HasPrefix(err.Error(), "q.tsv: no rows") {
		t.Errorf("no rows: %v", err)
	}
}

// TestQueryFiles says how query files are read, with what is given and what is found out.
func TestQueryFiles(t *testing.T) {
	const utf16 = "\xff\xfem\x00\t\x00A\x00:\x001\x00\n\x00"
	for _, tt := range []struct {
		name, content string
		o             QueryOptions
		want          string
	}{
		{"lines", "a\tA:1|A:2\nb\tA:3\tgene\tA b.\n", QueryOptions{}, "tsv   false [{mention  1} {ids  2} {type  3} {sentence  4}] [{a [A:1 A:2] } {b [A:3] gene}]"},
		{"lines below a header", "Mention\tids\na\tA:1\n", QueryOptions{}, "tsv   true [{mention Mention 1} {ids ids 2}] [{a [A:1] }]"},
		{"UTF-16", utf16, QueryOptions{}, "tsv UTF-16LE  false [{mention  1} {ids  2}] [{m [A:1] }]"},
		{"Latin-1", "caf\xe9\tA:1\n", QueryOptions{Encoding: "latin1"}, "tsv Latin-1  false [{mention  1} {ids  2}] [{café [A:1] }]"},
		{"CSV", "mention;id\n\"a\tb\";A:1\n", QueryOptions{}, "csv  semicolon true [{mention mention 1} {ids id 2}] [{a\tb [A:1] }]"},
		{"a delimiter", "a#A:1\nb#A:2\n", QueryOptions{Table: sheet.Options{Delimiter: "#"}}, "csv  # false [{mention  1} {ids  2}] [{a [A:1] } {b [A:2] }]"},
	} {
		q, err := ReadQueriesFrom(strings.NewReader(tt.content), "q", tt.o)
		r := &q.Report
		got := fmt.Sprint(r.Table, " ", r.Encoding, " ", r.Delimiter, " ", r.Header, " ", r.Columns, " ", r.First)
		if err != nil || got != tt.want || r.File != "q" || r.Format != Queries || r.Rows != len(q.Queries) {
			t.Errorf("%s: %v, %s of %d; want %s", tt.name, err, got, r.Rows, tt.want)
		}
	}
	for content, want := range map[string]string{
		`{"mention": "a", "id": "A:1"}` + "\n": "q: JSON; a query file is lines",
		"mention,id\n":                         "q: no rows; a query file needs",
	} {
		if _, err := ReadQueriesFrom(strings.NewReader(content), "q", QueryOptions{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", content, err, want)
		}
	}
	if _, err := ReadQueriesFrom(strings.NewReader("a\tA:1\n"), "q", QueryOptions{Table: sheet.Options{Sheet: "2"}}); err == nil || !strings.Contains(err.Error(), "sheets are for workbooks") {
		t.Errorf("a sheet of lines: %v", err)
	}
}
