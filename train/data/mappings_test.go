package data

import "testing"

// TestMappingsOfOntology reads mappings without labels beside the ontology that has the names, in any order
// of the files: they are its cross-references.
func TestMappingsOfOntology(t *testing.T) {
	ontology := writeFile(t, "tools.obo", "format-version: 1.4\n\n[Term]\nid: TOOL:1\nname: hammer\n")
	mappings := writeFile(t, "tools.sssom.tsv", "subject_id\tpredicate_id\tobject_id\nTOOL:1\tskos:exactMatch\tMESH:D1\nTOOL:2\tskos:exactMatch\tMESH:D2\n")
	for _, files := range [][]string{{ontology, mappings}, {mappings, ontology}} {
		got, report, err := readFiles(files, ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Entities) != 1 || len(got.XRefs) != 1 || got.XRefs[0] != (XRef{"TOOL:1", "MESH:D1"}) || report.Skipped[0].Count != 1 {
			t.Errorf("%q: %+v, %+v", files, got, report)
		}
	}
}
