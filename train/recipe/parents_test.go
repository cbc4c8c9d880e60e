package recipe

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/train/data"
)

// TestParents takes parents from tree numbers of a list, with the ids that it gets, and from a list that joins, whose ids
// become those of what is joined unless it is only near.
func TestParents(t *testing.T) {
	const first, tree = "1\tThiols\tprimary\n2\tSulfur\tprimary\n3\tLipids\tprimary\n", "id\ttree\n1\tC1\n2\tC1.5\n2\tC1.6\n3\tC9.1\n"
	const second = "format-version: 1.4\n\n[Term]\nid: X:1\nname: thiol\n\n[Term]\nid: X:2\nname: lipids\nis_a: X:3\nis_a: X:1\n\n[Term]\nid: X:3\nname: matter\n"
	dir := folder(t, map[string]string{"a.tsv": first, "b.obo": second, "k.tsv": tree})
	terminology, _, _, err := read(source("A", "", "a.tsv", first,
		"prefix = \"M\"\nkeep = { path = \"k.tsv\", sha256 = \""+digest(tree)+"\", id = \"id\", value = \"tree\", prefixes = [\"C\"], tree = true }")+
		source("B", "near = true", "b.obo", second, ""), Options{From: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	want := []data.Relation{{ID: "M:2", Relation: "is_a", Parent: "M:1"}, {ID: "M:3", Relation: "is_a", Parent: "X:3"}, {ID: "M:3", Relation: "is_a", Parent: "X:1"}}
	if !slices.Equal(terminology.Relations, want) {
		t.Errorf("%+v, want %+v; joins %+v", terminology.Relations, want, terminology.Joins)
	}
}
