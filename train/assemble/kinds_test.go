package assemble

import (
	"fmt"
	"slices"
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

func TestKindsOfRows(t *testing.T) {
	said := []data.Query{{Mention: "sea urchin", Gold: []string{"X:7"}}}
	for _, verbatim := range []bool{false, true} {
		c, rep := run(t, Recipe{Mentions: said, Verbatim: verbatim}, sortedNames())
		if (len(rep.NonePreferred) > 0) == verbatim {
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

// TestKindsOfNamespaces has a namespace that prefers no names beside one that does.
func TestKindsOfNamespaces(t *testing.T) {
	terminology := sortedNames()
	for i := range terminology.Entities {
		terminology.Entities[i].Namespace = "sorted"
	}
	terminology.Entities = append(terminology.Entities, data.Entity{ID: "Y:1", Namespace: "marked", Names: []data.Name{
		{Text: "zebra"}, {Text: "ass", Kind: pack.KindExact},
	}})
	c, rep := run(t, Recipe{}, terminology)
	if !slices.Equal(rep.NonePreferred, []string{"sorted"}) {
		t.Errorf("none preferred in %q", rep.NonePreferred)
	}
	for row, kind := range c.RowKind {
		if name := c.Names.At(row); (kind == pack.KindExact) != (name == "ass") {
			t.Errorf("%q is %v", name, kind)
		}
	}
}
