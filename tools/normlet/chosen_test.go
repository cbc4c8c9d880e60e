package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
)

// TestQueryFilesSaid has eval and build say how they read query files, as flags say or as found out, also in JSON.
func TestQueryFilesSaid(t *testing.T) {
	f := newFixture(t)
	rows := [][]string{{"Mention", "ID"}, {"FOX-P2", "G:1"}, {"foxp1", "G:2"}}
	f.write("lines.tsv", "FOX-P2\tG:1\nfoxp1\tG:2|G:1\tgene\n")
	f.write("semicolons.csv", csvOf(rows, ";", "\r\n"))
	f.write("hashes.txt", csvOf(rows[1:], "#", "\n"))
	f.write("utf16.tsv", utf16le("FOX-P2\tG:1\nfoxp1\tG:2\n"))
	f.write("latin1.tsv", "FOX-P2\tG:1\nPLC\xe9\tG:2\n")
	f.write("book.xlsx", workbookOf(t, rows))
	f.write("decisions.csv", "decision,note,mention\nG:1,,FOX-P2\nNIL,,x\nG:2,,foxp1\n")
	f.write("notes.pubtator", "1|t|FOXP2 and FOXP1\n1\t0\t5\tFOXP2\tGene\tG:1\n1\t10\t15\tFOXP1\tGene\tG:2\n")
	const bare, header = "no header; mention: column 1, ids: column 2", "header; mention: column 1 (Mention), ids: column 2 (ID)"
	for _, c := range []struct{ file, flags, want string }{
		{"lines.tsv", "", "tsv, UTF-8, " + bare + ", type: column 3"},
		{"semicolons.csv", "", "csv, UTF-8, delimiter semicolon, " + header},
		{"hashes.txt", " --delimiter #", "csv, UTF-8, delimiter #, " + bare},
		{"utf16.tsv", "", "tsv, UTF-16LE, " + bare},
		{"latin1.tsv", " --encoding latin1", "tsv, Latin-1, " + bare},
		{"book.xlsx", "", `xlsx, sheet "beetles" (3 of 3), ` + header},
		{"book.xlsx", " --sheet 3", `xlsx, sheet "beetles" (3 of 3), ` + header},
		{"decisions.csv", "", "decisions, csv, UTF-8, delimiter comma, header; mention: column 3 (mention), decision: column 1 (decision)"},
		{"notes.pubtator", "", "pubtator, UTF-8"},
	} {
		want := "DIR/" + c.file + ": 2 queries, " + c.want + "\n  mention  ids"
		code, stdout, stderr := f.run(nil, strings.Fields("eval --json --pack DIR/t.normpack --queries DIR/"+c.file+c.flags)...)
		if code != exitDone || !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: status %d, %s; want %s", c.file, code, stderr, want)
		}
		var out struct{ Files []data.QueryReport }
		if err := json.Unmarshal([]byte(stdout), &out); err != nil || len(out.Files) != 1 || out.Files[0].Rows != 2 || out.Files[0].First[0].Mention[:3] != "FOX" {
			t.Errorf("%s: %v, %+v in %s", c.file, err, out, stdout)
		}
		if c.flags != "" || c.file == "notes.pubtator" {
			continue
		}
		code, _, stderr = f.run(nil, strings.Fields("build DIR/t.tsv --encoder DIR/t.normenc --out DIR/x.normpack --force --report DIR/x.json --mentions DIR/"+c.file)...)
		if report := f.read("x.json"); code != exitDone || !strings.Contains(stderr, "\n"+want) || !strings.Contains(report, `"mentions": [`) || !strings.Contains(report, c.file+`",`) {
			t.Errorf("%s: build: status %d, %s%s; want %s", c.file, code, stderr, report, want)
		}
	}
	code, _, stderr := f.run(nil, strings.Fields("eval --pack DIR/t.normpack --queries DIR/notes.pubtator --sheet 2")...)
	if want := "normlet: DIR/notes.pubtator: annotated documents in the format pubtator, and encoding, delimiter and sheet are those of tables"; code != exitFailed || !strings.HasPrefix(stderr, want) {
		t.Errorf("status %d, %s; want %s", code, stderr, want)
	}
}

// TestUnsavedFormulasSaid has everything that reads workbooks say which cells nobody has calculated.
func TestUnsavedFormulasSaid(t *testing.T) {
	f := newFixture(t)
	open := openDocumentOf(t, [][]string{{"id", "name", "more"}, {"B:1", "stag beetle", "x"}, {"B:2", "rove beetle", "y"}, {"B:3", "bark beetle", "FORMULA"}})
	f.write("t.ods", withFormula(t, open))
	const want = "DIR/t.ods: 1 cells with a formula have no saved value and are read as empty; open the workbook in a spreadsheet program and save it\n"
	for _, c := range []struct{ args, report string }{
		{"build DIR/t.ods --encoder DIR/t.normenc --out DIR/x.normpack --report DIR/r.json", "r.json"},
		{"map DIR/t.ods --column name --pack DIR/t.normpack --out DIR/o.csv --report DIR/m.json", "m.json"},
		{"eval --pack DIR/t.normpack --queries DIR/t.ods", ""},
	} {
		code, _, stderr := f.run(nil, strings.Fields(c.args)...)
		if code != exitDone || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s; want %s", c.args, code, stderr, want)
		}
		if c.report != "" && !strings.Contains(f.read(c.report), `"formulas_without_value": 1`) {
			t.Errorf("%s: %s", c.args, f.read(c.report))
		}
	}
}

// TestSNOMEDSaid has build say that it cannot tell inactive concepts, in the report, too.
func TestSNOMEDSaid(t *testing.T) {
	f := newFixture(t)
	f.write("d.txt", rf2Header+"\n"+releaseRow(1, "10001005", "stag beetle")+releaseRow(2, "10002003", "rove beetle"))
	const note = "DIR/d.txt: which concepts are inactive cannot be told, and they are in"
	code, _, stderr := f.run(nil, strings.Fields("build DIR/d.txt --encoder DIR/t.normenc --out DIR/x.normpack --report DIR/r.json")...)
	if code != exitDone || !strings.Contains(stderr, "\n"+note) || !strings.Contains(f.read("r.json"), `"notes": [`) {
		t.Errorf("status %d, %s%s; want %s", code, stderr, f.read("r.json"), note)
	}
}
