package company

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestAdd requires pairs of entities that share what has no name: more if fewer others do, and if they have fewer others.
func TestAdd(t *testing.T) {
	var ids []string
	for i := range 12 {
		ids = append(ids, fmt.Sprintf("G:%02d", i))
	}
	of := func(parent string, entities ...int) (out []data.Relation) {
		for _, e := range entities {
			out = append(out, data.Relation{ID: ids[e], Relation: "in", Parent: parent})
		}
		return out
	}
	all := of("P:all", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	for _, tt := range []struct {
		name       string
		relations  []data.Relation
		namespaces []string
		want       string
	}{
		{"nothing", nil, nil, "[]"},
		{"a paper of one, one of two, said twice", append(of("P:1", 3), of("P:2", 5, 1, 1)...), nil, "[[1 5]]"},
		{"what has a name", append(of(ids[0], 1, 2), of("P:1", 4, 3)...), nil, "[[3 4]]"},
		{"an unknown entity", append(of("P:1", 1), data.Relation{ID: "H:1", Parent: "P:1"}), nil, "[]"},
		{"another namespace", of("P:1", 1, 2, 11), []string{"G"}, "[[1 2]]"},
		{"all namespaces", of("P:1", 1, 11), nil, "[[1 11]]"},
	} {
		c := &pack.Contents{IDs: pack.NewStrings(ids), Namespaces: []string{"G", "H"}, EntityNamespace: make([]uint16, len(ids))}
		c.EntityNamespace[11] = 1
		Add(c, tt.relations, tt.namespaces)
		if s := fmt.Sprint(c.Company); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
	c := &pack.Contents{IDs: pack.NewStrings(ids), Namespaces: []string{"G"}, EntityNamespace: make([]uint16, len(ids))}
	Add(c, append(all, of("P:9", 9, 8)...), nil)
	if s := fmt.Sprint(c.Company); !strings.Contains(s, "[8 9]") || strings.Contains(s, "[7 9]") { // each has eight that are nearer
		t.Errorf("of ten entities in one paper, and two in another: %s", s)
	}
}
