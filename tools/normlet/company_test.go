package main

import (
	"fmt"
	"strings"
	"testing"
)

// writeCompany writes a terminology of 40 genes and the papers that name them: those of even and of odd numbers stand
// together. G:0 and G:1 share a name.
func (f *fixture) writeCompany() {
	var genes, relations strings.Builder
	for i := range 40 {
		fmt.Fprintf(&genes, "G:%d\tt%dw%d protein %d\tprimary\t%d\tG\n", i, i%10, i/10, i, 10+i)
		fmt.Fprintf(&relations, "G:%d\tpublished_in\tPMID:%d\nG:%d\tpublished_in\tPMID:%d\n", i, i%2, i, 2+i%8)
	}
	genes.WriteString("G:0\tSHARED\talias\t10\tG\nG:1\tSHARED\talias\t11\tG\n")
	f.write("genes.tsv", genes.String())
	f.write("relations.tsv", "# a comment\n"+relations.String())
}

// TestContext goes from publications to answers that a sentence decides.
func TestContext(t *testing.T) {
	f := newFixture(t)
	f.writeCompany()
	code, _, stderr := f.run(nil, "build", "DIR/genes.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/g.normpack", "--company", "all",
		"--relations", "DIR/relations.tsv", "--seed", "3")
	if code != exitDone {
		t.Fatal(stderr)
	}
	sentences := map[string]string{"SHARED beside t8w0 protein 8 and t6w1 protein 16": "G:0", "t9w0-protein-9 and t7w1 protein 17 of SHARED": "G:1"}
	table := "text,gene\n"
	for sentence, want := range sentences {
		_, stdout, stderr := f.run(nil, "lookup", "-k", "1", "--format", "tsv", "--pack", "DIR/g.normpack", "--context", sentence, "SHARED")
		if !strings.Contains(stdout, "\nSHARED\t"+want+"\t") {
			t.Errorf("lookup in %q: %s%s; want %s", sentence, stdout, stderr, want)
		}
		table += sentence + ",SHARED\n"
	}
	f.write("in.csv", table)
	_, stdout, stderr := f.run(nil, "map", "DIR/in.csv", "--column", "gene", "--context-column", "text", "--pack", "DIR/g.normpack", "--out", "-")
	for sentence, want := range sentences {
		if !strings.Contains(stdout, sentence+",SHARED,"+want+",") {
			t.Errorf("map: %s%s; want %s in %q", stdout, stderr, want, sentence)
		}
	}
	f.write("queries.tsv", "SHARED\tG:0\tgene\tSHARED and t8w0 protein 8\nSHARED\tG:1\tgene\tt9w0 protein 9 and SHARED\nt7w0 protein 7\tG:7\n")
	_, stdout, stderr = f.run(nil, "eval", "--queries", "DIR/queries.tsv", "--pack", "DIR/g.normpack", "--context", "--json")
	if !strings.Contains(stdout, `"context":{"ambiguous":2,"without":0.5,"with":1,"other":0.5}`) {
		t.Errorf("eval: %s%s", stdout, stderr)
	}
}

func TestCompanyUsage(t *testing.T) {
	f := newFixture(t)
	f.writeCompany()
	f.write("texts.tsv", "G:1\ta text\n")
	f.write("empty.tsv", "")
	f.write("bad.tsv", "G:1\ta text\nG:2\n")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"--definitions DIR/texts.tsv", "--details, which is missing", exitUsage},
		{"--relations DIR/texts.tsv", "texts.tsv:1: 2 columns", exitFailed},
		{"--profiles H", `no namespace "H"; there are G`, exitFailed},
		{"--details --definitions DIR/none.tsv", "none.tsv", exitFailed},
		{"--details --definitions DIR/empty.tsv", "no definitions", exitFailed},
		{"--details --definitions DIR/bad.tsv", "bad.tsv:2: 1 columns; a line is id TAB definition", exitFailed},
		{"--company all --relations DIR/texts.tsv", "texts.tsv:1: 2 columns", exitFailed},
	} {
		args := append([]string{"build", "DIR/genes.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/x.normpack"}, strings.Fields(c.args)...)
		if code, _, stderr := f.run(nil, args...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s", c.args, code, stderr)
		}
	}
	for _, name := range f.list() {
		if strings.Contains(name, "x.normpack") {
			t.Errorf("%s is left behind", name)
		}
	}
	code, _, stderr := f.run(nil, "eval", "--queries", "DIR/texts.tsv", "--context", "--stage", "float")
	if code != exitUsage || !strings.Contains(stderr, "--context goes with --stage full") {
		t.Errorf("eval: status %d, %s", code, stderr)
	}
}
