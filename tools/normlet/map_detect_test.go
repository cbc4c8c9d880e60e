package main

import (
	"slices"
	"strings"
	"testing"
)

// TestMapDetects says what the columns of tables hold, and which command maps them. That command has to do what --columns auto
// does.
func TestMapDetects(t *testing.T) {
	f := newFixture(t)
	f.write("sheet.csv", `no,sample,target gene,host,when,remarks,target gene
1,S-1,FOX-P2,human,2024-05-01,FOX-P2 was not found again in the second sample,GO:0006915
2,S-2,PLCγ2,human,2024-05-02,this one has PLCγ2 and much more of it,GO:0008283
3,S-3,her2/neu,mouse,2024-05-03,see what the notebook says of her2/neu in May,GO:0007049
4,S-4,p53,human,2024-05-04,n/a,
5,S-9,BRCA1,mouse,2024-05-05,as before and with BRCA1 in all of them,
`)
	code, stdout, stderr := f.run(nil, "map", "DIR/sheet.csv")
	want := `1  no           numbers                100 %  1; 2; 3
2  sample       nothing to map                S-1; S-2; S-3
3  target gene  names: NCBIGene         92 %  FOX-P2 → FOXP2; PLCγ2 → PLCG2; her2/neu → ERBB2
4  host         organisms              100 %  human; mouse
5  when         dates                  100 %  2024-05-01; 2024-05-02; 2024-05-03
6  remarks      text                   100 %  FOX-P2 was not found again in the second sample…
7  target gene  ids: GO          100 % found  GO:0006915 → apoptotic process; GO:0008283 → ce…

By up to 100 different cells of each column in the first 5 rows.

To map them, or the same with --columns auto:
  normlet map DIR/sheet.csv --column 3:NCBIGene --column 7:GO --organism-column host --context-column remarks --out sheet-mapped.csv

To find entities in the text:
  normlet annotate DIR/sheet.csv --column remarks --format jsonl
`
	if code != exitDone || stdout != want || stderr != "DIR/sheet.csv: csv, UTF-8, delimiter comma, header\n" {
		t.Errorf("status %d, stderr %q, stdout\n%s", code, stderr, stdout)
	}
	if slices.Contains(f.list(), "sheet-mapped.csv") {
		t.Error("something was written")
	}
	_, after, ok := strings.Cut(stdout, "  normlet ")
	said, _, _ := strings.Cut(after, " --out ")
	code, stdout, _ = f.run(nil, append(strings.Fields(said), "--out", "-")...)
	if !ok || code != exitDone {
		t.Fatalf("%s: status %d", said, code)
	}
	code, auto, stderr := f.run(nil, "map", "DIR/sheet.csv", "--columns", "auto", "--out", "-")
	if code != exitDone || auto != stdout || !strings.Contains(stderr, "columns 3:NCBIGene, 7:GO; organisms host; context remarks\n") {
		t.Errorf("status %d, stderr %q, stdout\n%s, want\n%s", code, stderr, auto, stdout)
	}
}

func TestMapDetectsForms(t *testing.T) {
	f := newFixture(t)
	for _, tt := range []struct {
		name, content string
		flags, want   string // "" is an error
	}{
		{"list.txt", "TP53\nEGFR\nKRAS\n", "", "normlet map DIR/list.txt --no-header --column 1:NCBIGene --out list-mapped.csv\n"},
		{"sheet.csv", "IL2,n\nTP53,3\nEGFR,4\n", "", "normlet map DIR/sheet.csv --column IL2:NCBIGene --out sheet-mapped.csv\n"}, // n is no number
		{"it's one.tsv", "disease\nasthma\npsoriasis\n", "--min-p 0.7", `normlet map 'DIR/it'\''s one.tsv' --min-p 0.7 --column disease:disease --out 'it'\''s one-mapped.tsv'` + "\n"},
		{"o.jsonl", "{\"a\":\"TP53\",\"b\":[1],\"c\":1}\n{\"d\":null,\"a\":\"EGFR\"}\n", "", "normlet map DIR/o.jsonl --column a --out o-mapped.jsonl\n"},
		{"n.csv", "a;b\nTP53;1\nEGFR;2\n", "--namespace GO", "No column looks like names or ids of this pack"},
		{"d.txt", "1|t|FOXP2 and asthma\n1|a|\n1\t0\t5\tFOXP2\tGene\t\n", "", ""},
		{"empty.csv", "a,b\n", "", "No column looks"},
	} {
		f.write(tt.name, tt.content)
		code, stdout, stderr := f.run(nil, append([]string{"map", "DIR/" + tt.name}, strings.Fields(tt.flags)...)...)
		if tt.want == "" {
			if code != exitFailed || !strings.Contains(stderr, "it looks like documents in the format pubtator: say --format pubtator") {
				t.Errorf("%s: status %d, stderr %q", tt.name, code, stderr)
			}
		} else if code != exitDone || !strings.Contains(stdout, tt.want) {
			t.Errorf("%s: status %d, stderr %q, stdout\n%s, want %s", tt.name, code, stderr, stdout, tt.want)
		}
	}
	code, stdout, _ := f.run(strings.NewReader("TP53\nEGFR\n"), "map", "-", "--columns", "auto", "--out", "-")
	if code != exitDone || strings.Count(stdout, ",NCBIGene:") != 2 || !strings.HasPrefix(stdout, "TP53,") {
		t.Errorf("status %d, stdout %q: a list without a header comes by a pipe, which can be read once", code, stdout)
	}
	for _, flags := range []string{"--columns auto --column a", "--columns auto --format bioc", "--columns all"} {
		if code, _, stderr := f.run(nil, append([]string{"map", "DIR/n.csv", "--out", "DIR/x.csv"}, strings.Fields(flags)...)...); code != exitUsage {
			t.Errorf("%s: status %d, stderr %q", flags, code, stderr)
		}
	}
	code, _, stderr := f.run(nil, "map", "DIR/empty.csv", "--columns", "auto", "--out", "DIR/x.csv")
	if code != exitFailed || !strings.Contains(stderr, "no column looks like names or ids of this pack; normlet map DIR/empty.csv says what each holds") || slices.Contains(f.list(), "x.csv") {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
}

// TestMapDetectsOutputs chooses columns before outputs that have to know them, before each shard, and as a run before did.
func TestMapDetectsOutputs(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "n,gene\n"+strings.Repeat("1,FOXP2\n2,FOXP1\n3,TP53\n", 2000))
	auto := []string{"map", "DIR/in.csv", "--columns", "auto"}
	run := func(args ...string) {
		t.Helper()
		if code, _, stderr := f.run(nil, append(auto, args...)...); code != exitDone {
			t.Fatalf("%q: status %d, %s", args, code, stderr)
		}
	}
	run("--out", "DIR/all.csv")
	run("--out", "DIR/all.xlsx")
	run("--out", "DIR/1.csv", "--shard", "1/2")
	run("--out", "DIR/2.csv", "--shard", "2/2")
	if f.read("1.csv")+f.read("2.csv") != f.read("all.csv") || !strings.Contains(f.read("all.csv"), ",NCBIGene:93986,") {
		t.Error("shards are not the whole")
	}
}
