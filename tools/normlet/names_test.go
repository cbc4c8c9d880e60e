package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// drugFiles are two vocabularies of the same things, of which one retires ids.
func (f *fixture) drugFiles() {
	f.write("drugs.obo", `format-version: 1.2

[Term]
id: CHEBI:15365
name: wobblic acid
def: "A benzoic acid. It relieves pain." []
alt_id: CHEBI:22188
synonym: "wobblin" EXACT []
xref: MSH:D001241
xref: PMID:1

[Term]
id: CHEBI:27732
name: zorbine
`)
	f.write("mesh.tsv", "MESH:D001241\tWobblin\tprimary\nMESH:D002110\tZorbine\tprimary\n")
	f.write("more.tsv", "# more\nCHEBI:27732\tMESH:D002110\nCHEBI:27732\tDrugBank:DB00201\n")
	f.write("texts.tsv", "MESH:D001241\tThe prototypical analgesic. Old.\n")
	const build = "build DIR/drugs.obo DIR/mesh.tsv --xrefs DIR/more.tsv --definitions DIR/texts.tsv --details --encoder DIR/t.normenc --out DIR/d.normpack"
	if code, _, stderr := f.run(nil, strings.Fields(build)...); code != exitDone || !strings.Contains(stderr, "4 entities are the same thing as one of another namespace") {
		f.t.Fatalf("status %d, %s", code, stderr)
	}
}

func TestNames(t *testing.T) {
	f := newFixture(t)
	f.drugFiles()
	for _, c := range []struct{ args, want string }{
		{"CHEBI:15365", `CHEBI:15365  wobblic acid
  exact       wobblin
  definition  A benzoic acid.
  same as     MESH:D001241
  references  MESH:D001241
  page        https://www.ebi.ac.uk/chebi/searchId.do?chebiId=CHEBI:15365
`},
		{"--format json chebi:22188", `{"query":"chebi:22188","id":"CHEBI:15365","former":"CHEBI:22188","name":"wobblic acid",` +
			`"names":[{"name":"wobblic acid","kind":"primary"},{"name":"wobblin","kind":"exact"}],"definition":"A benzoic acid.",` +
			`"xrefs":["MESH:D001241"],"same":["MESH:D001241"],"url":"https://www.ebi.ac.uk/chebi/searchId.do?chebiId=CHEBI:15365"}` + "\n"},
		{"--format tsv 27732", "query\tid\tname\tfull_name\tnames\tdefinition\txrefs\turl\n" +
			"27732\tCHEBI:27732\tzorbine\t\t\t\tDrugBank:DB00201|MESH:D002110\thttps://www.ebi.ac.uk/chebi/searchId.do?chebiId=CHEBI:27732\n"},
	} {
		args := append([]string{"names", "--pack", "DIR/d.normpack"}, strings.Fields(c.args)...)
		if code, stdout, stderr := f.run(nil, args...); code != exitDone || stdout != c.want || stderr != "" {
			t.Errorf("%s: status %d, %s, got\n%s\nwant\n%s", c.args, code, stderr, stdout, c.want)
		}
	}
	code, stdout, stderr := f.run(nil, "names", "--pack", "DIR/d.normpack", "CHEBI:0", "CHEBI:27732", "X")
	if code != exitFailed || !strings.HasPrefix(stdout, "CHEBI:27732  zorbine\n") || !strings.Contains(stderr, "no entity CHEBI:0, X") {
		t.Errorf("unknown ids: status %d, %q, %q", code, stdout, stderr)
	}
}

// TestNamesOfMany reads ids from standard input: an unknown one gives a row of itself.
func TestNamesOfMany(t *testing.T) {
	f := newFixture(t)
	const n = 20_000
	in := strings.NewReader(strings.Repeat("G:1\nX:1\n\n", n))
	code, stdout, stderr := f.run(in, "names", "--pack", "DIR/t.normpack", "--format", "tsv")
	rows := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if code != exitDone || len(rows) != 1+3*n || stderr != "" {
		t.Fatalf("status %d, %d rows, %q", code, len(rows), stderr)
	}
	const found = "G:1\tG:1\tFOXP2\t\tforkhead box P2|SPCH1\t\t\t"
	if last := rows[len(rows)-3:]; last[0] != found || last[1] != "X:1"+strings.Repeat("\t", 7) || last[2] != strings.Repeat("\t", 7) {
		t.Errorf("last rows %q", last)
	}
	_, stdout, _ = f.run(strings.NewReader("X:1\n"), "names", "--pack", "DIR/t.normpack", "--format", "json")
	if stdout != `{"query":"X:1","id":"","name":""}`+"\n" {
		t.Errorf("json: %s", stdout)
	}
}

// TestLookupDetails looks up ids and equivalents.
func TestLookupDetails(t *testing.T) {
	f := newFixture(t)
	f.drugFiles()
	const lookup = "lookup --pack DIR/d.normpack --format json -k 9 "
	for args, want := range map[string]string{
		"CHEBI:22188": `{"mention":"CHEBI:22188","nil":false,"matches":[{"id":"CHEBI:15365","same":["MESH:D001241"],"name":"wobblic acid","matched":"CHEBI:22188",` +
			`"stage":"id","distance":0,"score":1,"p":1,"margin":1}]}`,
		"--details --prefer mesh CHEBI:15365": `"id":"MESH:D001241","same":["CHEBI:15365"],"name":"Wobblin","matched":"CHEBI:15365","stage":"id","distance":0,"score":1,"p":1,"margin":1,` +
			`"definition":"The prototypical analgesic.","url":"https://meshb.nlm.nih.gov/record/ui?ui=D001241"}`,
		"--prefer MESH zorbine":  `"id":"MESH:D002110","same":["CHEBI:27732"]`,
		"--prefer CHEBI zorbine": `"id":"CHEBI:27732","same":["MESH:D002110"]`,
	} {
		code, stdout, stderr := f.run(nil, strings.Fields(lookup+args)...)
		if code != exitDone || !strings.Contains(stdout, want) {
			t.Errorf("%s: status %d, %s%s", args, code, stdout, stderr)
		}
		if strings.Contains(args, "zorbine") && strings.Count(stdout, "D002110") > 1 {
			t.Errorf("%s: two matches: %s", args, stdout)
		}
	}
	f.write("in.csv", "drug\nzorbine\nCHEBI:22188\n")
	f.steps([]step{
		{"map DIR/in.csv --column drug --prefer MESH --pack DIR/d.normpack --out DIR/out.csv", exitDone, "2 rows"},
		{"lookup --details x", exitUsage, "--details is for --format json"},
		{"lookup --prefer mars --pack DIR/d.normpack x", exitUsage, `preferred "mars": no such namespace`},
		{"build DIR/mesh.tsv --out DIR/x --xrefs DIR/mesh.tsv", exitFailed, "mesh.tsv:1: 3 columns"},
	})
	if out := f.read("out.csv"); !strings.Contains(out, "zorbine,MESH:D002110,") || !strings.Contains(out, "CHEBI:22188,MESH:D001241,Wobblin,CHEBI:22188,id,1,1") {
		t.Errorf("mapped: %s", out)
	}
}

// TestSelectWithoutDetails leaves details out, or those of other namespaces.
func TestSelectWithoutDetails(t *testing.T) {
	f := newFixture(t)
	f.drugFiles()
	f.steps([]step{
		{"pack select DIR/d.normpack --without-details --out DIR/bare.normpack", exitDone, "no changes"},
		{"pack select DIR/d.normpack --namespace MESH --out DIR/mesh.normpack", exitDone, "no changes"},
		{"verify DIR/mesh.normpack", exitDone, "ok"},
		{"names --pack DIR/mesh.normpack CHEBI:22188", exitFailed, "no entity"},
		{"names --pack DIR/bare.normpack CHEBI:22188", exitFailed, "no entity"},
	})
	if _, stdout, _ := f.run(nil, "names", "--pack", "DIR/mesh.normpack", "MESH:D001241"); !strings.Contains(stdout, "  The prototypical analgesic.\n") {
		t.Errorf("names of the one: %s", stdout)
	}
	sizes := map[string]int{}
	for _, name := range []string{"d", "mesh", "bare"} {
		c, err := pack.Parse([]byte(f.read(name + ".normpack")))
		f.check(err)
		sizes[name] = len(c.Details)
	}
	if sizes["bare"] != 0 || sizes["mesh"] == 0 || sizes["mesh"] >= sizes["d"] {
		t.Errorf("details take %s", fmt.Sprint(sizes))
	}
}
