package main

import (
	"fmt"
	"strings"
	"testing"
)

// ills is a list of names that look like diseases, with ids of two vocabularies and with ids that have no prefix.
func ills() string {
	var b strings.Builder
	for i, organ := range strings.Fields("renal hepatic pulmonary gastric cerebral splenic dermal ocular") {
		for k, ill := range strings.Fields("dysplasia insufficiency carcinoma atrophy") {
			fmt.Fprintf(&b, "%s%d\tchronic %s %s\n", []string{"MESH:D", "OMIM:1", "D"}[(i+k)%3], 10*i+k, organ, ill)
		}
	}
	return b.String()
}

// TestBuildTypes finds out of which type a list is, says so, and takes another type from --type.
func TestBuildTypes(t *testing.T) {
	f := newFixture(t)
	f.write("ills.tsv", ills())
	f.write("parts.tsv", "P:1\thexagon bolt\nP:2\twing nut\n")
	f.write("one.tsv", "P:1\tasthma\n")
	jobs := ""
	for i, place := range strings.Fields("office railway airport hotel kitchen museum") {
		jobs += fmt.Sprintf("J:%d\t%s manager\nJ:%d\tassistant %s planner\n", 2*i, place, 2*i+1, place)
	}
	f.write("jobs.tsv", jobs)
	for _, c := range []struct{ args, says, inspected string }{
		{"ills.tsv", "annotate: Disease (ids without a prefix, MESH, OMIM): 100 % of 32 names are such, or look so\n", `Disease ["" "MESH" "OMIM"]`},
		{"ills.tsv DIR/jobs.tsv", "annotate: no type (J): texts are searched for the names\n", `Disease ["" "MESH" "OMIM"]`},
		{"ills.tsv --type gene,OMIM=none", "annotate: Gene (ids without a prefix, MESH): as stated\nannotate: no type (OMIM), as stated: texts are searched for the names\n", `Gene ["" "MESH"]`},
		{"parts.tsv", "annotate: no type (P): texts are searched for the names", "by names"},
		{"one.tsv", "annotate: no type (P): texts are searched for the names\n", "by names"},
		{"one.tsv --type Disease", "annotate: Disease (P): as stated\n", `Disease ["P"]`},
	} {
		code, _, stderr := f.run(nil, strings.Fields("build --encoder DIR/t.normenc --bits 64 --force --out DIR/x.normpack --report DIR/x.json DIR/"+c.args)...)
		if code != exitDone || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: status %d, want %q:\n%s", c.args, code, c.says, stderr)
			continue
		}
		if _, out, _ := f.run(nil, "inspect", "DIR/x.normpack"); !strings.Contains(out, "annotate    "+c.inspected+"\n") {
			t.Errorf("%s: no %q in\n%s", c.args, c.inspected, out)
		}
		if report := f.read("x.json"); !strings.Contains(report, `"types"`) {
			t.Errorf("%s: no types in %s", c.args, report)
		}
	}
	f.write("blank.tsv", "P:1\t \nP:2\t\u00a0\n")
	for args, want := range map[string]string{
		"ills.tsv --type Diseases":                          `--type: unknown type "Diseases"; did you mean "Disease"?; types are Disease, Chemical, Gene, Species, CellLine, CellType, Anatomy, GO, none`,
		"ills.tsv --type MSH=Disease":                       `a type of the namespace "MSH", which the list lacks; did you mean "MESH"?`,
		"ills.tsv --type Disease --documents DIR/parts.tsv": "leave one out",
		"blank.tsv": "DIR/blank.tsv:1",
	} {
		code, _, stderr := f.run(nil, strings.Fields("build --encoder DIR/t.normenc --bits 64 --force --out DIR/x.normpack DIR/"+args)...)
		if code == exitDone || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, want %q:\n%s", args, code, want, stderr)
		}
	}
}
