package core_test

import (
	"math"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

// TestCoverage requires a stated share to raise and lower p with the order of entities kept, and an estimate to follow
// what is asked together: all of it in the list, or nothing.
func TestCoverage(t *testing.T) {
	n := open(t)
	ask := func(l *core.Coverage) core.Answer {
		a, err := n.LookupWith("FOXP2", core.Options{Coverage: l})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	last := -1.0
	for _, share := range []float64{-1, 0, 0.3, 0.9, 1, 2} {
		a := ask(n.FixedCoverage(share))
		p := a.Matches[0].P
		if sum := a.PNIL + sumP(a.Matches); p < last || !(p > 0 && p < 1) || sum > 1+1e-9 || a.Matches[0].ID != ask(nil).Matches[0].ID {
			t.Errorf("with a share of %v: p %v after %v, %v in all", share, p, last, sum)
		}
		last = p
	}
	var names, words []string
	c := engine.Of(n).Contents()
	for row := range c.Names.Len() {
		names = append(names, c.Names.At(row))
		words = append(words, []string{"", "zq" + string(rune('a'+row%26)), "of the rest " + string(rune('a'+row%20))}[row%3])
	}
	estimate := func(mentions []string) *core.Coverage {
		l, err := n.EstimateCoverage(queriesOf(mentions), core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	all, none := estimate(names), estimate(words)
	if all.In[0].Share < 0.7 || len(none.In) > 0 && none.In[0].Share > 0.3 {
		t.Errorf("a column of names has %+v, one of words %+v", all.In, none.In)
	}
	if high, low := ask(all).Matches[0].P, ask(none).Matches[0].P; !(high > low) {
		t.Errorf("p is %v among names, %v among words", high, low)
	}
	if ids := estimate([]string{"NCBIGene:93986", "", "NCBIGene:5336"}); len(ids.In) != 1 || ids.In[0] != (core.NamespaceShare{Namespace: "NCBIGene", Share: 1}) {
		t.Errorf("a column of ids has %+v", ids.In)
	}
	for _, few := range [][]string{nil, {""}, {"FOXP2"}, {"NCBIGene:93986"}} {
		if p := ask(estimate(few)).Matches[0].P; math.IsNaN(p) || p <= 0 || p >= 1 {
			t.Errorf("%q: p %v", few, p)
		}
	}
	if _, err := n.EstimateCoverage(queriesOf(names), core.Options{Namespaces: []string{"Nowhere"}}); err == nil {
		t.Error("an unknown namespace is no error")
	}
}

func sumP(ms []core.Match) (sum float64) {
	for _, m := range ms {
		sum += m.P
	}
	return sum
}

func queriesOf(mentions []string) (out []core.Query) {
	for _, m := range mentions {
		out = append(out, core.Query{Mention: m})
	}
	return out
}
