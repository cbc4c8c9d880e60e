package core_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// TestSigns has names that signs, primes and capitals tell apart, the better known entity
// mostly being the other one.
func TestSigns(t *testing.T) {
	list := &data.Terminology{}
	for i, names := range [][]string{
		{"lysine", "K"}, {"potassium(1+)", "K+"}, {"calcium", "Ca"}, {"calcium(2+)", "Ca(2+)", "Ca2+"},
		{"sodium(1+)", "Na+"}, {"sodium", "Na"}, {"5 prime end", "5'"}, {"number five", "5"},
		{"CD4", "CD4 molecule"}, {"FOS", "c-Fos"}, {"TP53", "p53"}, {"P53 cells", "P53"}, {"MAPK"}, {"kinase prime", "MAPK'"},
		{"IL2RA", "IL-2Rα"}, {"house mouse", "mice"}, {"Mus species", "Mice"},
	} {
		e := data.Entity{ID: "T:" + names[0], Namespace: "T", Weight: 1000 / float64(1+i%2*3)}
		for k, name := range names {
			e.Names = append(e.Names, data.Name{Text: name, Kind: min(pack.Kind(k)+pack.KindPrimary, pack.KindExact)})
		}
		list.Entities = append(list.Entities, e)
	}
	for i := range 40 { // so that there is something to fit
		list.Entities = append(list.Entities, data.Entity{ID: fmt.Sprint("T:", i), Namespace: "T", Names: []data.Name{{Text: fmt.Sprintf("factor %c%d", 'a'+i%26, i)}}})
	}
	c, _, err := assemble.Run(t.Context(), assemble.Recipe{Terminology: list, Encoder: encodertest.Random(1024, 64), Samples: 200}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ mention, want string }{
		{"K+", "potassium(1+)"}, {"K⁺", "potassium(1+)"}, {"K(+)", "potassium(1+)"}, {"K", "lysine"},
		{"Ca2+", "calcium(2+)"}, {"Ca²⁺", "calcium(2+)"}, {"Ca", "calcium"}, {"Na+", "sodium(1+)"}, {"Na", "sodium"},
		{"5'", "5 prime end"}, {"5′", "5 prime end"}, {"5", "number five"}, {"CD4+", "CD4"}, {"c-Fos", "FOS"}, {"cFos", "FOS"},
		{"p53", "TP53"}, {"P53", "P53 cells"}, {"MAPK'", "kinase prime"}, {"MAPK", "MAPK"}, {"IL-2Rα", "IL2RA"}, {"IL2Ra", "IL2RA"},
	} {
		if a := n.Lookup(x.mention, 3); len(a.Matches) == 0 || a.Matches[0].ID != "T:"+x.want {
			t.Errorf("%q: %+v, want %q", x.mention, a.Matches, x.want)
		}
	}
	// Every name finds its entity, or a tie that lists it.
	for i := range list.Entities {
		e := &list.Entities[i]
		for _, name := range e.Names {
			if a := n.Lookup(name.Text, 1); len(a.Matches) == 0 || a.Matches[0].ID != e.ID && !slices.Contains(a.Ambiguous, e.ID) {
				t.Errorf("%q of %s: %+v", name.Text, e.ID, a)
			}
		}
	}
}
