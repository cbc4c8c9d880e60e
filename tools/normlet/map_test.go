package main

import (
	"context"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const mapTable = "n,gene\n1,FOX-P2\n2,FOXP1/2\n3,\n4,foxp1 and FOXP2\n"

// TestMap maps one table to every format with a pack whose ranker is fixed.
func TestMap(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", mapTable)
	for _, format := range []string{"csv", "jsonl", "sssom"} {
		args := []string{"map", "DIR/in.csv", "--pack", "DIR/t.normpack", "--column", "gene", "--composites", "--format", format}
		if format == "jsonl" {
			args = append(args, "-k", "1")
		} else {
			args = append(args, "--nil-as", "x:NIL")
		}
		code, stdout, stderr := f.run(nil, append(args, "--out", "-")...)
		if code != exitDone || !strings.Contains(stderr, "\n4 rows: ") || !strings.HasPrefix(stderr, "DIR/in.csv: csv, UTF-8, delimiter comma, header; mentions: column 2 (gene)\n  gene\n  FOX-P2\n") {
			t.Errorf("%s: status %d, stderr %q", format, code, stderr)
		}
		golden(t, "map."+format, regexp.MustCompile(`normlet-[0-9a-f]{16}`).ReplaceAllString(stdout, "normlet-DIGEST"))
		if code, _, stderr := f.run(nil, append(args, "--out", "DIR/out")...); code != exitDone {
			t.Errorf("%s: status %d, stderr %q", format, code, stderr)
		}
		if f.read("out") != stdout {
			t.Errorf("%s: a file gets other bytes than standard output", format)
		}
	}
	code, stdout, _ := f.run(strings.NewReader("FOXP2\n"), "map", "-", "--no-header", "--column", "1", "--pack", "DIR/t.normpack", "--namespace", "chemical", "--min-p", "0.99", "--out", "-")
	if code != exitDone || stdout != "FOXP2,,,,nil,,,,none\n" {
		t.Errorf("status %d, stdout %q", code, stdout)
	}
}

// TestMapNear: a name has one p, whatever the form of the output, which decides whether near names are sought.
func TestMapNear(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene\nFOX-P2\n")
	_, stdout, _ := f.run(nil, "lookup", "--pack", "DIR/t.normpack", "--format", "json", "FOX-P2")
	p := regexp.MustCompile(`"p":([0-9.]+)`).FindStringSubmatch(stdout)
	if p == nil {
		t.Fatal(stdout)
	}
	for _, args := range [][]string{nil, {"--format", "jsonl"}, {"--in-order"}} {
		code, stdout, stderr := f.run(nil, append([]string{"map", "DIR/in.csv", "--pack", "DIR/t.normpack", "--column", "gene", "--out", "-"}, args...)...)
		if code != exitDone || !strings.Contains(stdout, p[1]) {
			t.Errorf("map %q: status %d, %s%s, want p %s", args, code, stdout, stderr, p[1])
		}
	}
}

func TestMapContext(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "m,text\nFBP,forkhead box P2 (FBP) is a gene\n")
	code, stdout, stderr := f.run(nil, "map", "DIR/in.csv", "--pack", "DIR/t.normpack", "--column", "m", "--context-column", "text", "--out", "-")
	if code != exitDone || !strings.Contains(stdout, ",G:1,FOXP2,forkhead box P2,") {
		t.Errorf("status %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestMapInOrder(t *testing.T) {
	f := newFixture(t)
	f.write("in.tsv", "doc\tm\n1\tforkhead box P2\n1\tFBP\n2\tFBP\n")
	for _, tt := range []struct {
		flags []string
		want  int // rows that mean G:1
	}{{nil, 1}, {[]string{"--in-order"}, 3}, {[]string{"--document-column", "doc"}, 2}} {
		args := append([]string{"map", "DIR/in.tsv", "--pack", "DIR/t.normpack", "--column", "m", "--min-p", "0.3", "--out", "-"}, tt.flags...)
		code, stdout, stderr := f.run(nil, args...)
		if got := strings.Count(stdout, "\tG:1\t"); code != exitDone || got != tt.want {
			t.Errorf("%q: status %d, %d rows mean G:1, want %d, stdout %q, stderr %q", tt.flags, code, got, tt.want, stdout, stderr)
		}
	}
}

func TestMapEncoding(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "m,n\nFOXP2,caf\xe9\n")
	code, stdout, stderr := f.run(nil, "map", "DIR/in.csv", "--pack", "DIR/t.normpack", "--column", "m", "--out", "-")
	if code != exitDone || !strings.HasPrefix(stderr, "DIR/in.csv: csv, Latin-1, delimiter comma, header; mentions: column 1 (m)\n") || !strings.Contains(stdout, "\nFOXP2,café,G:1,") {
		t.Errorf("status %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestMapDocuments(t *testing.T) {
	f := newFixture(t)
	f.write("in.txt", "1|t|forkhead box P2 (FBP), zzz and FOXP1/2\n1\t0\t3\tFBP\tGene\n1\t0\t3\tFOXP1/2\tGene\told\n1\t0\t3\tzzz\tGene\n")
	code, stdout, stderr := f.run(nil, "map", "DIR/in.txt", "--pack", "DIR/t.normpack", "--format", "pubtator", "--min-p", "0.3", "--coverage", "alone", "--out", "-")
	want := "1|t|forkhead box P2 (FBP), zzz and FOXP1/2\n1\t0\t3\tFBP\tGene\tG:1\n1\t0\t3\tFOXP1/2\tGene\tG:2|G:1\n1\t0\t3\tzzz\tGene\t-\n"
	if code != exitDone || stdout != want || stderr != "1 document: 3 mentions, 2 with an entity\n" {
		t.Errorf("status %d, stderr %q, stdout\n%s", code, stderr, stdout)
	}
	for flag, found := range map[string]string{"": "the first mentions look like NCBIGene ", "--coverage=0": "1 document: 3 mentions, 0 with"} {
		args := slices.DeleteFunc([]string{"map", "DIR/in.txt", "--format", "pubtator", "--out", "-", flag}, func(a string) bool { return a == "" })
		if code, _, stderr = f.run(nil, args...); code != exitDone || !strings.Contains(stderr, found) {
			t.Errorf("%s: status %d, stderr %q, want %q", flag, code, stderr, found)
		}
	}
	f.write("in.txt", "1|t|FOXP1 is a forkhead\n1\t0\t5\tFOXP1\tGene\n1\t11\t19\tforkhead\tGene\n\n2|t|a forkhead\n2\t2\t10\tforkhead\tGene\n")
	code, stdout, stderr = f.run(nil, "map", "DIR/in.txt", "--pack", "DIR/t.normpack", "--format", "pubtator", "--out", "-")
	if code != exitDone || !strings.Contains(stdout, "forkhead\tGene\tG:2\n\n") || !strings.Contains(stdout, "2\t2\t10\tforkhead\tGene\tG:1\n") {
		t.Errorf("what documents mean: status %d, stderr %q, stdout\n%s", code, stderr, stdout)
	}
	f.write("in.txt", "1|t|FOXP1\n1\t0\t5\tFOXP1\tGene\n1\t0\t5\tFOXP1\tDisease\n")
	code, stdout, stderr = f.run(nil, "map", "DIR/in.txt", "--format", "pubtator", "--types", "Disease=GO", "--out", "-")
	if code != exitDone || !strings.Contains(stdout, "Gene\tNCBIGene:27086\n") || strings.Contains(stdout, "Disease\tNCBIGene") {
		t.Errorf("types: status %d, stderr %q, stdout\n%s", code, stderr, stdout)
	}
	f.write("in.xml", "<collection><document><passage><text>FOXP2</text><annotation><text>FOXP2</text></annotation></passage></document></collection>")
	code, _, stderr = f.run(nil, "map", "DIR/in.xml", "--pack", "DIR/t.normpack", "--format", "bioc", "--out", "DIR/out.xml")
	if code != exitDone || !strings.Contains(f.read("out.xml"), `<annotation><infon key="identifier">G:1</infon><text>`) {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
}

// TestMapFinds marks the mentions of documents that mark none, and only gives ids to those of others.
func TestMapFinds(t *testing.T) {
	f := newFixture(t)
	f.write("in.txt", "1|t|"+annotated+"\n1|a|\n\n2|t|FOXP2 and asthma\n2\t0\t5\tFOXP2\tGene\n")
	for _, tt := range []struct{ flags, found, messages string }{
		{"", "1\t11\t17\tasthma\tDisease\tMESH:D001249\n1\t21\t25\tmice\tSpecies\tNCBITaxon:10090\n1\t34\t39\tFOXP2\tGene\tNCBIGene:114142\n", "2 documents: 4 mentions, 4 with an entity\n"},
		{"--namespace NCBIGene", "1\t34\t39\tFOXP2\tGene\tNCBIGene:114142\n", "2 documents: 2 mentions, 2 with an entity\n"},
		{"--namespace GO", "", "2 documents: 1 mention, "},
	} {
		code, stdout, stderr := f.run(nil, append(strings.Fields("map DIR/in.txt --format pubtator --find --out -"), strings.Fields(tt.flags)...)...)
		want := "1|t|" + annotated + "\n1|a|\n" + tt.found + "\n2|t|FOXP2 and asthma\n2\t0\t5\tFOXP2\tGene\t"
		if code != exitDone || !strings.HasPrefix(stdout, want) || !strings.Contains(stderr, tt.messages) {
			t.Errorf("%s: status %d, stderr %q, stdout\n%s, want\n%s", tt.flags, code, stderr, stdout, want)
		}
	}
}

func TestMapUsage(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", mapTable)
	for _, c := range []struct{ args, want string }{
		{"", "IN is missing"},
		{"DIR/in.csv --column gene", "--out is missing"},
		{"DIR/in.csv --out DIR/x", "--column is missing"},
		{"DIR/in.csv --out DIR/in.csv --column gene", "DIR/in.csv: this is an input"},
		{"DIR/in.csv --out DIR/x --column gene --types Gene=NCBIGene", "--types is for documents"},
		{"DIR/in.csv --out DIR/x --column gene --find", "--find is for documents"},
		{"DIR/in.csv --out DIR/x --format pubtator --pack DIR/t.normpack --types Gene=mars", `--types: namespace "mars"`},
		{"DIR/in.csv --out DIR/x --column gene --format xls", `invalid argument "xls" for "--format" flag`},
		{"DIR/in.csv --out DIR/x --column gene --input-format xls", `invalid argument "xls" for "--input-format" flag`},
		{"DIR/in.csv --out DIR/x --column gene --encoding ebcdic", `invalid argument "ebcdic" for "--encoding" flag`},
		{"DIR/in.csv --out DIR/x --column gene --min-p 2", "--min-p 2: want 0 to 1"},
		{"DIR/in.csv --out DIR/x --column gene -k 500", "-k 500"},
		{"DIR/in.csv --out DIR/x --column gene --threads 0", "--threads 0"},
		{"DIR/in.csv --out DIR/x --column gene --format bioc", "--column, --context-column, --organism-column, --also, --in-order, --document-column and --shard do not go with documents"},
		{"DIR/in.csv --out DIR/x.csv --column gene --pack DIR/t.normpack --namespace mars", `namespace "mars"`},
	} {
		code, stdout, stderr := f.run(nil, append([]string{"map"}, strings.Fields(c.args)...)...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, "normlet: "+c.want) {
			t.Errorf("%s: status %d, stderr %q; want 2 and %q", c.args, code, stderr, c.want)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"DIR/in.csv --column symbol", `normlet: DIR/in.csv: no column "symbol"; there are "n", "gene"`},
		{"DIR/in.csv --format pubtator", "normlet: DIR/in.csv:1: not PubTator"},
		{"DIR/none.csv --column gene", "normlet: DIR/none.csv: no such file"},
	} {
		args := append([]string{"map", "--pack", "DIR/t.normpack", "--out", "DIR/x.csv"}, strings.Fields(c.args)...)
		code, _, stderr := f.run(nil, args...)
		if code != exitFailed || !strings.HasPrefix(stderr, c.want) {
			t.Errorf("%s: status %d, stderr %q; want 1 and %q", c.args, code, stderr, c.want)
		}
	}
	f.only("in.csv")
}

// TestMapInterrupted: on a terminal where nobody types.
func TestMapInterrupted(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", mapTable)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	blocked, hold := io.Pipe()
	defer hold.Close()
	code, _, stderr := f.runContext(ctx, blocked, "map", "DIR/in.csv", "--pack", "DIR/t.normpack", "--column", "gene", "--out", "DIR/x.csv")
	if code != exitInterrupted || lastLine(stderr) != "normlet: interrupted\n" {
		t.Errorf("status %d, stderr %q", code, stderr)
	}
	f.only("in.csv")
}

func TestEvalProtocol(t *testing.T) {
	f := newFixture(t)
	f.write("q.tsv", "FBP\tG:1\tgene\tthe forkhead box P2 ( FBP ) gene\naspirin\tC:2\n")
	f.write("list.tsv", "aspirin\tC:2\nforkhead box P2\tG:1\nFBP\tG:1\n")
	f.write("q.pubtator", "1|t|forkhead box P2 (FBP)\n1\t0\t3\tFBP\tGene\tG:1\n1\t0\t3\tx\tGene\t-\n")
	for _, c := range []struct{ queries, protocol, want string }{
		{"q.tsv", "plain", `"queries":2,"unique":2,"hits":{"1":`},
		{"q.tsv", "abbreviations", "q.tsv: abbreviations written out in 1 queries"},
		{"list.tsv", "abbreviations", "list.tsv: abbreviations written out in 1 queries"},
		{"q.pubtator", "abbreviations", `"queries":1,"unique":1,"hits":{"1":1,`},
		{"list.tsv", "document", `"queries":3,"unique":3,"hits":{"1":1,`},
		{"q.pubtator", "document", `"queries":1,"unique":1,"hits":{"1":1,`},
	} {
		code, stdout, stderr := f.run(nil, "eval", "--pack", "DIR/t.normpack", "--queries", "DIR/"+c.queries, "--protocol", c.protocol, "--json")
		if code != exitDone || !strings.Contains(stdout+stderr, c.want) || c.protocol == "plain" && strings.Contains(stderr, "written out") {
			t.Errorf("%v: status %d, stderr %q, stdout %s", c, code, stderr, stdout)
		}
	}
	for args, want := range map[string]string{
		"--protocol best":                     `invalid argument "best" for "--protocol" flag`,
		"--protocol document --stage hamming": "--protocol document goes with --stage full",
	} {
		code, _, stderr := f.run(nil, append([]string{"eval", "--queries", "DIR/q.tsv"}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.HasPrefix(stderr, "normlet: "+want) {
			t.Errorf("%s: status %d, stderr %q", args, code, stderr)
		}
	}
}
