package main

import (
	"encoding/csv"
	"strings"
	"testing"
)

// universities are a list with a country each, but for the last.
const universities = "id,name,country\nU:1,University of Newcastle,Australia\nU:2,Newcastle University,United Kingdom\n" +
	"U:3,University of Essex,United Kingdom\nU:4,University of Wessex,United Kingdom\nU:5,Open University,\n"

const buildUniversities = "build DIR/u.csv --encoder DIR/t.normenc --bits 64 --synonyms-from none --force --out DIR/u.normpack --columns id=id,name=name,country=country"

// TestMapOneToOne gives no entity to two rows: what another row has surely is not what a row means.
func TestMapOneToOne(t *testing.T) {
	f := newFixture(t)
	f.write("u.csv", universities)
	f.write("in.csv", "name\nUniversity of Essex\nUniversity of Esex\nuniversity of essex\nOpen University\n\nn/a\n7\n")
	f.write("decided.csv", "mention,decision\nUniversity of Esex,U:3\nOpen University,U:3\n")
	const run = "map DIR/in.csv --pack DIR/u.normpack --column name --coverage alone "
	f.steps([]step{
		{buildUniversities, exitDone, "took"},
		{run + "--out DIR/plain.csv", exitDone, "4 mentions with an entity"},
		{run + "--one-to-one --out DIR/one.csv --report DIR/one.json", exitDone, "2 mentions with an entity"},
		{run + "--one-to-one --out DIR/one.jsonl -k 1 --threads 1", exitDone, "2 mentions with an entity"},
		{run + "--one-to-one --out DIR/final.csv --decisions DIR/decided.csv --force", exitDone, "2 mentions with an entity (decision 2)"},
	})
	for name, want := range map[string]string{
		"plain.csv": "U:3,U:3,U:3,U:5,,",
		"one.csv":   "U:3, taken, taken,U:5,,",
		"final.csv": " taken,U:3, taken,U:3,,",
	} {
		rows, err := csv.NewReader(strings.NewReader(f.read(name))).ReadAll()
		f.check(err)
		var got []string
		for _, r := range rows[1:] {
			got = append(got, strings.TrimSuffix(r[1]+" "+r[7], " "))
		}
		if got := strings.Join(got, ","); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if report, objects := f.read("one.json"), f.read("one.jsonl"); !strings.Contains(report, `"taken": 2`) || strings.Count(objects, `"taken":"U:3"`) != 2 || strings.Count(objects, `"id":`) != 4 {
		t.Errorf("%s\n%s: want U:3 taken from two rows, and one match of each mention", report, objects)
	}
}

// TestMapMust leaves out entities of another country where it must be that of the row, and only these.
func TestMapMust(t *testing.T) {
	f := newFixture(t)
	f.write("u.csv", universities)
	f.write("in.csv", "name,where\nUniversity of Newcastle,UK\nUniversity of Newcastle,Australia\nUniversity of Newcastle,\nOpen University,UK\nUniversity of Essex,United Kingdom of Britain\n")
	const run = "map DIR/in.csv --pack DIR/u.normpack --column name --coverage alone --min-p 0 --out DIR/out.csv --force "
	f.steps([]step{
		{buildUniversities, exitDone, "took"},
		{run + "--also country=where", exitDone, "5 mentions with an entity"},
		{run + "--also country!=where", exitDone, "4 mentions with an entity"},
		{run + "--also country!", exitFailed, `"country"`},
		{run + "--also town!=where", exitFailed, `--also: field "town": the pack has country`},
		{run + "--also country!=where,country=where", exitFailed, `--also: field "country" is there twice`},
		{"lookup --pack DIR/u.normpack --field country!=UK University-of-Essex", exitDone, ""},
		{"lookup --pack DIR/u.normpack --field country!=Australia -k 1 Newcastle-University", exitDone, "U:1"},
	})
}

// TestOneToOneRefused has what one to one does not go with.
func TestOneToOneRefused(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "name,text\nTP53,x\n")
	const run = "map DIR/in.csv --column name --one-to-one --out DIR/out.csv "
	for _, more := range []string{"--resume", "--shard 1/2", "--in-order", "--document-column text", "--column text"} {
		f.steps([]step{{run + more, exitUsage, "--one-to-one compares all rows of one --column"}})
	}
	f.steps([]step{
		{"map DIR/in.pubtator --format pubtator --one-to-one --out DIR/out.pubtator", exitUsage, "--one-to-one compares all rows"},
		{run + "--composites", exitUsage, "--composites gives a row several entities"},
		{run + "--composites=false", exitDone, ""},
	})
}
