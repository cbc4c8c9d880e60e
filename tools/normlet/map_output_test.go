package main

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/tools/normlet/internal/mapper"
)

// TestFormatOfName says the formats of names, and what is no name of a table.
func TestFormatOfName(t *testing.T) {
	for name, want := range map[string]string{
		"a.csv": "csv", "A.CSV.GZ": "csv", "a.tsv.zst": "tsv", "a.jsonl": "jsonl", "a.ndjson.gz": "jsonl", "a.sssom.tsv": "sssom", "a.sssom.tsv.gz": "sssom",
		"a.xlsx": "xlsx", "a.parquet": "parquet", "a.xlsx.gz": "", "a.parquet.zst": "", "a.txt": "", "a": "", "a.csv.bak": "", "csv": "",
	} {
		if got := mapper.FormatOfName(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestMapEndings maps one table to every ending, and to what --format says instead.
func TestMapEndings(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene\nFOX-P2\nqqqq?\n")
	for _, c := range []struct{ out, flags, want string }{
		{"o.csv", "", "gene,gene_id,gene_name,gene_matched,gene_stage,gene_score,gene_p,gene_tied,gene_verdict\nFOX-P2,G:1,"},
		{"o.tsv", "", "gene\tgene_id\t"},
		{"o.jsonl", "", `{"mention":"FOX-P2",`},
		{"o.ndjson", "", `{"mention":"FOX-P2",`},
		{"o.sssom.tsv", "", "#curie_map:\n"},
		{"o.xlsx", "", "PK"},
		{"o.txt", " --format tsv", "gene\tgene_id\t"},
		{"o2.tsv", " --format csv", "gene,gene_id,"},
		{"o3.csv", " --add tied,url", "gene,gene_id,gene_name,gene_matched,gene_stage,gene_score,gene_p,gene_tied,gene_verdict,gene_tied_ids,gene_url\n"},
	} {
		f.maps(strings.Fields("map DIR/in.csv --column gene --pack DIR/t.normpack --out DIR/" + c.out + c.flags)...)
		if got := f.read(c.out); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s%s: %.80q, want %q", c.out, c.flags, got, c.want)
		}
	}
	rows := f.readTable("o.xlsx")
	if got := strings.Join(rows[1][:4], " "); len(rows) != 3 || got != "FOX-P2 G:1 FOXP2 FOXP2" {
		t.Errorf("the workbook holds %q", rows)
	}
	code, stdout, _ := f.run(nil, strings.Fields("map DIR/in.csv --column gene --pack DIR/t.normpack --format xlsx --out -")...)
	if code != exitDone || stdout != f.read("o.xlsx") {
		t.Errorf("status %d: standard output gets another workbook than a file", code)
	}
	f.maps(strings.Fields("map DIR/in.csv --column gene --pack DIR/t.normpack --out /dev/null")...) // as standard output
}

// TestMapSummary counts what came of a table, in words and in JSON.
func TestMapSummary(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "n,gene\n1,FOX-P2\n2,qqqq?\n3,\n4,qqqq?\n5,FOXP1 and FOXP2\n6,catalase\n7,zzzz?\n")
	stderr := f.maps(strings.Fields("map DIR/in.csv --column gene --pack DIR/t.normpack --min-p 0.4 --out DIR/o.csv --report DIR/r.json")...)
	const words = "the most frequent without an entity:\n      2  qqqq?\n      1  zzzz?\nverdicts: accept 2, review 1, none 3\n" +
		"7 rows: 3 mentions with an entity (exact 2, normalized 1), 1 tied, 3 NIL, 1 empty; 7 look-ups\n"
	if !strings.HasSuffix(stderr, "\n"+words) {
		t.Errorf("%s\nwant\n%s", stderr, words)
	}
	const want = `{
  "rows": 7,
  "answered": 3,
  "nil": 3,
  "tied": 1,
  "empty": 1,
  "numbers": 0,
  "stages": {
    "exact": 2,
    "normalized": 1
  },
  "verdicts": {
    "accept": 2,
    "none": 3,
    "review": 1
  },
  "below_min_p": 0,
  "below_min_p_right": 0,
  "in_list_alone": {
    "mentions": 0,
    "count": 0,
    "at_least": false
  },
  "unmapped": [
    {
      "mention": "qqqq?",
      "count": 2
    },
    {
      "mention": "zzzz?",
      "count": 1
    }
  ],
  "unmapped_at_least": false,
  "resumed_after": 0,
  "table": {
    "file": "DIR/in.csv",
    "format": "csv",
    "delimiter": "comma",
    "header": true,
    "columns": [
      {
        "role": "mentions",
        "name": "gene",
        "number": 2,
        "first": [
          "FOX-P2",
          "qqqq?",
          ""
        ]
      }
    ],
    "in_list": [
      {
        "namespace": "gene",
        "share": 0.703387
      }
    ]
  }
}
`
	if got := strings.ReplaceAll(f.read("r.json"), f.dir, "DIR"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestReviewOnly writes the sheet without an output, and takes it back.
func TestReviewOnly(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene\ncatalase\nqqqq?\nFOX-P2\nqqqq?\n=qq\n")
	args := []string{"map", "DIR/in.csv", "--column", "gene", "--pack", "DIR/t.normpack"}
	log := f.maps(append(args, "--review", "DIR/r.csv")...)
	if !strings.Contains(log, "DIR/r.csv: 3 of 3 different mentions that are doubtful, with 100 %") {
		t.Errorf("%s", log)
	}
	sheet := f.readTable("r.csv")
	row := map[string][]string{}
	for _, r := range sheet[1:] {
		row[r[0]] = r
	}
	if r := row["qqqq?"]; r[1] != "2" || r[2] != "3" || r[6] == "" {
		t.Errorf("%q: want two rows, the first in line 3, and a candidate though it is NIL", r)
	}
	if r := row["catalase"]; r[3] == "" || r[6] == "" || r[9] == "" {
		t.Errorf("%q: want an answer, and two candidates that are tied", r)
	}
	if row["'=qq"] == nil {
		t.Errorf("%q: a formula", sheet)
	}
	f.write("d.csv", "mention,decision,candidate_2_id\ncatalase,2,C:1\nqqqq?,g:3,\n'=qq,NIL,\nnever,G:1,\n")
	log = f.maps(append(args, "--decisions", "DIR/d.csv", "--out", "DIR/o.csv")...)
	if !strings.HasSuffix(log, "DIR/d.csv:5: the table has no mention \"never\", so nothing came of the decision\n") {
		t.Errorf("%s", log)
	}
	var got []string
	for _, r := range f.readTable("o.csv")[1:] {
		got = append(got, r[0]+" "+r[1]+" "+r[4])
	}
	if s := strings.Join(got, ", "); s != "catalase C:1 decision, qqqq? G:3 decision, FOX-P2 G:1 normalized, qqqq? G:3 decision, =qq  nil" {
		t.Errorf("%s", s)
	}
	log = f.maps(append(args, "--decisions", "DIR/d.csv", "--review", "DIR/again.tsv", "--review-limit", "1")...)
	if !strings.Contains(log, "no mention is doubtful") {
		t.Errorf("all is decided: %s", log)
	}
	code, _, stderr := f.run(nil, append(args, "--review", "DIR/r.csv")...)
	if code != exitFailed || !strings.Contains(stderr, "choose another name, or replace it with --force") {
		t.Errorf("a sheet, perhaps with decisions, is written over: status %d, %s", code, stderr)
	}
}

// TestReviewUsage refuses what cannot be done, and says what can.
func TestReviewUsage(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene\nFOX-P2\n")
	f.write("bad.csv", "mention,decision\nFOX-P2,G:99\n")
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"--out DIR/o", "--out DIR/o: the ending says no format; the endings are .csv, .tsv, .jsonl, .ndjson and .sssom.tsv, also with .gz or .zst, and .xlsx and .parquet; or say --format", exitUsage},
		{"--out DIR/o.parquet --resume", "Parquet ends with what says where all is, so --resume and --shard do not go with --out .parquet", exitUsage},
		{"--out DIR/o.parquet --shard 1/2", "Parquet ends with what says where all is", exitUsage},
		{"--out DIR/o.parquet --only", "--only is for Parquet to Parquet", exitUsage},
		{"--out DIR/o.xlsx --resume", "a workbook is written as a whole", exitUsage},
		{"--out DIR/o.xlsx --shard 1/2", "a workbook is written as a whole", exitUsage},
		{"--out DIR/o.csv --add name", `--add: there is no "name" to add; there are 2nd, 3rd, tied, broader, says, parent, organism, same, fullname, url, xrefs`, exitUsage},
		{"--out DIR/o.jsonl --add url", "--add is for formats with columns", exitUsage},
		{"--out DIR/o.csv --review DIR/r.txt", "--review DIR/r.txt: a sheet ends in .xlsx, .csv or .tsv", exitUsage},
		{"--out DIR/o.csv --review DIR/r.csv --resume", "--review goes through the whole table", exitUsage},
		{"--review DIR/r.csv --shard 1/2", "--out is missing", exitUsage},
		{"--out DIR/o.csv --review DIR/r.csv --review-limit 0", "--review-limit 0: want 1 or more", exitUsage},
		{"--out DIR/o.txt --format pubtator --decisions DIR/bad.csv", "--column, ", exitUsage},
		{"--out DIR/o.csv --decisions DIR/bad.csv", `DIR/bad.csv:2: decision "G:99": the pack has no such entity; give an id that it has, 1 to 3 for a candidate of the row, or NIL`, exitFailed},
		{"--out DIR/o.csv --decisions DIR/in.csv", "DIR/in.csv: no sheet of decisions", exitFailed},
	} {
		args := append([]string{"map", "DIR/in.csv", "--column", "gene", "--pack", "DIR/t.normpack"}, strings.Fields(c.args)...)
		if code, _, stderr := f.run(nil, args...); code != c.status || !strings.HasPrefix(stderr, "normlet: "+c.want) {
			t.Errorf("%s: status %d, %s", c.args, code, stderr)
		}
	}
	for args, want := range map[string]string{
		"--out DIR/o.csv --encoding latin1":    "DIR/in.parquet: Parquet says itself how it is read",
		"--out DIR/o.csv --no-header":          "DIR/in.parquet: Parquet says itself how it is read",
		"--out DIR/o.csv --only":               "--only is for Parquet to Parquet",
		"--out DIR/o.parquet --report DIR/r.j": "--review, --decisions and --report do not go with Parquet to Parquet",
	} {
		code, _, stderr := f.run(nil, append([]string{"map", "DIR/in.parquet", "--column", "gene"}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.HasPrefix(stderr, "normlet: "+want) {
			t.Errorf("%s: status %d, %s", args, code, stderr)
		}
	}
}

// TestBuildTakesDecisions adds the names that a filled sheet decides to a pack.
func TestBuildTakesDecisions(t *testing.T) {
	f := newFixture(t)
	f.write("d.csv", "mention;candidate_1_id;decision\nqqqq?;G:3;1\nzzzz?;;NIL\nwwww;;G:2\n")
	log := f.maps("build", "DIR/t.tsv", "--out", "DIR/d.normpack", "--encoder", "DIR/t.normenc", "--method", "rp", "--bits", "64", "--mentions", "DIR/d.csv")
	if !strings.Contains(log, "2 labelled mentions") {
		t.Errorf("%s", log)
	}
}
