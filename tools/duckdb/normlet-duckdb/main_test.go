package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call runs the program and returns its exit status and outputs.
func call(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	status = run(t.Context(), args, &out, &errs)
	return status, out.String(), errs.String()
}

// TestProgram runs what docs/engines.md shows, in a folder with genes.csv.
func TestProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("genes.csv", []byte("gene,n\nFOX-P2,1\nno such thing at all 77,2\n,3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"SELECT gene, normlet(gene) AS id FROM 'genes.csv' ORDER BY n"}, "gene,id\nFOX-P2,NCBIGene:93986\nno such thing at all 77,\n,\n"},
		{[]string{"COPY (SELECT *, normlet(gene) AS id FROM 'genes.csv' ORDER BY n) TO 'out.parquet'"}, "Count\n3\n"},
		{[]string{"SELECT id, n FROM 'out.parquet' WHERE id IS NOT NULL"}, "id,n\nNCBIGene:93986,1\n"},
		{[]string{"--db", "lab.duckdb", "CREATE TABLE s AS FROM 'genes.csv'", "SELECT m.name FROM (SELECT normlet_match(gene) m FROM s) WHERE m.p > 0.5"}, "name\nFOXP2\n"},
		{[]string{"--db", "lab.duckdb", "SELECT gene, l.id FROM s, normlet_lookup(gene, 1) l WHERE n = 1"}, "gene,id\nFOX-P2,NCBIGene:93986\n"},
		{[]string{"--taxon", "mouse,9606", "--lang", "es", "--show", "es", "SELECT normlet('Bax') AS id"}, "id\nNCBIGene:12028\n"},
		{[]string{"--namespace", "species", "SELECT normlet('mouse') AS id, normlet('FOX-P2') AS other"}, "id,other\nNCBITaxon:10090,\n"},
		{[]string{"SELECT {'a': 1, 'b': [NULL, 'x']} AS s, DATE '2026-01-02' AS d, 1.5 AS x"}, "s,d,x\n\"{\"\"a\"\":1,\"\"b\"\":[null,\"\"x\"\"]}\",2026-01-02T00:00:00Z,1.5\n"},
	} {
		status, out, errs := call(t, c.args...)
		if status != 0 || out != c.want || errs != "" {
			t.Errorf("%q: status %d, %q, %s; want %q", c.args, status, out, errs, c.want)
		}
	}
}

func TestFailures(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		args   []string
		status int
		reason string
	}{
		{nil, 2, "usage: normlet-duckdb"},
		{[]string{"--nonsense", "SELECT 1"}, 2, "usage: normlet-duckdb"},
		{[]string{"--pack", none, "SELECT 1"}, 1, none},
		{[]string{"--db", filepath.Join(none, "x"), "SELECT 1"}, 1, none},
		{[]string{"--namespace", "nowhere", "SELECT 1"}, 1, "nowhere"},
		{[]string{"SELEC 1"}, 1, "SELEC"},
		{[]string{"SELECT normlet(x) FROM nothing", "SELECT 1"}, 1, "nothing"},
		{[]string{"SELECT * FROM normlet_lookup('a', 1000)"}, 1, "k is 1000; want 1 to 128"},
	} {
		status, out, errs := call(t, c.args...)
		if status != c.status || out != "" || !strings.Contains(errs, c.reason) {
			t.Errorf("%q: status %d, %q, %q; want %d and %q", c.args, status, out, errs, c.status, c.reason)
		}
	}
	if status, _, errs := call(t, "--help"); status != 0 || errs != usage {
		t.Errorf("--help: %d, %q", status, errs)
	}
}
