package siblings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// listOf returns the list of entities with names between slashes.
func listOf(entities ...string) *List {
	c := &pack.Contents{}
	var ids, texts []string
	for e, of := range entities {
		ids = append(ids, fmt.Sprintf("L:%03d", e))
		for _, text := range strings.Split(of, "/") {
			texts, c.RowEntity = append(texts, text), append(c.RowEntity, uint32(e))
		}
	}
	c.IDs, c.Names = pack.NewStrings(ids), pack.NewStrings(texts)
	return New(c)
}

// TestMade: what is made is in no order of words a name, and no word that is often one of an entity's own is telling.
func TestMade(t *testing.T) {
	entities := []string{"Vesta", "North Vesta", "Arden", "Arden, North", "Torrance", "Caledon", "Region Soro/Soro", "Region Lind/Lind", "Region Vesta"}
	l := listOf(entities...)
	var added []string
	for _, m := range l.Made(20) {
		if m.How == Ways[0] {
			added = append(added, m.Text)
		}
		for _, known := range entities {
			if slices.Equal(slices.Sorted(strings.FieldsSeq(strings.ToLower(m.Text))), slices.Sorted(strings.FieldsSeq(strings.ToLower(known)))) {
				t.Errorf("%q is a name of the list", m.Text)
			}
		}
		if m.How == Ways[0] && !strings.Contains(m.Text, "North") {
			t.Errorf("%q has no word that tells entities apart", m.Text)
		}
	}
	if !slices.Contains(added, "North Torrance") && !slices.Contains(added, "Torrance, North") {
		t.Errorf("made %q", added)
	}
}

func TestReplaced(t *testing.T) {
	l := listOf("red lentils", "green lentils", "red beans", "green peas", "tumor cell/tumour cell", "tumor wall", "tumour bed")
	var got []string
	for _, m := range l.Made(50) {
		if m.How == Ways[1] {
			got = append(got, m.Text)
		}
	}
	for _, want := range []string{"green beans", "red peas"} {
		if !slices.Contains(got, want) {
			t.Errorf("made %q, without %q", got, want)
		}
	}
	if slices.Contains(got, "tumour wall") || slices.Contains(got, "tumor bed") {
		t.Errorf("made %q: both words are names of one entity", got)
	}
}

// TestHeldOut: a sibling of each entity that is taken out stays.
func TestHeldOut(t *testing.T) {
	var entities []string
	for i := range 20 {
		name := strings.Repeat(string(rune('a'+i)), 3)
		entities = append(entities, name, "North "+name)
	}
	mentions, out := listOf(entities...).HeldOut(10)
	if len(mentions) != 4 || len(out) != 4 {
		t.Fatalf("%d mentions of %d entities, want one in ten of 40", len(mentions), len(out))
	}
	for _, m := range mentions {
		if e := int32(slices.Index(entities, m.Text)); !out[e] || m.How != Ways[2] {
			t.Errorf("%q stays", m.Text)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"M. avium", "M. avium strain 104", true},
		{"Vesta (North)", "north of Vesta", true},
		{"tumors, type 2", "type II tumor", true},
		{"South Vesta", "North Vesta", false},
	} {
		if got := Within(tt.name, tt.text); got != tt.want {
			t.Errorf("%q within %q: %v", tt.name, tt.text, got)
		}
	}
}
