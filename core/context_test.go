package core_test

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/topic"
)

// aboutGenes returns the test pack in which the two genes named FAKE1 are about
// lipids and ribosomes, and others about nothing.
func aboutGenes(t testing.TB, weight float32) *pack.Contents {
	c := contents(t)
	lipid, ribosome := uint64(0x00000000ffffffff), uint64(0xffffffff00000000)
	c.ProfileBits, c.Profiles = 64, make([]uint64, c.IDs.Len())
	for e := range c.IDs.Len() {
		switch c.IDs.At(e) {
		case "NCBIGene:5336":
			c.Profiles[e] = lipid
		case "NCBIGene:6198", "NCBIGene:93986":
			c.Profiles[e] = ribosome
		}
	}
	code := map[uint32]uint64{}
	table := &topic.Table{Bits: 64, Weight: weight}
	for word, c := range map[string]uint64{"lipid": lipid, "ribosome": ribosome} {
		h := topic.AppendWords(nil, word)[0]
		table.Words, code[h] = append(table.Words, h), c
	}
	slices.Sort(table.Words)
	for _, h := range table.Words {
		table.Weights, table.Codes = append(table.Weights, 100), append(table.Codes, code[h])
	}
	c.Context = table.AppendBinary(nil)
	return c
}

// TestNamesInText requires another name of an entity in the text to decide between those that the mention names, in a pack
// without profiles, and to change nothing of what is only near.
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

func TestContext(t *testing.T) {
	n, err := core.OpenBytes(file(t, aboutGenes(t, 5)), nil)
	if err != nil {
		t.Fatal(err)
	}
	plain := func(mention string) core.Answer { return n.Lookup(mention, 3) }
	long := strings.Repeat("filler ", 150_000)
	for _, c := range []struct{ mention, context, want string }{
		{"FAKE1", "FAKE1 binds a lipid.", "NCBIGene:5336"},
		{"FAKE1", "FAKE1, of the ribosome", "NCBIGene:6198"},
		{"fake-1", "the ribosome's fake-1", "NCBIGene:6198"},
		{"FAKE1", long + "lipid FAKE1 " + long, "NCBIGene:5336"},
		{"FOXP2", "a lipid", "NCBIGene:93986"}, // the mention says enough
	} {
		a, err := n.LookupWith(c.mention, core.Options{K: 3, Context: c.context})
		if err != nil || len(a.Matches) == 0 || a.Matches[0].ID != c.want {
			t.Errorf("%s in %.40q: %+v, %v; want %s", c.mention, c.context, a.Matches, err, c.want)
		}
		if !slices.IsSortedFunc(a.Matches, func(a, b core.Match) int { return cmp.Compare(b.P, a.P) }) {
			t.Errorf("%s in %.40q: probabilities do not fall: %+v", c.mention, c.context, a.Matches)
		}
	}
	many, err := n.LookupMany([]core.Query{{Mention: "FAKE1", Context: "lipid"}, {Mention: "FAKE1"}, {Mention: "FAKE1", Context: "ribosome"}}, core.Options{K: 3, Context: "ribosome"})
	if err != nil || many[0].Matches[0].ID != "NCBIGene:5336" || !reflect.DeepEqual(many[1], plain("FAKE1")) || many[2].Matches[0].ID != "NCBIGene:6198" {
		t.Errorf("together: %+v, %v", many, err)
	}
	for _, context := range []string{"", " ", "nothing known", "lipid ribosome", "\xff", long} {
		for _, mention := range []string{"FAKE1", "S6K", "FOX-P2", "", "🧬"} {
			a, err := n.LookupWith(mention, core.Options{K: 3, Context: context})
			if err != nil || !reflect.DeepEqual(a, plain(mention)) {
				t.Errorf("%q in %.40q: %+v, %v; want %+v as without", mention, context, a, err, plain(mention))
			}
		}
	}
}

// TestContextOfNothing looks up with a context in packs that cannot use it.
func TestContextOfNothing(t *testing.T) {
	for what, c := range map[string]*pack.Contents{"no profiles": contents(t), "no weight": aboutGenes(t, 0)} {
		n := opened(t, c)
		a, err := n.LookupWith("FAKE1", core.Options{K: 3, Context: "a lipid, no ribosome"})
		if err != nil || !reflect.DeepEqual(a, n.Lookup("FAKE1", 3)) {
			t.Errorf("%s: %+v, %v", what, a, err)
		}
	}
}

func TestContextDamaged(t *testing.T) {
	for what, change := range map[string]func(c *pack.Contents){
		"cut off":        func(c *pack.Contents) { c.Context = c.Context[:len(c.Context)-1] },
		"no profiles":    func(c *pack.Contents) { c.ProfileBits, c.Profiles = 0, nil },
		"other profiles": func(c *pack.Contents) { c.ProfileBits, c.Profiles = 128, make([]uint64, 2*c.IDs.Len()) },
	} {
		c := aboutGenes(t, 1)
		change(c)
		_, err := core.OpenBytes(file(t, c), nil)
		if bad := (*pack.CorruptError)(nil); !errors.As(err, &bad) || bad.Section != "CTXT" {
			t.Errorf("%s: %v", what, err)
		}
	}
	c := aboutGenes(t, 1)
	c.Context = replaced(c.Context, 0, 2)
	if _, err := core.OpenBytes(file(t, c), nil); !isNewer(err) {
		t.Errorf("a later version: %v", err)
	}
}
