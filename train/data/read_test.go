package data

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/limit"
)

const (
	primary = pack.KindPrimary
	exact   = pack.KindExact
	alias   = pack.KindAlias
	related = pack.KindRelated
)

func TestReadTSV(t *testing.T) {
	tests := []struct {
		name, file string
		options    ReadOptions
		want       []Entity
	}{
		{
			name: "two columns: the first name becomes primary, the others are aliases",
			file: "7157\tTP53\n7157\tp53\n1956\tEGFR\n",
			want: []Entity{
				{ID: "7157", Names: []Name{{"TP53", primary, ""}, {"p53", alias, ""}}},
				{ID: "1956", Names: []Name{{"EGFR", primary, ""}}},
			},
		},
		{
			name: "five columns, the primary name moves first and the rest keep their order",
			file: "A:1\tx\trelated\t2.5\tN\nA:1\ty\texact\t2.5\tN\nA:1\tz\tprimary\t2.5\tN\nA:1\tw\talias\t2.5\tN\n",
			want: []Entity{{ID: "A:1", Namespace: "N", Weight: 2.5,
				Names: []Name{{"z", primary, ""}, {"x", related, ""}, {"y", exact, ""}, {"w", alias, ""}}}},
		},
		{
			name: "no primary row: the earliest of the strongest kind",
			file: "a\tx\trelated\na\ty\talias\na\tz\talias\n",
			want: []Entity{{ID: "a", Names: []Name{{"y", primary, ""}, {"x", related, ""}, {"z", alias, ""}}}},
		},
		{
			name: "two primary rows: the first keeps it",
			file: "a\tx\tsynonym\na\ty\tsymbol\na\tz\thgnc_symbol\n",
			want: []Entity{{ID: "a", Names: []Name{{"y", primary, ""}, {"x", alias, ""}, {"z", exact, ""}}}},
		},
		{
			name: "rows of an entity apart, weight and namespace in one of them",
			file: "a\tx\nb\ty\na\tz\t\t3\tN\na\tw\n",
			want: []Entity{
				{ID: "a", Namespace: "N", Weight: 3, Names: []Name{{"x", primary, ""}, {"z", alias, ""}, {"w", alias, ""}}},
				{ID: "b", Names: []Name{{"y", primary, ""}}},
			},
		},
		{
			name: "namespace: the prefix of the id",
			file: "CHEBI:7\tx\nhttp://example.org/7\ty\n10:20\tz\nD007\tw\n:5\tv\n",
			want: []Entity{
				{ID: "CHEBI:7", Namespace: "CHEBI", Names: []Name{{"x", primary, ""}}},
				{ID: "http://example.org/7", Names: []Name{{"y", primary, ""}}},
				{ID: "10:20", Names: []Name{{"z", primary, ""}}},
				{ID: "D007", Names: []Name{{"w", primary, ""}}},
				{ID: ":5", Names: []Name{{"v", primary, ""}}},
			},
		},
		{
			name:    "namespace: the row before the option before the prefix",
			file:    "A:1\tx\nA:2\ty\t\t\tN\n",
			options: ReadOptions{Namespace: "O"},
			want: []Entity{
				{ID: "A:1", Namespace: "O", Names: []Name{{"x", primary, ""}}},
				{ID: "A:2", Namespace: "N", Names: []Name{{"y", primary, ""}}},
			},
		},
		{
			name: "byte order mark, comments, CRLF, no final line end",
			file: "\ufeff# a\tcomment\r\n#\r\na\t x \r\na\t#2",
			want: []Entity{{ID: "a", Names: []Name{{" x ", primary, ""}, {"#2", alias, ""}}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, report, err := ReadTSV(strings.NewReader(tt.file), "f.tsv", tt.options)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Entities, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got.Entities, tt.want)
			}
			if report.Entities != len(tt.want) || report.Names != got.NumNames() || report.Rows != report.Names || len(report.Bad) != 0 {
				t.Errorf("report %+v", report)
			}
		})
	}
}

// badRows holds files whose last row is bad, after at least one good row.
var badRows = []struct{ name, file, reason string }{
	{"empty line", "a\tx\n\n", "no TAB"},
	{"missing tab", "a\tx\nb y\n", "no TAB"},
	{"late comment", "a\tx\n# b\ty\n", "starts with '#'"},
	{"empty id", "a\tx\n\ty\n", "empty id"},
	{"blank id", "a\tx\n \ty\n", "empty id"},
	{"blanks around the id", "a\tx\na \ty\n", "blanks around the id"},
	{"empty name", "a\tx\nb\t\texact\n", "empty name"},
	{"blank name", "a\tx\nb\t \n", "empty name"},
	{"long name", "a\tx\nb\t" + strings.Repeat("y", 65537) + "\n", "a name of 65537 bytes; a pack takes 65536"},
	{"seven columns", "a\tx\nb\ty\texact\t1\tN\tes\t\n", "7 columns"},
	{"no language", "a\tx\nb\ty\texact\t1\tN\tes Spanish\n", `"Spanish" is no language`},
	{"a language spelled otherwise", "a\tx\nb\ty\texact\t1\tN\tpt_br\n", `"pt_br" is no language`},
	{"unknown kind", "a\tx\nb\ty\tPrimary\n", `unknown kind "Primary"`},
	{"weight no number", "a\tx\nb\ty\t\tmany\n", "no finite number"},
	{"weight negative", "a\tx\nb\ty\t\t-1\n", "no finite number"},
	{"weight NaN", "a\tx\nb\ty\t\tNaN\n", "no finite number"},
	{"weight infinite", "a\tx\nb\ty\t\tInf\n", "no finite number"},
	{"weight out of range", "a\tx\nb\ty\t\t1e999\n", "no finite number"},
	{"weight differs", "a\tx\t\t1\na\ty\t\t2\n", "weight 2 of a differs from 1"},
	{"weight differs from zero", "a\tx\t\t0\na\ty\t\t2\n", "weight 2 of a differs from 0"},
	{"namespace differs", "a\tx\t\t\tN\na\ty\t\t\tM\n", "namespace \"M\" of a differs"},
	{"blanks around the namespace", "a\tx\na\ty\t\t\tN \n", "blanks around the namespace"},
	{"prefix in two spellings", "NCBIGene:1\tx\nncbigene:2\ty\n", `prefix "ncbigene" was spelled "NCBIGene"`},
	{"invalid UTF-8", "a\tx\nb\t\xff\n", "invalid UTF-8"},
	{"NUL", "a\tx\nb\ty\x00\n", "NUL"},
	{"carriage return", "a\tx\nb\ty\rz\n", "carriage return"},
	{"byte order mark inside", "a\tx\n\ufeffb\ty\n", "byte order mark inside"},
}

func TestBadRowStops(t *testing.T) {
	for _, tt := range badRows {
		t.Run(tt.name, func(t *testing.T) {
			got, report, err := ReadTSV(strings.NewReader(tt.file), "f.tsv", ReadOptions{})
			bad, ok := errors.AsType[*BadRow](err)
			if !ok || got != nil || report != nil {
				t.Fatalf("got %v, %v, error %v", got, report, err)
			}
			line := strings.Count(tt.file, "\n")
			if bad.File != "f.tsv" || bad.Line != line || !strings.Contains(bad.Reason, tt.reason) {
				t.Errorf("got %+v, want line %d and %q", bad, line, tt.reason)
			}
			start := fmt.Sprintf("f.tsv:%d: ", line)
			if s := err.Error(); !strings.HasPrefix(s, start) || !strings.Contains(s, "--skip-bad") {
				t.Errorf("error %q should start with %q and say what to do", s, start)
			}
		})
	}
}

// Skipping a bad row gives what a file without that row gives.
func TestSkipBad(t *testing.T) {
	for _, tt := range badRows {
		t.Run(tt.name, func(t *testing.T) {
			lines := strings.SplitAfter(tt.file, "\n")
			good := strings.Join(lines[:len(lines)-2], "")
			after := "NCBIGene:9\tafter\nb\tgood\n"
			want, _, err := ReadTSV(strings.NewReader(good+after), "good.tsv", ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got, report, err := ReadTSV(strings.NewReader(tt.file+after), "f.tsv", ReadOptions{SkipBad: true})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if len(report.Bad) != 1 || report.Bad[0].Line != len(lines)-1 || report.Rows != report.Names+1 {
				t.Errorf("report %+v", report)
			}
		})
	}
}

func TestUnusableFiles(t *testing.T) {
	tests := []struct {
		name, file, want string
		options          ReadOptions
	}{
		{"empty", "", "f.tsv: no rows", ReadOptions{}},
		{"only comments", "# a\tb\n#\n", "f.tsv: no rows", ReadOptions{}},
		{"only bad rows", "a\nb\n", "no good row among 2; the first bad one: f.tsv:1: no TAB", ReadOptions{SkipBad: true}},
		{"long line", "a\tx\nb\t" + strings.Repeat("y", limit.Of().Line) + "\n", "f.tsv:2: the line is longer than 1 MiB", ReadOptions{SkipBad: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, report, err := ReadTSV(strings.NewReader(tt.file), "f.tsv", tt.options)
			if err == nil || got != nil || report != nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %v, %v, error %v, want %q", got, report, err, tt.want)
			}
		})
	}
}

func TestLongestLine(t *testing.T) {
	for _, end := range []string{"", "\n", "\r\n"} {
		name := strings.Repeat("y", pack.MaxName)
		id := strings.Repeat("a", limit.Of().Line-len("\t")-len(name))
		got, _, err := ReadTSV(strings.NewReader(id+"\t"+name+end), "f.tsv", ReadOptions{})
		if err != nil || got.Entities[0].Names[0].Text != name {
			t.Errorf("line of 1 MiB, end %q: %v", end, err)
		}
	}
}

func TestReportCounts(t *testing.T) {
	const file = "a\tx\tsymbol\na\ty\tname\nb\tz\tsynonym\nc\n"
	_, got, err := ReadTSV(strings.NewReader(file), "f.tsv", ReadOptions{SkipBad: true})
	want := &Report{Sources: []SourceReport{{FileReport: FileReport{File: "f.tsv", Format: TSV, Rows: 4}, First: []Example{{"a", "x", "primary"}, {"a", "y", "primary"}, {"b", "z", "alias"}}}}, Rows: 4, Entities: 2, Names: 3, Promoted: 1, Demoted: 1,
		Bad: []BadRow{{"f.tsv", 4, "no TAB; a row is id TAB name"}}, Secondary: map[string]string{}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if s := got.String(); s != "4 rows: 3 names of 2 entities, 1 bad rows left out" {
		t.Errorf("String: %q", s)
	}
}

func TestReadFiles(t *testing.T) {
	one := writeFile(t, "one.tsv", "A:1\tx\n")
	two := writeFile(t, "two.tsv", "# comment of its own\nA:2\ty\nA:1\tz\n")
	got, _, err := readFiles([]string{one, two}, ReadOptions{})
	want := []Entity{
		{ID: "A:1", Namespace: "A", Names: []Name{{"x", primary, ""}, {"z", alias, ""}}},
		{ID: "A:2", Namespace: "A", Names: []Name{{"y", primary, ""}}},
	}
	if err != nil || !reflect.DeepEqual(got.Entities, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	again := writeFile(t, "again.tsv", "A:1\tx\texact\nA:1\tx\nA:1\tX\n")
	got, report, err := readFiles([]string{two, one, again}, ReadOptions{})
	want = []Entity{
		{ID: "A:2", Namespace: "A", Names: []Name{{"y", primary, ""}}},
		{ID: "A:1", Namespace: "A", Names: []Name{{"x", primary, ""}, {"z", alias, ""}, {"X", alias, ""}}},
	}
	if err != nil || !reflect.DeepEqual(got.Entities, want) || report.Duplicates != 2 || report.String() != "6 rows: 4 names of 2 entities, 0 bad rows left out, 2 duplicate names" {
		t.Errorf("a name given again: %+v, %v, %v", got, report, err)
	}
	if _, _, err := readFiles(nil, ReadOptions{}); err == nil {
		t.Error("no file: no error")
	}
	missing := filepath.Join(t.TempDir(), "missing.tsv")
	if _, _, err := read(missing, ReadOptions{}); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("missing file: %v", err)
	}
}

// TestLocate finds the line of an entity's primary name, and none of what is not there.
func TestLocate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.tsv")
	if err := os.WriteFile(path, []byte("# x\nA:1\tone\nA:2\tb\nA:2\ttwo\tprimary\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]int{"A:1": 2, "A:2": 4, "A:3": 0} {
		if got := Locate(Source{Path: path}, ReadOptions{}, id); got != want {
			t.Errorf("%s: line %d, want %d", id, got, want)
		}
	}
	if got := Locate(Source{Path: path + "x"}, ReadOptions{}, "A:1"); got != 0 {
		t.Errorf("no file: line %d", got)
	}
}

// TestReportAdd adds up what two readings found.
func TestReportAdd(t *testing.T) {
	var r Report
	a := &Report{Rows: 1, Secondary: map[string]string{"x": "y"}}
	b := &Report{Rows: 2, Duplicates: 3, Secondary: map[string]string{"x": "z"}, Bad: []BadRow{{Line: 7}}}
	for range 3 {
		a.Skip("obsolete", "a")
		b.Skip("obsolete", "b")
	}
	b.Skip("old", "c")
	r.Add(a)
	r.Add(b)
	if r.Rows != 3 || r.Duplicates != 3 || len(r.Bad) != 1 || r.Secondary["x"] != "y" {
		t.Errorf("the sum is %+v", r)
	}
	if len(r.Skipped) != 2 || r.Skipped[0].Count != 6 || len(r.Skipped[0].Examples) != maxExamples || r.Skipped[1].Count != 1 {
		t.Errorf("skipped are %+v", r.Skipped)
	}
}
