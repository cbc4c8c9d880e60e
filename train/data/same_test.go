package data

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listed returns a terminology of lines NAMESPACE ID NAME|NAME.
func listed(lines ...string) *Terminology {
	t := &Terminology{}
	for _, line := range lines {
		columns := strings.SplitN(line, " ", 3)
		e := Entity{Namespace: columns[0], ID: columns[1]}
		for name := range strings.SplitSeq(columns[2], "|") {
			e.Names = append(e.Names, Name{Text: name})
		}
		t.Entities = append(t.Entities, e)
	}
	return t
}

// TestSameThings lists terminologies, and which entities of them are the same thing.
func TestSameThings(t *testing.T) {
	for _, c := range []struct {
		what  string
		lines []string
		xrefs []XRef
		want  []int32
	}{
		{"a name of several words", []string{"M D1 Breast Cancer|x", "D D:7 tumor|breast-cancer", "D D:8 breast cancer"}, nil, []int32{0, 1, 0}},
		{"a name that two of one namespace have", []string{"M D1 breast cancer", "D D:7 breast cancer", "D D:8 Breast Cancer"}, nil, []int32{0, 1, 2}},
		{"two names of one namespace's", []string{"M D1 breast cancer", "D D:7 breast cancer", "M D2 gastric tumor", "D D:7b gastric tumor|breast mass"}, nil, []int32{0, 0, 2, 2}},
		{"a symbol", []string{"G 1 FOXP2protein", "U P1 FOXP2protein"}, nil, []int32{0, 1}},
		{"a short name", []string{"G 1 IL 2", "U P1 IL 2"}, nil, []int32{0, 1}},
		{"one namespace", []string{"G 1 forkhead box", "G 2 forkhead box"}, nil, []int32{0, 1}},
		{"a chain that would join two of one namespace", []string{"A 1 one thing", "B 2 one thing|other thing", "A 3 other thing"}, nil, []int32{0, 0, 2}},
		{"three namespaces", []string{"A 1 one thing", "B 2 other thing", "C 3 other thing|one thing"}, nil, []int32{0, 0, 0}},
		{"a cross-reference to a bare id", []string{"MESH D1 x", "DOID DOID:1 y"}, []XRef{{"DOID:1", "MESH:D1"}}, []int32{0, 0}},
		{"a cross-reference to a CURIE", []string{"A A:1 x", "B B:1 y"}, []XRef{{"A:1", "B:1"}}, []int32{0, 0}},
		{"cross-references to nothing", []string{"A A:1 x", "B 1 y"}, []XRef{{"A:1", "C:1"}, {"A:1", "1"}, {"A:9", "B:1"}}, []int32{0, 1}},
		{"cross-references of two to one", []string{"A A:1 x", "A A:2 y", "B B:1 z"}, []XRef{{"A:2", "B:1"}, {"A:1", "B:1"}}, []int32{0, 1, 1}},
	} {
		terms := listed(c.lines...)
		terms.XRefs = c.xrefs
		if got := terms.SameThings(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// TestEquivalents lists terminologies, and which entities of them are the same thing by references alone.
func TestEquivalents(t *testing.T) {
	for _, c := range []struct {
		what  string
		lines []string
		xrefs []XRef
		want  []int32
	}{
		{"joined to another one of the list", []string{"X M:1 x", "X D:1 x", "X M:2 y", "X D:2 Y", "X M:3 z", "X D:3 w"}, []XRef{{"D:1", "M:1"}, {"D:2", "M:2"}, {"D:3", "M:3"}}, []int32{0, 1, 2, 2, 4, 5}},
		{"a name of several words", []string{"G 1 Bardet-Biedl syndrome 1", "D 2 Bardet-Biedl syndrome 1"}, nil, []int32{0, 1}},
		{"a reference", []string{"M D1 x", "D D:1 y"}, []XRef{{"D:1", "m:D1"}}, []int32{0, 0}},
		{"one that both sides have", []string{"M M:1 x", "D D:1 y"}, []XRef{{"D:1", "M:1"}, {"M:1", "D:1"}}, []int32{0, 0}},
		{"two to one, which is broader", []string{"A A:1 x", "A A:2 y", "B B:1 z"}, []XRef{{"A:2", "B:1"}, {"A:1", "B:1"}}, []int32{0, 1, 2}},
		{"one to two", []string{"A A:1 x", "B B:1 y", "B B:2 z"}, []XRef{{"A:1", "B:1"}, {"A:1", "B:2"}}, []int32{0, 1, 2}},
		{"three namespaces", []string{"A A:1 x", "B B:1 y", "C C:1 z"}, []XRef{{"A:1", "B:1"}, {"C:1", "B:1"}}, []int32{0, 0, 0}},
		{"a chain that would join two of one namespace", []string{"A A:1 x", "B B:1 y", "C C:1 z", "A A:2 w"}, []XRef{{"A:1", "B:1"}, {"C:1", "B:1"}, {"A:2", "C:1"}}, []int32{0, 0, 0, 3}},
		{"one namespace", []string{"A A:1 x", "A A:2 y"}, []XRef{{"A:1", "A:2"}}, []int32{0, 1}},
	} {
		terms := listed(c.lines...)
		terms.XRefs = c.xrefs
		terms.Joins = []Join{{ID: "M:1", Other: "D:9"}, {ID: "M:2", Other: "D:8", Near: true}}
		if got := terms.Equivalents(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// TestXRefs reads the cross-references of an OBO file.
func TestXRefs(t *testing.T) {
	const obo = "format-version: 1.2\n\n[Term]\nid: DOID:4\nname: disease\nxref: MSH:D004194\nxref: NCI:C2991 {source=\"x\"}\n\n" +
		"[Term]\nid: DOID:5\nname: other\n\n[Term]\nid: DOID:6\nname: gone\nxref: MSH:D1\nis_obsolete: true\n"
	path := filepath.Join(t.TempDir(), "x.obo")
	if err := os.WriteFile(path, []byte(obo), 0o600); err != nil {
		t.Fatal(err)
	}
	terms, _, err := read(path, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := []XRef{{"DOID:4", "MESH:D004194"}, {"DOID:4", "NCI:C2991"}}
	if !slices.Equal(terms.XRefs, want) {
		t.Errorf("%v, want %v", terms.XRefs, want)
	}
}
