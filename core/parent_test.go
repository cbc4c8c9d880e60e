package core_test

import (
	"context"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// fevers has three fevers of the harbour, which are of one kind, one of the islands, which is of another, and all else.
func fevers(t *testing.T, namespaces ...string) *pack.Contents {
	t.Helper()
	list := terminology()
	for _, row := range [][3]string{
		{"T:1", "harbour fever"}, {"T:2", "northern harbour fever", "T:1"}, {"T:3", "southern harbour fever", "T:1"},
		{"T:4", "western harbour fever", "T:1"}, {"T:5", "pale island fever", "T:6"}, {"T:6", "island complaint"},
	} {
		list.Entities = append(list.Entities, data.Entity{ID: row[0], Namespace: "T", Names: []data.Name{{Text: row[1]}}})
		if row[2] != "" {
			list.Relations = append(list.Relations, data.Relation{ID: row[0], Relation: "is_a", Parent: row[2]})
		}
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: list, Encoder: encodertest.Random(1024, 64), Samples: 500, Parents: namespaces}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestParent has an answer among siblings say what these are kinds of, and no other.
func TestParent(t *testing.T) {
	with, without := opened(t, fevers(t, assemble.AllNamespaces)), opened(t, fevers(t, "X"))
	for id, want := range map[string][]string{"T:2": {"T:1"}, "T:5": {"T:6"}, "T:6": nil} {
		a, _ := with.Entity(id)
		if b, ok := without.Entity(id); !ok || !slices.Equal(a.Parents, want) || b.Parents != nil {
			t.Errorf("%s is a kind of %q, want %q; in a pack without parents of %q", id, a.Parents, want, b.Parents)
		}
	}
	for _, x := range []struct {
		mention string
		options core.Options
		want    string
	}{
		{mention: "eastern harbour fever", want: "T:1"},
		{mention: "northern harbour fever"},
		{mention: "FOXP2"},
		{mention: "something else"},
		{mention: "eastern harbour fever", options: core.Options{Exactly: true}},
		{mention: "eastern harbour fever", options: core.Options{Namespaces: []string{"NCBIGene"}}},
		{mention: "northern harbour fever", options: core.Options{MinP: 1}, want: "T:1"},
	} {
		a, err := with.LookupWith(x.mention, x.options)
		if err != nil {
			t.Fatal(err)
		}
		switch p := a.Parent; {
		case (p != nil) != (x.want != ""):
			t.Errorf("%q: parent %+v of %+v, want %q", x.mention, p, a, x.want)
		case p != nil && (p.ID != x.want || p.Name != "harbour fever" || p.Namespace != "T" || !(p.P >= 0.5 && p.P < 1)):
			t.Errorf("%q: parent %+v, want %s", x.mention, p, x.want)
		}
		b, err := without.LookupWith(x.mention, x.options)
		if err != nil || b.Parent != nil {
			t.Errorf("%q without parents in the pack: %+v, %v", x.mention, b.Parent, err)
		}
		if a.NIL != b.NIL || a.PNIL != b.PNIL || len(a.Matches) != len(b.Matches) || len(a.Matches) > 0 && a.Matches[0].P != b.Matches[0].P {
			t.Errorf("%q: %+v with parents, %+v without", x.mention, a, b)
		}
	}
}

// TestParentCircle has everything be a kind of everything, which a file may say.
func TestParentCircle(t *testing.T) {
	c := fevers(t)
	for e := range uint32(c.IDs.Len()) {
		for p := range uint32(c.IDs.Len()) {
			if e != p {
				c.Parents = append(c.Parents, pack.Parent{Entity: e, Parent: p})
			}
		}
	}
	if a := opened(t, c).Lookup("eastern harbour fever", 1); a.Parent == nil {
		t.Errorf("%+v", a)
	}
}
