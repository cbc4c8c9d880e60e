package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/experiment"
)

// TestExperiment runs small experiments; what report makes of their JSON is what
// was there.
func TestExperiment(t *testing.T) {
	f := newFixture(t)
	program, least := "go -C lab run -tags plot .", 3*3 // files, with a figure each
	if _, err := experiment.Draw(&experiment.Figure{}); errors.Is(err, experiment.ErrNoPlot) {
		program, least = "go -C lab run .", 3*2
	}
	for _, name := range []string{"contrastive-curve", "stages", "nil"} {
		code, stdout, stderr := f.run("experiment", name, "--small", "--pack", "DIR/t.normpack", "--out", "DIR/new/results", "--seed", "5", "--date", "2026-01-31")
		if code != exitDone || stdout != "" {
			t.Fatalf("%s: status %d, stdout %q, stderr %s", name, code, stdout, stderr)
		}
		var r experiment.Result
		f.check(json.Unmarshal([]byte(f.read("new/results/"+name+".json")), &r))
		want := program + " experiment " + name + " --date 2026-01-31 --pack t.normpack --seed 5 --small"
		if r.Name != name || r.Seed != 5 || r.Run.Command != want || r.Run.Date != "2026-01-31" || r.Run.Seconds < 0 || r.Run.Commit == "" || len(r.Run.Inputs) != 1 {
			t.Errorf("%s, seed %d, %+v; want the command %q", r.Name, r.Seed, r.Run, want)
		}
		if page := f.read("new/results/" + name + ".md"); !strings.Contains(page, want) || strings.Contains(page, f.dir) {
			t.Errorf("the page of %s:\n%s", name, page)
		}
	}
	before := f.folder("new/results")
	if n := len(before); n < least {
		t.Fatalf("%d files: %q", n, before)
	}
	for _, name := range before {
		if !strings.HasSuffix(name, ".json") {
			f.check(os.Rename(f.path("new/results/"+name), f.path(name)))
		}
	}
	before = append(before, experiment.PageFile)
	slices.Sort(before)
	if code, _, stderr := f.run("report", "--out", "DIR/new/results"); code != exitDone || !strings.Contains(stderr, "pages of 3 experiments") {
		t.Fatalf("report: status %d, %s", code, stderr)
	}
	if after := f.folder("new/results"); !slices.Equal(after, before) {
		t.Errorf("report leaves %q, want %q", after, before)
	}
	for _, name := range before {
		if !strings.HasSuffix(name, ".json") && name != experiment.PageFile && f.read(name) != f.read("new/results/"+name) {
			t.Errorf("report writes another %s", name)
		}
	}
	page := f.read("new/results/" + experiment.PageFile)
	for _, name := range []string{"contrastive-curve", "stages", "nil"} {
		if !strings.Contains(page, `<section id="`+name+`">`) {
			t.Errorf("%s is not in the page of all", name)
		}
	}
	if strings.Contains(page, "http") || strings.Contains(page, f.dir) {
		t.Error("the page of all refers to something outside")
	}
}

// TestRecorded: the pages in the documentation are what their JSON files say, and
// have their figures.
func TestRecorded(t *testing.T) {
	folder := recorded
	var results []*experiment.Result
	for _, name := range experiment.Names() {
		f, err := os.Open(filepath.Join(folder, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := experiment.Read(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(folder, name+".md"))
		if err != nil || string(page) != experiment.Markdown(r) {
			t.Errorf("%s.md is not what lab report makes of %s.json (%v)", name, name, err)
		}
		if r.Small || r.Run == nil || (len(r.Figures) == 0) != (name == "rules" || name == "accuracy") {
			t.Errorf("%s: small %v, run %v, %d figures", name, r.Small, r.Run, len(r.Figures))
		}
		for i := range r.Figures {
			if info, err := os.Stat(filepath.Join(folder, experiment.FigureFile(r, &r.Figures[i]))); err != nil || info.Size() > 300_000 {
				t.Errorf("%s: %v, %v", r.Figures[i].Name, info, err)
			}
		}
		results = append(results, r)
	}
	want, err := joined(folder, results)
	if err != nil {
		t.Fatal(err)
	}
	if page, err := os.ReadFile(filepath.Join(folder, experiment.PageFile)); err != nil || string(page) != string(want) {
		t.Errorf("%s is not what lab report makes of the results (%v)", experiment.PageFile, err)
	}
}

// folder returns the names of the files in a folder, sorted.
func (f *fixture) folder(name string) []string {
	f.t.Helper()
	entries, err := os.ReadDir(f.path(name))
	f.check(err)
	var out []string
	for _, e := range entries {
		out = append(out, filepath.Base(e.Name()))
	}
	return out
}

// TestRecordedFlags: the command of a result names files without their folders.
func TestRecordedFlags(t *testing.T) {
	for value, want := range map[string]string{"5": "5", "/a/b/q.tsv": "q.tsv", "sts/": "sts", "x=/a/b.gz,../c/d.gz": "x=b.gz,d.gz", "p=q,r": "p=q,r"} {
		if got := withoutFolders(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
	if name, terminology, queries, ok := cutCorpus("x=a/b,c"); name != "x" || terminology != "a/b" || queries != "c" || !ok {
		t.Errorf("%q %q %q %v", name, terminology, queries, ok)
	}
	for _, bad := range []string{"", "x", "x=a", "=a,b", "x=,b", "x=a,"} {
		if _, _, _, ok := cutCorpus(bad); ok {
			t.Errorf("%q is taken for a corpus", bad)
		}
	}
}

func TestExperimentUsage(t *testing.T) {
	f := newFixture(t)
	f.check(os.Mkdir(f.path("bad"), 0o777))
	f.write("bad/nil.json", "")
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"experiment", "lab: the name of an experiment is missing", exitUsage},
		{"experiment loses", `lab: there is no experiment "loses"; want losses, `, exitUsage},
		{"experiment losses", "lab: --terminology is missing, which losses needs", exitUsage},
		{"experiment all --terminology DIR/t.tsv", "lab: --queries is missing, which stages needs", exitUsage},
		{"experiment nil --small", "lab: --small needs --out", exitUsage},
		{"experiment nil --small --out DIR/x --queries DIR/q.tsv", "lab: --small brings its own names", exitUsage},
		{"experiment binarize --queries DIR/q.tsv", "lab: --sentences is missing, which binarize needs", exitUsage},
		{"experiment binarize --queries DIR/q.tsv --sentences DIR", "lab: --word-vectors is missing, which binarize needs", exitUsage},
		{"experiment binarize --queries DIR/q.tsv --sentences DIR --word-vectors w --corpus a,b", `lab: --corpus or --labelled "a,b": want NAME=FILE,QUERIES`, exitUsage},
		{"experiment nseen --queries DIR/q.tsv", "lab: --terminology is missing, which nseen needs", exitUsage},
		{"experiment nseen --terminology DIR/t.tsv --encoders x.normenc", `lab: --encoders "x.normenc": want NAME=FILE`, exitUsage},
		{"experiment nseen --terminology DIR/t.tsv --encoders full=DIR/none --out DIR/x", "lab: DIR/none: no such file", exitFailed},
		{"experiment nseen --small --earlier --out DIR/x", "lab: --earlier: open DIR/x/nseen.json: no such file", exitFailed},
		{"experiment nil --terminology DIR/t.tsv --earlier", "lab: --encoders and --earlier are for nseen", exitUsage},
		{"experiment nseen --small --out DIR/x --encoders full=DIR/none", "lab: --small brings its own names", exitUsage},
		{"experiment rules --queries DIR/q.tsv", "lab: --labelled is missing, which rules needs", exitUsage},
		{"experiment rules --labelled a,b", `lab: --corpus or --labelled "a,b": want NAME=FILE,QUERIES`, exitUsage},
		{"experiment binarize --small --out DIR/x --sentences DIR", "lab: --small brings its own names", exitUsage},
		{"experiment binarize --queries DIR/q.tsv --sentences DIR --word-vectors DIR/w --out DIR/x", "lab: DIR/stsb_train.tsv.gz: no such file", exitFailed},
		{"experiment sentences --sentences DIR --word-vectors w", "lab: --transfer is missing, which sentences needs", exitUsage},
		{"experiment sentences --transfer DIR --word-vectors w", "lab: --sentences is missing, which sentences needs", exitUsage},
		{"experiment sentences --small --out DIR/x --transfer DIR", "lab: --small brings its own names", exitUsage},
		{"experiment link --queries DIR/q.tsv", "lab: --triples is missing, which link needs", exitUsage},
		{"experiment link --queries DIR/q.tsv --triples DIR/q.tsv", "lab: --definitions is missing, which link needs", exitUsage},
		{"experiment link --small --out DIR/x --triples DIR/q.tsv", "lab: --small brings its own names", exitUsage},
		{"experiment link --queries DIR/q.tsv --triples DIR/q.tsv --definitions DIR/q.tsv --out DIR/x", "lab: DIR/q.tsv:1: 2 columns; a line is head TAB relation TAB tail", exitFailed},
		{"experiment nil --terminology DIR/t.tsv --repeats 0", "lab: --repeats 0, --entities 2000: want at least one", exitUsage},
		{"experiment stages --queries DIR/none --out DIR/x", "lab: DIR/none: ", exitFailed},
		{"report --out DIR", "lab: DIR: no results of experiments", exitFailed},
		{"report --out DIR/bad", "lab: DIR/bad/nil.json: experiment: not a result: EOF", exitFailed},
	} {
		code, stdout, stderr := f.run(strings.Fields(c.args)...)
		if code != c.status || stdout != "" || !strings.HasPrefix(stderr, c.want) {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want %d and %q", c.args, code, stdout, stderr, c.status, c.want)
		}
	}
}

// TestTransferFiles reads made-up classified sentences, whose words get vectors, and names a file that is missing.
func TestTransferFiles(t *testing.T) {
	f := newFixture(t)
	f.check(os.Mkdir(f.path("s"), 0o777))
	for _, s := range sentenceSets {
		for _, name := range []string{s.train, s.test} {
			f.write("s/"+name+".tsv.gz", "1\tone dog\ttwo dogs\n0\ta cat\tno cat\n")
		}
	}
	f.write("w.json", `{"dimensions": 2, "vectors": {"dog": [1, 0], "cat": [0, 1], "bird": [1, 1], "fish": [1, 2]}}`)
	o := experimentOptions{sentences: f.path("s"), transfer: f.path("s"), words: f.path("w.json")}
	if err := o.readSentences(); err == nil || !strings.Contains(err.Error(), "mr.tsv.gz: no such file") {
		t.Errorf("without classified sentences: %v", err)
	}
	o.Sentences = nil
	for _, s := range transferSets {
		f.write("s/"+s.train+".tsv.gz", "0\ta bird\n1\ta dog\n")
		if s.test != "" {
			f.write("s/"+s.test+".tsv.gz", "0\ta dog\n1\ta bird\n1\ta cat\n")
		}
	}
	if err := o.readSentences(); err != nil {
		t.Fatal(err)
	}
	if len(o.Transfer) != 6 || o.Words.Word["bird"] == nil || o.Words.Word["fish"] != nil {
		t.Errorf("%d sets, words %v", len(o.Transfer), o.Words.Word)
	}
	for _, set := range o.Transfer {
		want := 0
		if set.Name == "SST-2" {
			want = 3
		}
		if len(set.Train) != 2 || len(set.Test) != want {
			t.Errorf("%s: %d sentences to learn from, %d to test on", set.Name, len(set.Train), len(set.Test))
		}
	}
	if files := o.files(nil); len(files) != 6+7+1 {
		t.Errorf("files %q", files)
	}
}
