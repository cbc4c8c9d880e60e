package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// idsByMap maps annotated documents, and returns a line for each annotation: mention TAB ids.
func idsByMap(t *testing.T, path string, args ...string) []string {
	t.Helper()
	var out, log bytes.Buffer
	args = append([]string{"map", path, "--format", "pubtator", "--out", "-"}, args...)
	if code := run(context.Background(), args, strings.NewReader(""), &out, &log); code != exitDone {
		t.Fatalf("%q: exit %d: %s", args, code, &log)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 6 && strings.Trim(f[1]+f[2], "0123456789") == "" {
			lines = append(lines, f[3]+"\t"+f[5])
		}
	}
	return lines
}

// idsByEval returns the lines of eval --answers.
func idsByEval(t *testing.T, queries string, args ...string) []string {
	t.Helper()
	answers := filepath.Join(t.TempDir(), "answers.tsv")
	evaluate(t, append([]string{"--protocol", "document", "--queries", queries, "--answers", answers}, args...)...)
	content, err := os.ReadFile(answers)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
}

// same compares the ids that map and eval give to the same mentions.
func same(t *testing.T, byMap, byEval []string, least int) {
	t.Helper()
	if len(byMap) != len(byEval) || len(byMap) < least {
		t.Fatalf("map answers %d mentions, eval %d; want %d or more", len(byMap), len(byEval), least)
	}
	different := 0
	for i := range byMap {
		if byMap[i] != byEval[i] {
			if different++; different <= 5 {
				t.Errorf("mention %d: map %q, eval %q", i, byMap[i], byEval[i])
			}
		}
	}
	if different > 0 {
		t.Errorf("%d of %d mentions differ", different, len(byMap))
	}
}

// TestMapAsEval gives the ids of eval to the mentions of documents and of rows in order.
func TestMapAsEval(t *testing.T) {
	f := newFixture(t)
	f.write("in.txt", `1|t|forkhead box P2 (FBP), zzz and FOXP1/2
1|a|FOXP1 is a forkhead, not aspirin.
1	0	3	FBP	Gene	G:1
1	0	3	FOXP1/2	Gene	G:1|G:2
1	0	3	zzz	Gene	-
1	0	3	FOXP1	Gene
1	0	3	forkhead	Gene	G:2
1	0	3	FBs	Gene

2|t|a forkhead
2	0	3	forkhead	Gene	G:1
2	0	3	fork box	Gene	-1
`)
	pack := []string{"--pack", f.dir + "/t.normpack"}
	same(t, idsByMap(t, f.dir+"/in.txt", pack...), idsByEval(t, f.dir+"/in.txt", pack...), 8)

	f.write("list.tsv", "FOXP1\tG:2\tgene\tforkhead box P2 ( FBP )\nforkhead\tG:1\tgene\tforkhead box P2 ( FBP )\nFBP\tG:1\tgene\tforkhead box P2 ( FBP )\nFBP\tG:1\tgene\talone\nqqqq\tG:1\tgene\talone\n")
	code, stdout, stderr := f.run(nil, "map", "DIR/list.tsv", "--pack", "DIR/t.normpack", "--no-header", "--column", "1", "--context-column", "4", "--document-column", "4", "--nil-as", "-", "--min-p", "0", "--out", "-")
	if code != exitDone {
		t.Fatalf("status %d, %s", code, stderr)
	}
	var byMap []string
	for line := range strings.Lines(stdout) {
		fields := strings.Split(line, "\t")
		byMap = append(byMap, fields[0]+"\t"+fields[4])
	}
	same(t, byMap, idsByEval(t, f.dir+"/list.tsv", pack...), 5)
}

// TestAccuracyMapAsEval does so with the default pack and corpora of documents.
func TestAccuracyMapAsEval(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	// Genes alone, and all kinds.
	for name, annotations := range map[string]int{"GNormPlus_Train": 5793, "BioRED_TrainDev": 16884} {
		path := evaluationData(t, "documents", name+".pubtator.gz")
		same(t, idsByMap(t, path, "--min-p", "0"), idsByEval(t, path, "--coverage", "auto"), annotations)
	}
}
