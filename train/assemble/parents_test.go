package assemble

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestParents keeps pairs of entities of one wanted namespace, each once, by relations that lead up.
func TestParents(t *testing.T) {
	c := &pack.Contents{IDs: pack.NewStrings([]string{"A:1", "A:2", "A:3", "B:1", "B:2"}), Namespaces: []string{"A", "B"}, EntityNamespace: []uint16{0, 0, 0, 1, 1}}
	r := Recipe{Terminology: &data.Terminology{Relations: []data.Relation{
		{ID: "A:3", Relation: "is_a", Parent: "A:1"}, {ID: "A:1", Relation: "part_of", Parent: "A:2"}, {ID: "A:1", Relation: "is_a", Parent: "A:1"},
		{ID: "A:1", Relation: "is_a", Parent: "B:1"}, {ID: "A:1", Relation: "is_a", Parent: "A:9"}, {ID: "A:9", Relation: "is_a", Parent: "A:1"},
	}}, Relations: []data.Relation{
		{ID: "B:2", Relation: "parent", Parent: "B:1"}, {ID: "A:2", Relation: "broader", Parent: "A:3"}, {ID: "A:3", Relation: "parent", Parent: "A:1"},
	}}
	for _, x := range []struct {
		namespaces []string
		want       []pack.Parent
	}{
		{nil, nil},
		{[]string{AllNamespaces}, []pack.Parent{{Entity: 1, Parent: 2}, {Entity: 2, Parent: 0}, {Entity: 4, Parent: 3}}},
		{[]string{"B"}, []pack.Parent{{Entity: 4, Parent: 3}}},
	} {
		if r.Parents = x.namespaces; !slices.Equal(parents(c, &r), x.want) {
			t.Errorf("of %q: %v, want %v", x.namespaces, parents(c, &r), x.want)
		}
	}
}
