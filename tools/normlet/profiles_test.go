package main

import (
	"fmt"
	"strings"
	"testing"
)

// writeTopics writes a terminology of 150 genes and what is known of them: gene 17 is
// of topic 7, with words of that and some of its own. G:0 and G:1 share a name.
func (f *fixture) writeTopics() {
	var genes, texts, relations strings.Builder
	for i := range 150 {
		fmt.Fprintf(&genes, "G:%d\tt%dw%d protein %d\tprimary\t%d\tG\n", i, i%10, i/10, i, 10+i)
		fmt.Fprintf(&texts, "G:%d\tof mark%d, sign%d and", i, i, i)
		for k := range 12 {
			fmt.Fprintf(&texts, " t%dw%d", i%10, (i+k*k)%30)
		}
		fmt.Fprintln(&texts)
		for k := range 10 {
			fmt.Fprintf(&relations, "G:%d\tinteracts_with\tG:%d\n", i, (i+10*k*k)%150)
		}
	}
	genes.WriteString("G:0\tSHARED\talias\t10\tG\nG:1\tSHARED\talias\t11\tG\n")
	f.write("genes.tsv", genes.String())
	f.write("texts.tsv", texts.String())
	f.write("relations.tsv", "# a comment\n"+relations.String())
}

// TestContext goes from definitions to answers that a sentence decides.
func TestContext(t *testing.T) {
	f := newFixture(t)
	f.writeTopics()
	code, _, stderr := f.run(nil, "build", "DIR/genes.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/g.normpack", "--profiles", "all",
		"--definitions", "DIR/texts.tsv", "--relations", "DIR/relations.tsv", "--seed", "3")
	if code != exitDone {
		t.Fatal(stderr)
	}
	sentences := map[string]string{"SHARED has mark0 and sign0": "G:0", "sign1 and mark1 of SHARED": "G:1"}
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
	f.write("queries.tsv", "SHARED\tG:0\tgene\tSHARED has mark0 and sign0\nSHARED\tG:1\tgene\tsign1 and mark1 of SHARED\nt7w0 protein 7\tG:7\n")
	_, stdout, stderr = f.run(nil, "eval", "--queries", "DIR/queries.tsv", "--pack", "DIR/g.normpack", "--context", "--json")
	if !strings.Contains(stdout, `"context":{"ambiguous":2,"without":0.5,"with":1,"other":0.5}`) {
		t.Errorf("eval: %s%s", stdout, stderr)
	}
}

func TestProfilesUsage(t *testing.T) {
	f := newFixture(t)
	f.writeTopics()
	f.write("empty.tsv", "")
	f.write("bad.tsv", "G:1\ta text\nG:2\n")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"--definitions DIR/texts.tsv", "--profiles or --details, which are missing", exitUsage},
		{"--relations DIR/texts.tsv", "texts.tsv:1: 2 columns", exitFailed},
		{"--profiles H", `no namespace "H"; there are G`, exitFailed},
		{"--profiles all --definitions DIR/none.tsv", "none.tsv", exitFailed},
		{"--profiles all --definitions DIR/empty.tsv", "no definitions", exitFailed},
		{"--profiles all --definitions DIR/bad.tsv", "bad.tsv:2: 1 columns; a line is id TAB definition", exitFailed},
		{"--profiles all --relations DIR/texts.tsv", "texts.tsv:1: 2 columns", exitFailed},
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
