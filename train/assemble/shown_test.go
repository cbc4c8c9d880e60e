package assemble

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestShown has names of which the pack shows the one that is spelled in most ways, or most like the others.
func TestShown(t *testing.T) {
	c, _ := run(t, Recipe{}, sortedNames())
	for e := range c.IDs.Len() {
		name := c.Names.At(int(c.PrimaryRow[e]))
		if c.IDs.At(e) == "X:20" && name != "Echinus species0" {
			t.Errorf("%s is shown as %q", c.IDs.At(e), name)
		}
	}
	sole := []string{"qx 7", "qx-1", "qx-2", "qx.1", "qx.2", "qx.3", "qx.4", "qx.5", "qx.6", "qx.7", "qx.8", "qx.9", "rvx line"}
	for want, names := range map[string][]string{
		"Escherichia coli": {"B. coli", "Bacterium coli", "E. coli", "E.coli", "Escherichia coli", "Escherichia coli K"},
		"Helix aspersa":    {"Cornu aspersum", "Cornu-aspersum", "H. aspersa", "H.aspersa", "Helix aspersa"}, // with the ways to abbreviate it
		"KQ-562":           {"KQ 562", "KQ-562", "KQ562"},
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
		if got := usual(list, sole); got != want {
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

// TestInCase has names in capitals whose letters another spelling has in upper and lower case.
func TestInCase(t *testing.T) {
	for name, c := range map[string]struct{ other, want string }{
		"BEKO":      {"Be Ko", "BeKo"},
		"T-24 ZEL":  {"T24-Zel", "T-24 Zel"},
		"ABC":       {"abc", "ABC"}, // says nothing of names
		"Abc":       {"aBC", "Abc"},
		"BEKO line": {"Be Ko line", "BEKO line"},
		"HAG":       {"Hagfish", "HAG"},
	} {
		if got := inCase(name, []data.Name{{Text: name}, {Text: c.other}}); got != c.want {
			t.Errorf("%q beside %q: %q, want %q", name, c.other, got, c.want)
		}
	}
}

// TestShownInCase has a list that lost the case of names, and one that marks the name of one of its entities.
func TestShownInCase(t *testing.T) {
	before := sortedNames()
	e := before.Entities
	e[0].Names = []data.Name{{Text: "BEKO"}, {Text: "Be Ko", Kind: pack.KindAlias}, {Text: "BeKo cells", Kind: pack.KindAlias}}
	e[1].Names = []data.Name{{Text: "KUGA"}, {Text: "ZIM", Kind: pack.KindAlias}}
	e[1].Shown = "KuGa"
	after := WithShown(before, map[string]int{e[0].ID: 3, e[1].ID: 2}).Entities
	if got := after[0]; got.Shown != "BeKo" || got.Names[0].Text != "BeKo" {
		t.Errorf("shown is %q of %q", got.Shown, got.Names)
	}
	if got := after[1]; got.Shown != "KuGa" || got.Names[0].Text != "KuGa" {
		t.Errorf("shown is %q of %q", got.Shown, got.Names)
	}
	if e[0].Names[0].Text != "BEKO" || e[1].Names[0].Text != "KUGA" {
		t.Errorf("the terminology changed: %v", e[:2])
	}
	if got := after[2]; got.Shown != "" || !slices.Equal(got.Names, e[2].Names) {
		t.Errorf("of a list that prefers names, %q is shown", got.Shown)
	}
}
