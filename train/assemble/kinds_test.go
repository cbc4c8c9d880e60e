package assemble

import (
	"fmt"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// sortedNames returns a terminology that marks no name and sorts those of each entity; ids come in another order.
func sortedNames() *data.Terminology {
	t := &data.Terminology{}
	for i := range minSorted {
		t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprintf("X:%d", minSorted-i), Names: []data.Name{
			{Text: fmt.Sprintf("B. species%d", i)}, {Text: fmt.Sprintf("E. species%d", i), Kind: pack.KindAlias},
			{Text: fmt.Sprintf("Echinus species%d", i), Kind: pack.KindAlias},
		}})
	}
	t.Entities[3].Names = t.Entities[3].Names[:2]
	t.Entities = append(t.Entities, data.Entity{ID: "X:99", Names: []data.Name{{Text: "a"}, {Text: "b", Kind: pack.KindAlias}, {Text: "c", Kind: pack.KindAlias}}})
	return t
}

func TestNonePreferred(t *testing.T) {
	for what, change := range map[string]func(t *data.Terminology){
		"":                 func(*data.Terminology) {},
		"one is marked":    func(t *data.Terminology) { t.Entities[5].Names[1].Kind = pack.KindExact },
		"one out of order": func(t *data.Terminology) { n := t.Entities[6].Names; n[1].Text, n[2].Text = n[2].Text, n[1].Text },
		"few long lists":   func(t *data.Terminology) { t.Entities[7].Names = t.Entities[7].Names[:2] },
	} {
		terminology := sortedNames()
		change(terminology)
		if got := nonePreferred(terminology.Entities, byNamespace(terminology.Entities)[0]); got != (what == "") {
			t.Errorf("%q: %v", what, got)
		}
	}
}

// TestNonePreferredByNamespace has one namespace that prefers no names, beside one that does.
func TestNonePreferredByNamespace(t *testing.T) {
	list := sortedNames()
	for i := range list.Entities {
		list.Entities[i].Namespace = "species"
	}
	list.Entities = append(list.Entities, data.Entity{ID: "G:1", Namespace: "gene",
		Names: []data.Name{{Text: "TP53"}, {Text: "p53", Kind: pack.KindAlias}, {Text: "LFS1", Kind: pack.KindAlias}}})
	c, rep := run(t, Recipe{Verbatim: false}, list)
	if !rep.NonePreferred {
		t.Error("the namespace of sorted names is not found")
	}
	for row, kind := range c.RowKind {
		name := c.Names.At(row)
		if gene := name == "p53" || name == "LFS1"; gene && kind != pack.KindAlias {
			t.Errorf("%q is %v", name, kind)
		}
	}
}

func TestKindsOfRows(t *testing.T) {
	said := []data.Query{{Mention: "sea urchin", Gold: []string{"X:7"}}}
	for _, verbatim := range []bool{false, true} {
		c, rep := run(t, Recipe{Mentions: said, Verbatim: verbatim}, sortedNames())
		if rep.NonePreferred == verbatim {
			t.Errorf("verbatim %v: none preferred is %v", verbatim, rep.NonePreferred)
		}
		for row, kind := range c.RowKind {
			name := c.Names.At(row)
			entity := int(c.RowEntity[row])
			first := c.PrimaryRow[entity] == uint32(row)
			if want := first || !verbatim && name != "sea urchin"; (kind == pack.KindPrimary) != want {
				t.Errorf("verbatim %v: %q is %v", verbatim, name, kind)
			}
		}
	}
}
