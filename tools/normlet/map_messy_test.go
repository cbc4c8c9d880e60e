package main

import (
	"encoding/csv"
	"strings"
	"testing"
)

// messy is a sheet of a laboratory: what it asks, and the ids that answer it.
var messy = []struct{ gene, genes, drug, drugs string }{
	{"TP53", "NCBIGene:7157", "aspirin", "MESH:D001241"},
	{"IL-6; TNF", "NCBIGene:3569|NCBIGene:7124", "aspirin, ibuprofen", "MESH:D001241|MESH:D007052"},
	{"BRCA1 /// BRCA2", "NCBIGene:672|NCBIGene:675", "NaCl + KCl", "MESH:D012965|MESH:D011189"},
	{"KRAS\nBRAF", "NCBIGene:3845|NCBIGene:673", "dexamethasone 100 nM", "MESH:D003907"},
	{"2-Sep", "NCBIGene:4735", "1-Sep", ""},
	{"0.5", "", "12.5 %", ""},
	{"n/a", "", "NaN", ""},
	{"not tested", "", "", ""},
	{"EGFR", "NCBIGene:1956", "2024-04-05", ""},
	{"anti-CD3 (clone OKT3)", "NCBIGene:919", "DMSO 0.1%", "MESH:D004121"},
	{"VEGFA 10 ng/ml", "NCBIGene:7422", "N,N-dimethylformamide", "MESH:D004126"},
	{"PD-1/PD-L1", "NCBIGene:5133|NCBIGene:29126", "2,4-D", "MESH:D015084"},
	{"MDM2|zzqx9", "NCBIGene:4193|", "caffeine", "MESH:D002110"},
}

// TestMapMessy maps a sheet as people have them: a byte order mark, titles, comments, blanks in names of columns, a note
// beyond the columns, several entities, doses, missing values, numbers and dates.
func TestMapMessy(t *testing.T) {
	f := newFixture(t)
	var b strings.Builder
	b.WriteString("\ufeffScreen of May, \"plate 7\"\r\n# by: me\r\n\r\n")
	w := csv.NewWriter(&b)
	rows := [][]string{{"well", " Gene Symbol", "Drug "}}
	for _, m := range messy {
		rows = append(rows, []string{"A1", m.gene, m.drug})
	}
	rows[3] = append(rows[3], "see note")
	f.check(w.WriteAll(rows))
	f.write("in.csv", b.String())
	code, stdout, stderr := f.run(nil, "map", "DIR/in.csv", "--column", "gene symbol:NCBIGene", "--column", "drug:chemical", "--out", "-")
	if code != exitDone || !strings.HasPrefix(stdout, "\ufeffScreen of May, \"plate 7\"\r\n# by: me\r\n\r\nwell,\" Gene Symbol\",Drug , Gene") && !strings.HasPrefix(stdout, "\ufeffScreen of May, \"plate 7\"\r\n# by: me\r\n\r\nwell,\" Gene Symbol\",Drug ,\" Gene") {
		t.Fatalf("status %d, %s%s", code, stderr, stdout)
	}
	for _, want := range []string{"the header is row 4, with 2 rows before it taken for comments or titles", " and 1 have more cells than the first", ", 4 numbers or dates in columns of names;"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%s lacks %q", stderr, want)
		}
	}
	_, table, _ := strings.Cut(stdout, "\r\n\r\n")
	r := csv.NewReader(strings.NewReader(table))
	r.FieldsPerRecord = -1
	got, err := r.ReadAll()
	f.check(err)
	for i, m := range messy {
		if row := got[i+1]; row[3] != m.genes || row[11] != m.drugs || row[9] == "several" != strings.Contains(m.genes, "|") {
			t.Errorf("%q, %q: %q", m.gene, m.drug, row)
		}
	}
	if last := got[3][len(got[3])-1]; last != "see note" {
		t.Errorf("the note is lost: %q", last)
	}
	code, _, stderr = f.run(nil, "map", "DIR/in.csv", "--column", "drug", "--strict", "--out", "-")
	if want := "normlet: DIR/in.csv:7: 4 columns, the first row has 3"; code != exitFailed || !strings.Contains(stderr, want) {
		t.Errorf("status %d, %s; want %s", code, stderr, want)
	}
	code, _, stderr = f.run(nil, "map", "DIR/in.csv", "--column", "Drgu", "--header-row", "4", "--out", "-")
	if want := `no column "Drgu"; there are "well", " Gene Symbol", "Drug "; did you mean "Drug "?`; code != exitFailed || !strings.Contains(stderr, want) {
		t.Errorf("status %d, %s; want %s", code, stderr, want)
	}
	for args, want := range map[string]string{
		"--colunm drug --out -": `unknown flag: --colunm; did you mean "--column"?`, "--column drug --out - --header-row -1": "--header-row -1: want 1 or more",
		"--column drug --out - --namespace chemicl": `did you mean "chemical"?`, "--column drug:chemicl --out -": `did you mean "chemical"?`,
	} {
		if code, _, stderr := f.run(nil, append([]string{"map", "DIR/in.csv"}, strings.Fields(args)...)...); code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s; want %s", args, code, stderr, want)
		}
	}
}
