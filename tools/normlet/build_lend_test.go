package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// TestBuildLends says what entities with one name borrow, from whom, and why not.
func TestBuildLends(t *testing.T) {
	f := newFixture(t)
	drugs := "T:1\tFamotidine\nT:2\tFenofibrate\nT:3\tOmeprazole\nT:4\tIbuprofen\nT:5\tWarfarin\n"
	cities := "C:1\tMosul\n"
	for i := range 20 {
		cities += fmt.Sprintf("C:%d\tNew Town %d\n", i+2, i)
	}
	f.write("drugs.tsv", drugs)
	f.write("cities.tsv", cities)
	f.write("synonyms.tsv", "X:1\tmosul\nX:1\tNineveh\nX:1\tal mawsil\n")
	f.write("others.tsv", "X:1\tParis\nX:1\tLutetia\n")
	f.write("single.tsv", "X:1\tMosul\n")
	for _, c := range []struct{ args, says, lent string }{
		{"DIR/drugs.tsv", "T: names: ", " names from MeSH (National Library of Medicine, 2015), the Disease"},
		{"DIR/cities.tsv", "C: names: none lent from MeSH, the Disease Ontology and ChEBI: 1 of the 21 names (4.8 %) are there, too few for a list of their field\n", ""},
		{"DIR/drugs.tsv DIR/cities.tsv", "C: names: none lent from ", " names from MeSH"},
		{"DIR/cities.tsv --synonyms-from DIR/synonyms.tsv", "C: names: 2 lent from DIR/synonyms.tsv: 1 of the 21 names (4.8 %) are there\n", "2 names from synonyms.tsv"},
		{"DIR/cities.tsv --synonyms-from DIR/others.tsv", "C: names: 0 lent from DIR/others.tsv: 0 of the 21 names (0.0 %) are there\n", ""},
		{"DIR/drugs.tsv --synonyms-from none", "wrote ", ""},
	} {
		code, _, stderr := f.run(nil, strings.Fields("build --encoder DIR/t.normenc --bits 64 --force --out DIR/x.normpack "+c.args)...)
		if code != exitDone || !strings.Contains(stderr, c.says) || strings.HasSuffix(c.args, "none") && strings.Contains(stderr, "lent") {
			t.Errorf("%s: status %d, want %q:\n%s", c.args, code, c.says, stderr)
			continue
		}
		p, err := pack.Parse([]byte(f.read("x.normpack")))
		f.check(err)
		if got := p.MetaValue("lent"); !strings.Contains(got, c.lent) || (got == "") != (c.lent == "") {
			t.Errorf("%s: the pack says %q, want %q", c.args, got, c.lent)
		}
	}
	for lend, want := range map[string]string{
		"single.tsv":  "DIR/single.tsv: no names to lend: no entity has two different names",
		"missing.tsv": "DIR/missing.tsv",
	} {
		code, _, stderr := f.run(nil, strings.Fields("build DIR/cities.tsv --encoder DIR/t.normenc --bits 64 --force --out DIR/x.normpack --synonyms-from DIR/"+lend)...)
		if code != exitFailed || !strings.Contains(stderr, want) {
			t.Errorf("--synonyms-from %s: status %d, want %q:\n%s", lend, code, want, stderr)
		}
	}
}
