package core_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/testfull"
)

func TestSuggest(t *testing.T) {
	n := open(t)
	for _, c := range []struct {
		typed      string
		namespaces []string
		k          int
		want       string // ids and matched names
	}{
		{"foxp", nil, 0, "NCBIGene:93986 FOXP2"},
		{"Forkhead-Bo", nil, 0, "NCBIGene:93986 forkhead box P2"},
		{"fo", nil, 0, "NCBIGene:93986 FOXP2"}, // one entity, its primary name
		{"fake", nil, 0, "NCBIGene:6198 FAKE1, NCBIGene:5336 FAKE1"},
		{"fake1", nil, 1, "NCBIGene:6198 FAKE1"},
		{"FAKE12", nil, 0, ""},
		{"fake", []string{"MESH"}, 0, ""},
		{"h", []string{"MESH", "X"}, 0, "MESH:D006192 Haemophilus influenzae"},
		{"胰", nil, 0, "X:1 胰岛素"},
		{"cagh4", nil, 0, "NCBIGene:93986 CAGH44"},
		{"znf30", nil, 0, "NCBIGene:101 ZNF307, NCBIGene:100 ZNF300"},
		{"znf300", nil, 0, "NCBIGene:100 ZNF300"},
		{"zinc", nil, 2, "NCBIGene:139 zinc finger protein 573, NCBIGene:138 zinc finger protein 566"},
		{"", nil, 0, ""},
		{" \x00", nil, 0, ""},
		{"fake", nil, -1, ""},
	} {
		found, err := n.Suggest(c.typed, core.Options{K: c.k, Namespaces: c.namespaces})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, f.ID+" "+f.Matched)
			if whole := names.Key(f.Matched) == names.Key(c.typed); f.Whole != whole {
				t.Errorf("%q: whole %v of %q", c.typed, f.Whole, f.Matched)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q: %s, want %s", c.typed, strings.Join(got, ", "), c.want)
		}
	}
	if _, err := n.Suggest("f", core.Options{Namespaces: []string{"GO"}}); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("a namespace that the pack has not: %v", err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := n.Suggest("f", core.Options{}); !errors.Is(err, core.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestSuggestAll compares suggestions from the default pack with those of a pass over all its names.
func TestSuggestAll(t *testing.T) {
	if !testfull.On() {
		t.Skip("only in full: it passes over all names of the default pack for each")
	}
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		typed     string
		namespace string
		k         int
	}{{"a", "", 20}, {"p5", "", 7}, {"p53", "", 5}, {"kinase", "GO", 9}, {"β-c", "", 9}, {"9", "", 300}, {"IL-2", "NCBIGene", 3}, {"zzzzzzzz", "", 5}} {
		o := core.Options{K: c.k}
		if c.namespace != "" {
			o.Namespaces = []string{c.namespace}
		}
		found, err := n.Suggest(c.typed, o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintln(f.ID, f.Namespace, f.Name, f.Matched, f.Kind, f.Whole))
		}
		if want := suggestions(engine.Of(n).Contents(), c.typed, c.namespace, c.k); !slices.Equal(got, want) {
			t.Errorf("%q: %q\nwant %q", c.typed, got[:min(3, len(got))], want[:min(3, len(want))])
		}
	}
}

// suggestions is Suggest by reading every name.
func suggestions(c *pack.Contents, typed, namespace string, k int) (out []string) {
	type row struct {
		at    int
		whole bool
	}
	var all []row
	for i := range c.Names.Len() {
		key, ns := names.Key(c.Names.At(i)), c.Namespaces[c.EntityNamespace[c.RowEntity[i]]]
		if strings.HasPrefix(key, names.Key(typed)) && (namespace == "" || ns == namespace) && !c.IsTwin(i) {
			all = append(all, row{i, key == names.Key(typed)})
		}
	}
	slices.SortStableFunc(all, func(a, b row) int {
		if a.whole != b.whole {
			return map[bool]int{true: -1, false: 1}[a.whole]
		}
		e, f := c.RowEntity[a.at], c.RowEntity[b.at]
		return cmp.Or(cmp.Compare(c.Prior[f], c.Prior[e]), cmp.Compare(c.RowKind[a.at], c.RowKind[b.at]))
	})
	seen := map[uint32]bool{}
	for _, r := range all {
		e := c.RowEntity[r.at]
		if seen[e] || len(out) == k {
			continue
		}
		seen[e] = true
		out = append(out, fmt.Sprintln(c.IDs.At(int(e)), c.Namespaces[c.EntityNamespace[e]], c.Names.At(int(c.PrimaryRow[e])), c.Names.At(r.at), c.RowKind[r.at], r.whole))
	}
	return out
}
