package review

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/normlet/normlet/train/data"
)

const headerLine = "mention,count,candidate_1_id,candidate_2_id,candidate_3_id,decision,comment\n"

func TestRead(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"numbers", headerLine + "a,1,X:1,X:2,X:3,2,\n\nb b,1,X:1,,,1,\n", "a [X:2] 2, b b [X:1] 4"},
		{"ids", headerLine + "a,1,,,, X:9 ,sure\nb,,,,,Y:1|Z:2,\n", "a [X:9] 2, b [Y:1 Z:2] 3"},
		{"numbers of several", headerLine + "a,1,X:1,X:2,,1 | 2,\n", "a [X:1 X:2] 2"},
		{"none", headerLine + "a,1,X:1,,,NIL,\nb,1,,,,none,\nc,1,,,,,\n", "a [] 2, b [] 3"},
		{"the same again", headerLine + "a,1,X:1,,,1,\n a ,1,,,,X:1,\n", "a [X:1] 2"},
		{"variants", "mention,decision,variants\na,X:1,b  c | d\ne,,f\ng,X:1,\nd,X:1,\n", "a [X:1] 2, b c [X:1] 2, d [X:1] 2, g [X:1] 4"},
		{"another order, other columns, short rows", "Decision,note,MENTION\nX:1,,a\n,\n\"X:2\",\"1\n2\",b\n", "a [X:1] 2, b [X:2] 4"},
		{"semicolons and a byte order mark", "\ufeffmention;decision\na,b;X:1\n", "a,b [X:1] 2"},
		{"tabs", "mention\tdecision\n\"5\"\" end\"\tX:1\r\n3\" end\tX:2\r\n", `5" end [X:1] 2, 3" end [X:2] 3`},
		{"Latin-1", headerLine + "\xe9,1,,,,X:1,\n", "é [X:1] 2"},
		{"apostrophes before what calculates", headerLine + "'=1+1,1,'-X:1,,,1,\n'tis,1,,,,X:2,\n'，,1,,,,X:3,\n", "=1+1 [-X:1] 2, 'tis [X:2] 3, '， [X:3] 4"},
	} {
		got, _, err := readFrom(strings.NewReader(tt.in), "r", data.QueryOptions{})
		if err != nil || describe(got) != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.name, describe(got), err, tt.want)
		}
		if !detect([]byte(tt.in), data.QueryOptions{}) {
			t.Errorf("%s: not recognized", tt.name)
		}
	}
}

func describe(all []Decision) string {
	var out []string
	for _, d := range all {
		out = append(out, fmt.Sprint(d.Mention, " ", d.IDs, " ", d.Line))
	}
	return strings.Join(out, ", ")
}

// TestJoinVariants leaves out what would not be read back, and what a cell does not hold.
func TestJoinVariants(t *testing.T) {
	long := strings.Repeat("x", 32760)
	if got := JoinVariants([]string{"a", "b|c", "d e", long}); got != "a | d e" {
		t.Errorf("%.40q", got)
	}
}

func TestReadFails(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", "r.csv: the table has no rows"},
		{"a,b\n1,2\n", "r.csv: no sheet of decisions: its first row has to have the columns mention and decision"},
		{headerLine + "a,1,X:1,,,,\n", "r.csv: no row has a decision; fill in the column decision"},
		{headerLine + "a,1,X:1,,,3,\n", `r.csv:2: decision "3": the row has no candidate 3; give an id, or NIL`},
		{headerLine + "a,1,X:1,,,1,\n\na,1,,,,NIL,\n", `r.csv:4: "a" is decided otherwise in line 2; a mention has one decision`},
		{"mention,decision,variants\na,X:1,b\nb,X:2,\n", `r.csv:3: "b" is decided otherwise in line 2`},
		{headerLine + " ,1,X:1,,,1,\n", `r.csv:2: decision "1" about no mention`},
		{headerLine + "a,1,X:1,,,1|NIL,\n", `r.csv:2: decision "1|NIL": want ids separated by |, or NIL alone`},
		{headerLine + "a,1,X:1,,,1|,\n", `r.csv:2: decision "1|": want ids`},
		{headerLine + "a,1,X:1,,,1|X:1,\n", `r.csv:2: decision "1|X:1" has X:1 twice`},
		{headerLine + "a,1,X:1,,,1,\n3\" end,1,,,,X:1,\n", "r.csv:3: "},
		{"PK\x03\x04nothing", "r.csv: the workbook cannot be unpacked"},
	} {
		if _, _, err := readFrom(strings.NewReader(tt.in), "r.csv", data.QueryOptions{}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %s", tt.in, err, tt.want)
		}
	}
	if _, err := Read("testdata/none.xlsx"); err == nil || !strings.Contains(err.Error(), "none.xlsx") {
		t.Errorf("no file: %v", err)
	}
	for _, in := range []string{"", "BRCA1\tX:1\n", "mention\tid\n", "\"mention,decision\n"} {
		if detect([]byte(in), data.QueryOptions{}) {
			t.Errorf("%q is taken for a sheet", in)
		}
	}
}

// TestReadWorkbook reads numbers and text, and rows by the numbers that Excel shows.
func TestReadWorkbook(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for cell, v := range map[string]any{"A1": "mention", "B1": "candidate_1_id", "C1": "decision", "A2": "=1+1", "B2": "X:1", "C2": 1, "A4": "b", "C4": "'x"} {
		if err := f.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	var content bytes.Buffer
	if err := f.Write(&content); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "r.xlsx")
	if err := os.WriteFile(path, content.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if want := "=1+1 [X:1] 2, b ['x] 4"; err != nil || describe(got) != want {
		t.Errorf("%s, %v; want %s", describe(got), err, want)
	}
	if !detect(content.Bytes(), data.QueryOptions{}) {
		t.Error("a workbook is not recognized")
	}
}

// FuzzRead requires sheets of any text to be read or refused.
func FuzzRead(f *testing.F) {
	f.Add([]byte(headerLine + "a,1,X:1,X:2,X:3,2,\nb,1,,,,NIL,\n"))
	f.Add([]byte("\ufeffmention\tdecision\n\"a\tb\"\tX:1|X:2\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if bytes.HasPrefix(content, []byte("PK\x03\x04")) {
			return // of another library
		}
		all, _, err := readFrom(bytes.NewReader(content), "r", data.QueryOptions{})
		if (err == nil) != (len(all) > 0) {
			t.Errorf("%d decisions, %v", len(all), err)
		}
		for _, d := range all {
			if d.Mention == "" || d.Line < 2 {
				t.Errorf("%+v", d)
			}
		}
	})
}

// TestReadQueries takes both kinds of labelled mentions.
func TestReadQueries(t *testing.T) {
	for in, want := range map[string]string{
		"a\tX:1|X:2\n": "[{a [X:1 X:2]    1}]",
		"mention,decision\na,X:1|X:2\nb,NIL\nc,X:3\n": "[{a [X:1 X:2]    2} {c [X:3]    4}]",
	} {
		got, err := ReadQueriesFrom(strings.NewReader(in), "q", data.QueryOptions{})
		if err != nil || fmt.Sprint(got.Queries) != want {
			t.Errorf("%q: %v, %v; want %s", in, got, err, want)
		}
	}
	for in, want := range map[string]string{"a\n": "q:1: no TAB", "mention,decision\na,NIL\n": "q: every decision is for no entity", "mention,decision\n": "q: no row has a decision"} {
		if _, err := ReadQueriesFrom(strings.NewReader(in), "q", data.QueryOptions{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
}

// detect reports whether content is a sheet of decisions.
func detect(content []byte, o data.QueryOptions) bool {
	in, err := openRows(bytes.NewReader(content), "", o)
	return err == nil && in.table.Close() == nil
}
