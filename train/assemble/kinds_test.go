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

// TestShown has names of which the pack shows the one that is spelled in most ways, or most like the others.
func TestShown(t *testing.T) {
	c, _ := run(t, Recipe{}, sortedNames())
	for e := range c.IDs.Len() {
		name := c.Names.At(int(c.PrimaryRow[e]))
		if c.IDs.At(e) == "X:20" && name != "Echinus species0" {
			t.Errorf("%s is shown as %q", c.IDs.At(e), name)
		}
	}
	for want, names := range map[string][]string{
		"Escherichia coli": {"B. coli", "Bacterium coli", "E. coli", "E.coli", "Escherichia coli", "Escherichia coli K"},
		"mouse":            {"lab mouse", "mouse", "white mouse"},
		"A.b":              {"A.b"},
		"QX.12.3":          {"12/3", "Q", "QX-12-3", "QX.12.3"}, // is no abbreviation, and begins as most do
		"QX.9":             {"9", "QX 9", "QX-9", "QX.9"},
		"RVX":              {"R VX", "R-VX", "RVX"},
		"RV 7 line":        {"RV 7 line", "the RV 7 line"},
	} {
		var list []data.Name
		for _, n := range names {
			list = append(list, data.Name{Text: n})
		}
		if got := usual(list, []string{"qx 7", "qx-1", "qx-2", "qx.1", "qx.2", "qx.3", "rvx line"}); got != want {
			t.Errorf("of %q %q is shown, want %q", names, got, want)
		}
	}
}

// TestShownByAList has lists that say which name of some entities is shown: of one that has that name, of one that
// has another, and of one that spells it in another way.
func TestShownByAList(t *testing.T) {
	terminology := sortedNames()
	terminology.Entities[0].Shown, terminology.Entities[1].Shown = "E. species0", "Asterias"
	terminology.Entities[2].Shown = "[E.] species2"
	terminology.Entities = append(terminology.Entities, data.Entity{ID: "Y:1", Namespace: "marked", Shown: "ass", Names: []data.Name{
		{Text: "zebra"}, {Text: "ass", Kind: pack.KindExact},
	}})
	c, _ := run(t, Recipe{}, terminology)
	for e := range c.IDs.Len() {
		want, ok := map[string]string{"X:20": "E. species0", "X:19": "Echinus species1", "X:18": "E. species2", "Y:1": "ass"}[c.IDs.At(e)]
		if name := c.Names.At(int(c.PrimaryRow[e])); ok && name != want {
			t.Errorf("%s is shown as %q, want %q", c.IDs.At(e), name, want)
		}
	}
}
