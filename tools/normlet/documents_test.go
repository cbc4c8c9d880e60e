package main

import (
	"os"
	"strings"
	"testing"
)

// brat is a folder of documents in brat: a text and its marks are two files, and pieces of a mention stay.
var brat = map[string]string{
	"a.txt": "Asthma and man: the mice lack FOXP2", "a.ann": "T1\tDisease 0 6\tAsthma\nN7\tReference T1 MESH:X\told\nT2\tSpecies 11 14;20 24\tmice\nR1\tOf Arg1:T1 Arg2:T2\nT3\tGene 30 35\tFOXP2\n",
	"sub/b.txt": "No TP53.", "sub/b.ann": "", "sub/.hidden": "no document",
}

const mappedBrat = "T1\tDisease 0 6\tAsthma\nN8\tReference T1 MESH:D001249\tAsthma\nT2\tSpecies 11 14;20 24\tmice\nN9\tReference T2 NCBITaxon:10090\tmice\nR1\tOf Arg1:T1 Arg2:T2\nT3\tGene 30 35\tFOXP2\nN10\tReference T3 NCBIGene:93986\tFOXP2\n"

func (f *fixture) writeAll(folder string, files map[string]string) string {
	f.check(os.MkdirAll(f.path(folder+"/sub"), 0o777))
	for name, content := range files {
		f.write(folder+"/"+name, content)
	}
	return f.path(folder)
}

// TestBratFolder maps a folder of brat to a folder, goes on with it, and measures it.
func TestBratFolder(t *testing.T) {
	f := newTagged(t)
	in := f.writeAll("in", brat)
	run := func(args ...string) (int, string, string) {
		return f.run(nil, append(args, "--pack", "DIR/t.normpack")...)
	}
	if code, _, messages := run("map", in, "--format", "brat", "--out", "DIR/out", "--find"); code != 0 || !strings.Contains(messages, "2 documents: 4 mentions, 4 with an entity") {
		t.Fatalf("status %d, %s", code, messages)
	}
	for name, want := range map[string]string{"a.ann": mappedBrat, "a.txt": brat["a.txt"], "sub/b.ann": "T1\tGene 3 7\tTP53\nN2\tReference T1 NCBIGene:7157\tTP53\n", "sub/b.txt": brat["sub/b.txt"]} {
		if got := f.read("out/" + name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if code, _, messages := run("map", in, "--format", "brat", "--out", "DIR/out"); code == 0 || !strings.Contains(messages, "a.ann") {
		t.Errorf("files are replaced without being asked: %d, %s", code, messages)
	}
	f.check(os.Remove(f.path("out/a.ann")))
	f.write("out/sub/b.ann", "kept")
	if code, _, messages := run("map", in, "--format", "brat", "--out", "DIR/out", "--resume"); code != 0 || f.read("out/a.ann") != mappedBrat || f.read("out/sub/b.ann") != "kept" {
		t.Errorf("status %d, %s", code, messages)
	}
	if code, out, messages := run("eval", "--queries", f.path("in"), "--json"); code != 0 || !strings.Contains(messages, "in: 3 queries, brat") || !strings.Contains(out, `"queries"`) {
		t.Errorf("status %d, %s, %s", code, messages, out)
	}
	code, out, messages := run("eval", "--queries", in, "--protocol", "tag")
	if row := strings.Join(strings.Fields(out), " "); code != 0 || !strings.Contains(messages, "1 marks have no place, or several") || !strings.Contains(row, "tagger Disease 1 1 1.000") {
		t.Errorf("status %d, %s\n%s", code, messages, out)
	}
	if code, out, messages := run("annotate", f.path("in/a.ann"), "--format", "jsonl"); code != 0 || strings.Count(out, "\n") != 1 || !strings.Contains(out, `"text":"FOXP2"`) {
		t.Errorf("the marks stand for the text: status %d, %s, %s", code, messages, out)
	}
}

// TestBratFile maps one document, whichever of its files is named, and writes over neither.
func TestBratFile(t *testing.T) {
	f := newTagged(t)
	f.writeAll("in", brat)
	for _, name := range []string{"a.txt", "a.ann"} {
		code, out, messages := f.run(nil, "map", f.path("in/"+name), "--format", "brat", "--out", "-", "--pack", "DIR/t.normpack")
		if code != 0 || out != mappedBrat {
			t.Errorf("%s: status %d, %s\n%s", name, code, messages, out)
		}
	}
	for want, args := range map[string]string{
		"a file that ends in .ann":              "map DIR/in/a.ann --format brat --out DIR/x.txt",
		"this is an input":                      "map DIR/in/a.txt --format brat --out DIR/in/a.ann",
		"brat has a text in a file":             "map DIR/in/sub/.hidden --format brat --out DIR/x.ann",
		"--resume goes on with a folder":        "map DIR/in/a.ann --format brat --out DIR/x.ann --resume",
		"--find does not go with conll":         "map DIR/in/a.ann --format conll --out DIR/x --find",
		"in/a.txt:1: not PubTator":              "map DIR/in --format pubtator --out DIR/x",
		"in a folder, queries are documents":    "eval --queries DIR/mixed",
		"bad.ann:2: \"b\" does not stand at 5":  "eval --queries DIR/bad.txt --protocol tag",
		"standard input: brat has a text in a ": "map - --format brat --out DIR/x.ann",
	} {
		f.check(os.MkdirAll(f.path("mixed"), 0o777))
		f.write("mixed/a.tsv", "asthma\tMESH:D001249\n")
		f.write("bad.txt", "asthma")
		f.write("bad.ann", "#1\tA T1\tx\nT1\tDisease 5 9\tb\n")
		if code, _, messages := f.run(strings.NewReader("asthma"), append(strings.Fields(args), "--pack", "DIR/t.normpack")...); code == 0 || !strings.Contains(messages, want) {
			t.Errorf("%s: status %d, %s; want %q", args, code, messages, want)
		}
	}
}

// TestCoNLLDocuments maps tokens, measures them, and finds entities in their text.
func TestCoNLLDocuments(t *testing.T) {
	f := newTagged(t)
	in := f.write("in.conll", "Mice\tB-Species\nlack\tO\ndiabetes\tB-Disease\nmellitus\tI-Disease\n\nand\tO\nTP53\tU-Gene\n")
	code, _, messages := f.run(nil, "map", in, "--format", "conll", "--out", "DIR/out.conll", "--pack", "DIR/t.normpack")
	if want := "Mice\tB-Species\tNCBITaxon:10090\nlack\tO\t-\ndiabetes\tB-Disease\tMESH:D003920\nmellitus\tI-Disease\t-\n\nand\tO\t-\nTP53\tU-Gene\tNCBIGene:7157\n"; code != 0 || f.read("out.conll") != want {
		t.Errorf("status %d, %s\n%s\nwant\n%s", code, messages, f.read("out.conll"), want)
	}
	if code, out, messages := f.run(nil, "eval", "--queries", f.path("out.conll"), "--pack", "DIR/t.normpack"); code != 0 || !strings.Contains(messages, "3 queries, conll") || !strings.Contains(out, "1.0000") {
		t.Errorf("status %d, %s\n%s", code, messages, out)
	}
	if code, out, messages := f.run(nil, "annotate", f.path("out.conll"), "--pack", "DIR/t.normpack"); code != 0 || !strings.Contains(out, "diabetes mellitus") || !strings.Contains(messages, "2 texts: 3 entities") {
		t.Errorf("status %d, %s\n%s", code, messages, out)
	}
}
