package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOrganismColumn requires workers to be told whose genes a column has, as its first rows show: two organisms share p53.
func TestOrganismColumn(t *testing.T) {
	built, dir := buildMap(t), t.TempDir()
	var list strings.Builder
	for _, gene := range []string{"7157 TP53 22059 Trp53 p53", "1026 CDKN1A 12575 Cdkn1a p21", "93986 FOXP2 114142 Foxp2 CAGH44"} {
		f := strings.Fields(gene)
		for i, namespace := range []string{"NCBIGene", "NCBIGene/10090"} {
			id := "NCBIGene:" + f[2*i]
			list.WriteString(id + "\t" + f[2*i+1] + "\tprimary\t90\t" + namespace + "\n" + id + "\t" + f[4] + "\talias\t90\t" + namespace + "\n")
		}
	}
	genes, pack, in := filepath.Join(dir, "genes.tsv"), filepath.Join(dir, "genes.normpack"), filepath.Join(dir, "in.tsv")
	check(t, os.WriteFile(genes, []byte(list.String()), 0o666))
	if out, err := exec.Command(built, "build", genes, "--encoder", "default", "--out", pack).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const table = "n\tdocument\tmention\n1\ta\tTrp53\n2\ta\tp53\n3\ta\tCdkn1a\n4\ta\tp21\n5\ta\tFoxp2\n"
	check(t, os.WriteFile(in, []byte(table), 0o666))
	j := job(filepath.Join(dir, "out"))
	j.Pack, j.MinP, j.Add = pack, 0, []string{"organism", "parent"}
	var stderr bytes.Buffer
	check(t, run(context.Background(), j, in, &stderr))
	got := sorted(t, parts(t, j.Out)...)
	same(t, got, sorted(t, mapped(t, built, table, "--pack", pack, "--min-p", "0", "--add", "organism,parent")))
	if mouse := "2\ta\tp53\tNCBIGene:22059\t"; !strings.HasPrefix(got[1], mouse) {
		t.Errorf("%q, want %q: the test shows nothing", got[1], mouse)
	}
}
