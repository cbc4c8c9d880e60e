package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGenes counts the mentions of three texts: a right and a wrong one, one that the pack lacks, and one that is no gene.
func TestGenes(t *testing.T) {
	f := newFixture(t)
	f.pack("g.normpack", "NCBIGene:1\tcyclin one\tprimary\t10\tNCBIGene\nNCBIGene:2\tkinase two\tprimary\t10\tNCBIGene\n")
	const text = "1|t|cyclin one\n1|a|kinase two, cyclin six, cyclin one\n" +
		"1\t0\t10\tcyclin one\tGene\t1\n1\t11\t21\tkinase two\tGene\t1\n1\t23\t33\tcyclin six\tGene\t6\n1\t35\t45\tcyclin one\tFamilyName\t1\n\n"
	f.check(os.MkdirAll(filepath.Join(f.dir, "documents"), 0o777))
	for _, name := range []string{"GNormPlus_Train", "NLMgene_Train", "tmVar3_Train"} {
		f.write("documents/"+name+".pubtator.gz", text)
	}
	code, stdout, stderr := f.run("genes", "DIR", "DIR/g.normpack")
	if code != exitDone || strings.Count(stdout, "2  0.5000          0  0.0000  0.5000  0.5000") != 3 {
		t.Errorf("status %d, %s%s", code, stdout, stderr)
	}
}
