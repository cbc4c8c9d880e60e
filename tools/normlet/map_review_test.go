package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/normlet/normlet/tools/normlet/workbook"
	"github.com/normlet/normlet/train/data/review"
)

// spreadsheetEnd is the ending of the table that TestAccuracyReview maps.
const spreadsheetEnd = ".xlsx"

// writeTable writes rows as the ending of the name says.
func (f *fixture) writeTable(name string, rows [][]string) {
	f.t.Helper()
	var out bytes.Buffer
	if strings.HasSuffix(name, ".xlsx") {
		w, err := workbook.New(&out, true)
		f.check(err)
		for _, r := range rows {
			f.check(w.Row(r))
		}
		f.check(w.Close())
	} else {
		w := csv.NewWriter(&out)
		if strings.HasSuffix(name, ".tsv") {
			w.Comma = '\t'
		}
		f.check(w.WriteAll(rows))
	}
	f.write(name, out.String())
}

// readTable reads what map has written.
func (f *fixture) readTable(name string) [][]string {
	f.t.Helper()
	if !strings.HasSuffix(name, ".xlsx") {
		r := csv.NewReader(strings.NewReader(f.read(name)))
		if strings.HasSuffix(name, ".tsv") {
			r.Comma = '\t'
		}
		rows, err := r.ReadAll()
		f.check(err)
		return rows
	}
	book, err := excelize.OpenFile(f.path(name))
	f.check(err)
	defer book.Close()
	rows, err := book.GetRows("Sheet1")
	f.check(err)
	for i := range rows {
		for len(rows[i]) < len(rows[0]) { // which ends a row at its last cell with text
			rows[i] = append(rows[i], "")
		}
	}
	return rows
}

// maps runs a command that has to succeed, and returns what it says.
func (f *fixture) maps(args ...string) string {
	f.t.Helper()
	code, _, stderr := f.run(nil, args...)
	if code != exitDone {
		f.t.Fatalf("%q: status %d, %s", args, code, stderr)
	}
	return stderr
}

// gold is what the names of a test list mean, in the default pack.
type gold map[string][]string

// shown is a mention as a sheet has it.
func shown(mention string) string { return strings.Join(strings.Fields(mention), " ") }

// right reports whether an id of a table, "" for none, is what a mention means.
func (g gold) right(mention, id string) bool {
	return id == "" && len(g[mention]) == 0 || slices.Contains(g[mention], id)
}

// fill decides every row of a sheet as a person who knows would: by the number of a candidate where one is right.
func (g gold) fill(sheet [][]string) {
	decision := slices.Index(sheet[0], review.DecisionColumn)
	for _, row := range sheet[1:] {
		row[decision] = "NIL"
		if ids := g[row[0]]; len(ids) > 0 {
			row[decision] = ids[0]
		}
		for n := review.Candidates; n > 0; n-- {
			if at := slices.Index(sheet[0], review.CandidateColumn(n)); slices.Contains(g[row[0]], row[at]) {
				row[decision] = string(rune('0' + n))
			}
		}
	}
}

// TestAccuracyReview has a list of messy names mapped, the sheet of doubtful ones filled in, and the list mapped again
// with these decisions: all that was reviewed is right then, and nothing else has changed.
func TestAccuracyReview(t *testing.T) {
	n, err := openDefault()
	if err != nil {
		t.Fatal(err)
	}
	f, means, table := newFixture(t), gold{}, [][]string{{"sample", "gene"}}
	for _, m := range readMisleading(t, "testdata/spreadsheet.tsv") {
		means[shown(m.mention)] = slices.DeleteFunc(m.ids, func(id string) bool { _, ok := n.Entity(id); return !ok })
		table = append(table, []string{"s", m.mention})
	}
	in := "in" + spreadsheetEnd
	f.writeTable(in, table)
	for _, end := range []string{".xlsx", ".csv"} {
		sheet, first, second := "sheet"+end, "first"+end, "second"+end
		args := []string{"map", "DIR/" + in, "--column", "gene", "--namespace", "NCBIGene"}
		f.maps(append(args, "--out", "DIR/"+first, "--review", "DIR/"+sheet)...)
		filled := f.readTable(sheet)
		reviewed := map[string]bool{}
		for _, row := range filled[1:] {
			reviewed[row[0]] = true
		}
		means.fill(filled)
		f.check(os.Remove(f.path(sheet)))
		f.writeTable(sheet, filled)
		log := f.maps(append(args, "--out", "DIR/"+second, "--decisions", "DIR/"+sheet)...)
		if strings.Contains(log, "nothing came of") {
			t.Errorf("%s: %s", end, log)
		}
		before, after := f.readTable(first), f.readTable(second)
		rightBefore, rightAfter, reviewedRight := 0, 0, 0
		for i, row := range after[1:] {
			mention := shown(table[i+1][1])
			if means.right(mention, before[i+1][2]) {
				rightBefore++
			}
			right := means.right(mention, row[2])
			if right {
				rightAfter++
			}
			switch {
			case !reviewed[mention]:
				if !slices.Equal(row, before[i+1]) {
					t.Errorf("%s: %q has changed to %q", end, before[i+1], row)
				}
			case right:
				reviewedRight++
			default:
				t.Errorf("%s: %q is decided and answered %q, want one of %q", end, mention, row[2], means[mention])
			}
		}
		names := len(table) - 1
		t.Logf("%s: of %d names %d right before (%.1f %%), %d reviewed, of these %d right after, %d right after (%.1f %%)",
			end, names, rightBefore, 100*float64(rightBefore)/float64(names), len(reviewed), reviewedRight, rightAfter, 100*float64(rightAfter)/float64(names))
		if reviewedRight != len(reviewed) || len(reviewed) < 30 || len(reviewed) > names/3 || rightAfter < rightBefore || 100*rightAfter < 98*names {
			t.Errorf("%s: %d of %d reviewed names are right, %d of %d in all", end, reviewedRight, len(reviewed), rightAfter, names)
		}
	}
}

// TestMapCluster gives what means the same one text, and a sheet with a row of it, whose decision holds for all of it.
func TestMapCluster(t *testing.T) {
	f := newFixture(t)
	f.write("u.csv", universities)
	f.write("in.csv", "name\nAcademy of Quorl\nAcademy of Quorl\nAcademy-of-Quorl\nQuorl Academy\nUniversity of Essex\n")
	const run = "map DIR/in.csv --pack DIR/u.normpack --column name --coverage alone --force "
	f.steps([]step{
		{buildUniversities, exitDone, "took"},
		{run + "--cluster --out DIR/one.csv --review DIR/sheet.csv", exitDone, "1 of 3 different mentions"},
		{run + "--cluster --out DIR/one.csv --resume", exitUsage, "--cluster compares all rows"},
	})
	sheet, err := csv.NewReader(strings.NewReader(f.read("sheet.csv"))).ReadAll()
	f.check(err)
	for _, row := range sheet[1:] {
		if row[0] == "Academy of Quorl" {
			row[slices.Index(sheet[0], "decision")] = "U:5"
		}
	}
	var filled strings.Builder
	f.check(csv.NewWriter(&filled).WriteAll(sheet))
	f.write("filled.csv", filled.String())
	f.steps([]step{{run + "--out DIR/final.csv --decisions DIR/filled.csv", exitDone, "decision"}})
	var got []string
	for i, row := range strings.Split(f.read("final.csv"), "\n") {
		if i > 0 && row != "" {
			got = append(got, strings.Split(row, ",")[1])
		}
	}
	if want := "U:5 U:5 U:5 U:5 U:3"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s; of\n%s\n%s", got, want, f.read("one.csv"), f.read("sheet.csv"))
	}
}
