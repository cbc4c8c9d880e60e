package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/experiment"
)

// writeSuite writes a made-up suite of two entities: every list has a mention of each of them, and one of another.
func writeSuite(f *fixture, folder string) {
	for _, file := range corpora.Files(true, true) {
		content := "alpha disease\tX:1\nbeta illness\tX:2\nsomething else\tX:9\n"
		switch {
		case strings.HasSuffix(file, corpora.TerminologyFile):
			content = "X:1\talpha disease\nX:2\tbeta illness\nX:3\tgamma syndrome\n"
		case file == corpora.AlternativesFile:
			content = "3\tX:4\n"
		case strings.Contains(file, "unlinked"):
			content = "GFP\t-1\n"
		case strings.HasSuffix(file, ".pubtator.gz"):
			content = "1|t|alpha disease and gamma syndrome\n"
			for _, kind := range []string{"SpecificDisease", "Disease", "Chemical", "Gene", "Species", "CellLine"} {
				content += "1\t0\t13\talpha disease\t" + kind + "\tX:1\n1\t18\t32\tgamma syndrome\t" + kind + "\tX:4\n1\t0\t5\talpha\t" + kind + "\t-\n"
			}
		}
		path := f.path(filepath.Join(folder, filepath.FromSlash(file)))
		f.check(os.MkdirAll(filepath.Dir(path), 0o777))
		f.check(os.WriteFile(path, []byte(content), 0o666))
	}
}

func TestExperimentAccuracy(t *testing.T) {
	if !testfull.On() {
		t.Skip("only in full: it builds eleven packs and trains encoders")
	}
	f := newFixture(t)
	writeSuite(f, "data")
	args := []string{"experiment", "accuracy", "--data", "DIR/data", "--pack", "DIR/t.normpack", "--packs", "DIR/packs", "--bio", "DIR/t.normpack", "--out", "DIR/out"}
	if code, _, stderr := f.run(args...); code != exitDone {
		t.Fatalf("status %d, %s", code, stderr)
	}
	var r experiment.Result
	f.check(json.Unmarshal([]byte(f.read("out/accuracy.json")), &r))
	tables := map[string]experiment.Table{}
	for _, table := range r.Tables {
		tables[table.Title] = table
	}
	rows := tables["The terminology alone"].Rows
	if len(rows) != 13 {
		t.Fatalf("%d rows, want twelve lists and their mean: %v", len(rows), rows)
	}
	// Of the three mentions two have an entity, and both are names. The default pack has none of them, so genes have half.
	if row := rows[2]; row[0] != "proteins" || row[2] != 3. || row[3] != 0.66667 || row[4] != 0.66667 || row[6] != 0.66667 || row[7] == 0. {
		t.Errorf("%v", row)
	}
	if row := rows[12]; row[0] != "mean over kinds" || row[2] != 36. || row[3] != 0.61905 {
		t.Errorf("%v, want the mean of six kinds with 2/3 and one with 1/3", row)
	}
	documents := tables["Documents: The terminology alone"].Rows
	if len(documents) != 11 {
		t.Fatalf("%v", documents)
	}
	if row := documents[2]; row[1] != 2. || row[2] != 1. || row[3] != 1. || row[4] != 1. {
		t.Errorf("%v: both ids are right, one by its alternative, and the third mention has none", row)
	}
	if rows := tables["Packs of many kinds: documents"].Rows; len(rows) != 12 || rows[6][0] != "bio" || rows[6][2] != 2. || rows[6][3] != "-" {
		t.Errorf("%v, want six rows of either pack, which has chemicals and no genes", rows)
	}
	if page := f.read("out/accuracy.md"); strings.Contains(page, f.dir) || !strings.Contains(page, "| 3-gram TF-IDF: H@1 |") {
		t.Errorf("the page:\n%s", page)
	}
	built := f.folder("packs")
	if len(built) != 11 || built[0] != "bc5cdr_chemical.normpack" {
		t.Errorf("packs %q", built)
	}
	before := f.read("out/accuracy.json")
	f.check(os.WriteFile(f.path("data/chebi/reference.tsv.gz"), []byte("X:1\tother\n"), 0o666))
	if code, _, stderr := f.run(args...); code != exitDone || firstTable(t, before) != firstTable(t, f.read("out/accuracy.json")) {
		t.Errorf("status %d, %s: the packs that are there were not used", code, stderr)
	}
}

// firstTable returns what a result says of the packs.
func firstTable(t *testing.T, file string) string {
	t.Helper()
	var r experiment.Result
	if err := json.Unmarshal([]byte(file), &r); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(r.Tables[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestSuiteFields: a folder of lab/fields that lacks a list is told of before anything is built.
func TestSuiteFields(t *testing.T) {
	folder := t.TempDir()
	if _, err := new(app).suite(&suiteOptions{fields: folder}); err == nil || !strings.Contains(err.Error(), "go -C lab run ./fields ROOT "+folder) {
		t.Errorf("%v", err)
	}
}

func TestExperimentAccuracyErrors(t *testing.T) {
	if !testfull.On() {
		t.Skip("only in full: it builds packs before it fails")
	}
	f := newFixture(t)
	writeSuite(f, "data")
	args := []string{"experiment", "accuracy", "--data", "DIR/data", "--pack", "DIR/t.normpack", "--out", "DIR/out"}
	for _, c := range []struct {
		file, content string
		more          []string
		want          string
	}{
		{"species/dev_s800.tsv.gz", "", nil, "species/dev_s800.tsv.gz: no such file"},
		{"chebi/reference.tsv.gz", "", nil, "chebi/reference.tsv.gz: no such file"},
		{"documents/medic_alternative_ids.tsv.gz", "", nil, "medic_alternative_ids.tsv.gz: no such file"},
		{"documents/medic_alternative_ids.tsv.gz", "one\n", nil, "medic_alternative_ids.tsv.gz:1: no second id"},
		{"", "", []string{"--bio", "DIR/none"}, "none: no such file"},
		{"cell_line/dev.tsv.gz", "no tab\n", nil, "cell_line/dev.tsv.gz:1: no TAB"},
	} {
		name := f.path("data/" + c.file)
		var kept []byte
		if c.file != "" {
			var err error
			kept, err = os.ReadFile(name)
			f.check(err)
			f.check(os.Remove(name))
		}
		if c.content != "" {
			f.check(os.WriteFile(name, []byte(c.content), 0o666))
		}
		code, _, stderr := f.run(append(args, c.more...)...)
		if code != exitFailed || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %q; want %q", c.file, code, stderr, c.want)
		}
		if _, err := os.Stat(f.path("out/accuracy.json")); err == nil {
			t.Errorf("%s: there is a result", c.file)
		}
		if c.file != "" {
			f.check(os.WriteFile(name, kept, 0o666))
		}
	}
}
