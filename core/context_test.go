package core_test

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// inCompany returns the test pack in which the two genes named FAKE1 are written about together with others.
func inCompany(t testing.TB) *pack.Contents {
	c := contents(t)
	for _, ids := range [][2]string{
		{"NCBIGene:5336", "NCBIGene:102"}, {"NCBIGene:5336", "NCBIGene:103"}, {"NCBIGene:5336", "NCBIGene:104"}, {"NCBIGene:6198", "NCBIGene:93986"},
	} {
		a, _ := c.IDs.Find(ids[0])
		b, _ := c.IDs.Find(ids[1])
		c.Company = append(c.Company, [2]uint32{uint32(min(a, b)), uint32(max(a, b))})
	}
	slices.SortFunc(c.Company, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	return c
}

// TestNamesInText requires another name of an entity in the text to decide between those that the mention names, in a pack
// without company, and to change nothing of what is only near.
func TestNamesInText(t *testing.T) {
	n := open(t)
	for _, c := range []struct{ context, want string }{
		{"FAKE1 is also called PLCG2.", "NCBIGene:5336"}, {"RPS6KB1 is FAKE1 here", "NCBIGene:6198"},
	} {
		a, err := n.LookupWith("FAKE1", core.Options{Context: c.context})
		if err != nil || a.Matches[0].ID != c.want || a.Matches[0].P < 2*a.Matches[1].P {
			t.Errorf("FAKE1 in %q: %+v, %v; want %s", c.context, a.Matches, err, c.want)
		}
	}
	for _, mention := range []string{"zqx wvk", "unknown kinase", "PLCG7"} {
		in, err := n.LookupWith(mention, core.Options{Context: mention + " beside PLCG2 and RPS6KB1"})
		if alone := n.Lookup(mention, 0); err != nil || !reflect.DeepEqual(in, alone) {
			t.Errorf("%s beside names: %+v, %v; alone %+v", mention, in, err, alone)
		}
	}
}

// TestContext requires what two genes of one name are written about with, by any of its names, to decide between them.
func TestContext(t *testing.T) {
	n := opened(t, inCompany(t))
	plain := func(mention string) core.Answer { return n.Lookup(mention, 3) }
	long := strings.Repeat("filler ", 150_000)
	for _, c := range []struct{ mention, context, want string }{
		{"FAKE1", "FAKE1 binds ZNF314, ZNF321 and ZNF328.", "NCBIGene:5336"},
		{"FAKE1", "The zinc-finger protein 314 (FAKE1), znf-321/ZNF328", "NCBIGene:5336"},
		{"FAKE1", "FAKE1/FOX-P2", "NCBIGene:6198"},
		{"fake-1", "forkhead box P2's fake-1", "NCBIGene:6198"},
		{"FAKE1", long + "ZNF314 ZNF321 FAKE1 ZNF328 " + long, "NCBIGene:5336"},
		{"FOXP2", "ZNF314", "NCBIGene:93986"}, // the mention says enough
	} {
		a, err := n.LookupWith(c.mention, core.Options{K: 3, Context: c.context})
		if err != nil || len(a.Matches) == 0 || a.Matches[0].ID != c.want {
			t.Errorf("%s in %.40q: %+v, %v; want %s", c.mention, c.context, a.Matches, err, c.want)
		}
		if !slices.IsSortedFunc(a.Matches, func(a, b core.Match) int { return cmp.Compare(b.P, a.P) }) {
			t.Errorf("%s in %.40q: probabilities do not fall: %+v", c.mention, c.context, a.Matches)
		}
	}
	many, err := n.LookupMany([]core.Query{{Mention: "FAKE1", Context: "ZNF314 ZNF321 ZNF328"}, {Mention: "FAKE1"}, {Mention: "FAKE1", Context: "FOXP2"}}, core.Options{K: 3, Context: "FOXP2"})
	if err != nil || many[0].Matches[0].ID != "NCBIGene:5336" || !reflect.DeepEqual(many[1], plain("FAKE1")) || many[2].Matches[0].ID != "NCBIGene:6198" {
		t.Errorf("together: %+v, %v", many, err)
	}
	for _, context := range []string{"", " ", "nothing known", "aZNF314, ZNF314a, ZNF 3141", "ZNF335", "\xff", long} {
		for _, mention := range []string{"FAKE1", "S6K", "FOX-P2", "", "🧬"} {
			a, err := n.LookupWith(mention, core.Options{K: 3, Context: context})
			if err != nil || !reflect.DeepEqual(a, plain(mention)) {
				t.Errorf("%q in %.40q: %+v, %v; want %+v as without", mention, context, a, err, plain(mention))
			}
		}
	}
}
