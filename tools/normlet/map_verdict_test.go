package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestReviewScale has one p for an id in a row of the sheet, that of the table, whatever namespace and share its column
// has, and candidates that leave room for each other.
func TestReviewScale(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene,n\nEGFR,1\nEGFR variant,2\nIl6ra,3\nsample 12,4\nnotebook page,5\nHeLa,6\n")
	f.maps(strings.Fields("map DIR/in.csv --column gene:NCBIGene --out DIR/o.csv --review DIR/r.csv --min-p 0")...)
	p := map[string]string{}
	for _, row := range f.readTable("o.csv")[1:] {
		p[row[0]+" "+row[2]] = row[7]
	}
	sheet, checked := f.readTable("r.csv"), 0
	at := func(name string) int { return slices.Index(sheet[0], name) }
	for _, row := range sheet[1:] {
		sum := 0.0
		for _, n := range []string{"1", "2", "3"} {
			id := row[at("candidate_"+n+"_id")]
			if id != "" && !strings.HasPrefix(id, "NCBIGene:") {
				t.Errorf("%q: a candidate of another namespace", row)
			}
			if id == row[at("id")] && id != "" {
				checked++
				if c := row[at("candidate_"+n+"_p")]; c != row[at("p")] || c != p[row[0]+" "+id] {
					t.Errorf("%q: p is %s as a candidate, %s in the table", row, c, p[row[0]+" "+id])
				}
			}
			x, err := strconv.ParseFloat(cmp.Or(row[at("candidate_"+n+"_p")], "0"), 64)
			f.check(err)
			sum += x
		}
		if sum > 1.00001 {
			t.Errorf("%q: the candidates have %v together", row, sum)
		}
	}
	if checked == 0 {
		t.Errorf("no answer is in the sheet: %q", sheet)
	}
}

// TestIdleFlags refuses what changes nothing, unless the environment says it, which is for other calls, too.
func TestIdleFlags(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene\nFOX-P2\n")
	f.write("in.jsonl", "{\"gene\":\"FOX-P2\"}\n")
	f.write("in.txt", "1|t|FOXP1\n1\t0\t5\tFOXP1\tGene\n")
	for args, want := range map[string]string{
		"in.csv --column gene --out DIR/o.csv -k 3":                   "-k is for jsonl",
		"in.csv --column gene --out DIR/o.csv --review-limit 3":       "--review-limit is about the sheet of --review",
		"in.csv --column gene --out DIR/o.jsonl --nil-as x":           "--nil-as is for formats with columns",
		"in.csv --column gene --out DIR/o.jsonl --raw-cells":          "--raw-cells changes nothing in jsonl",
		"in.csv --column gene --review DIR/r.csv --add url":           "--add is about OUT",
		"in.txt --format pubtator --out DIR/o.txt --missing x":        "--missing is for tables",
		"in.txt --format pubtator --out DIR/o.txt --composites=false": "--composites is for tables",
		"in.jsonl --column gene --out DIR/o.csv.gz --no-header":       "--no-header and --header-row change nothing",
	} {
		code, _, stderr := f.run(nil, strings.Fields("map --pack DIR/t.normpack DIR/"+args)...)
		if code == exitDone || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s; want %q", args, code, stderr, want)
		}
	}
	t.Setenv("NORMLET_K", "3")
	f.maps(strings.Fields("map DIR/in.csv --pack DIR/t.normpack --column gene --out DIR/o.csv")...)
}

// TestColumnsOfNothing has clear words for a column without text, one of one value, and one of codes, and loses no row.
func TestColumnsOfNothing(t *testing.T) {
	f := newFixture(t)
	var codes strings.Builder
	for i := range 60 {
		codes.WriteString(strings.Repeat("q", i+1) + "?\n")
	}
	for _, tt := range []struct{ cells, want, not string }{
		{strings.Repeat(" \n", 50), "none of the columns to map has text", "look like"},
		{strings.Repeat("FOXP2\n", 50), "verdicts: accept 50, review 0, none 0", "the most frequent"},
		{codes.String(), "without an entity, none of them frequent:", "an entity ()"},
	} {
		f.write("in.csv", "gene\n"+tt.cells)
		log := f.maps(strings.Fields("map DIR/in.csv --column gene --pack DIR/t.normpack --out DIR/o.csv --review DIR/r.csv --force")...)
		if !strings.Contains(log, tt.want) || strings.Contains(log, tt.not) || strings.Contains(log, "like  ") {
			t.Errorf("%.20q: %s\nwant %q and not %q", tt.cells, log, tt.want, tt.not)
		}
		if in, out := strings.Count(tt.cells, "\n"), len(f.readTable("o.csv"))-1; in != out {
			t.Errorf("%.20q: %d rows, %d are written", tt.cells, in, out)
		}
	}
}

// TestAloneSaid says how many names only the share of the column leaves without an entity.
func TestAloneSaid(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene\nEGFR variant\nHtt 2\n"+strings.Repeat("x", 3)+"\n")
	args := strings.Fields("map DIR/in.csv --column gene --out DIR/o.csv --force --coverage")
	if log := f.maps(append(args, "0.001")...); strings.Contains(log, "with --coverage alone") {
		t.Errorf("a stated share is the user's: %s", log)
	}
	var codes strings.Builder
	for i := range 300 {
		fmt.Fprintf(&codes, "SMP-%05d\n", 7*i)
	}
	f.write("in.csv", "gene\nEGFR\n"+codes.String())
	alone, auto := f.maps(append(args, "alone")...), f.maps(append(args, "auto")...)
	lost := strings.Contains(alone, " 1 mention with an entity") && strings.Contains(auto, " 0 mentions with an entity")
	if said := strings.Contains(auto, "would have an entity with --coverage alone"); said != lost {
		t.Errorf("alone: %s\nauto: %s", alone, auto)
	}
}
