package mobile_test

import (
	"math"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/mobile"
)

func TestLookupWith(t *testing.T) {
	n := open(t, assets.Default())
	for _, c := range []struct {
		mention string
		options *mobile.Options
		matches int
		isNIL   bool
		kind    string
	}{
		{"FOXP2", nil, 1, false, ""},
		{"FOXP2", &mobile.Options{Near: true}, 5, false, ""},
		{"FOXP2", &mobile.Options{K: 2, Near: true}, 2, false, ""},
		{"FOXP2", &mobile.Options{Namespaces: "NCBIGene"}, 1, false, ""},
		{"Bax", &mobile.Options{Organisms: "mouse,human", K: 1}, 1, false, ""},
		{"Bax", &mobile.Options{Organisms: "oven"}, 0, false, mobile.KindArgument},
		{"CAP1", &mobile.Options{MinProbability: 1}, 5, true, ""},
		{"FOXP2", &mobile.Options{MinProbability: math.NaN()}, 0, false, mobile.KindArgument},
		{"FOXP2", &mobile.Options{MinProbability: 2}, 0, false, mobile.KindArgument},
		{"FOXP2", &mobile.Options{K: -1}, 0, false, mobile.KindArgument},
		{"FOXP2", &mobile.Options{Namespaces: "MESH"}, 0, false, mobile.KindNamespace},
	} {
		found, err := n.LookupWith(c.mention, c.options)
		if c.kind != "" {
			wantKind(t, c.mention, err, c.kind)
			continue
		}
		if err != nil || found.Len() != c.matches || found.IsNIL() != c.isNIL {
			t.Errorf("%s %+v: %d matches, NIL %v, %v", c.mention, c.options, found.Len(), found.IsNIL(), err)
		}
	}
	for organism, want := range map[string]string{"": "9606", "10090": "10090"} {
		if found, err := n.LookupWith("Bax", &mobile.Options{Organisms: organism}); err != nil || found.Get(0).Taxon != want || found.Get(0).Kind == "" {
			t.Errorf("Bax of %q: %+v, %v", organism, found.Get(0), err)
		}
	}
	text := n.Text("", "NCBIGene")
	text.Add("FOXP2")
	if all, err := text.LookupWith(&mobile.Options{K: 2, Namespaces: "MESH", Near: true}); err != nil || all.Get(0).Len() != 2 {
		t.Errorf("a text: %v", err)
	}
	_, err := text.LookupWith(&mobile.Options{MinProbability: -1})
	wantKind(t, "a text", err, mobile.KindArgument)
	n.Close()
	_, err = text.LookupWith(nil)
	wantKind(t, "a text, closed", err, mobile.KindClosed)
	_, err = n.LookupWith("FOXP2", nil)
	wantKind(t, "closed", err, mobile.KindClosed)
}

func TestSuggest(t *testing.T) {
	n := open(t, assets.Default())
	found, err := n.Suggest("fox-p", "NCBIGene", 3)
	if err != nil || found.Len() != 3 || found.Get(3) != nil || found.Get(-1) != nil {
		t.Fatalf("%d suggestions, %v", found.Len(), err)
	}
	if first := found.Get(0); first.Matched == "" || first.InNamespace != "NCBIGene" || first.Whole {
		t.Errorf("the first is %+v", first)
	}
	if whole, err := n.Suggest("FOXP2", "", 1); err != nil || *whole.Get(0) != (mobile.Suggestion{ID: "NCBIGene:93986", InNamespace: "NCBIGene", Name: "FOXP2", Matched: "FOXP2", Whole: true}) {
		t.Errorf("%+v, %v", whole.Get(0), err)
	}
	if none, err := n.Suggest("", "", 1); err != nil || none.Len() != 0 {
		t.Errorf("of nothing: %d, %v", none.Len(), err)
	}
	_, err = n.Suggest("f", "", 0)
	wantKind(t, "no suggestions", err, mobile.KindArgument)
	_, err = n.Suggest("f", "MESH", 1)
	wantKind(t, "another namespace", err, mobile.KindNamespace)
	n.Close()
	_, err = n.Suggest("f", "", 1)
	wantKind(t, "closed", err, mobile.KindClosed)
	if (*mobile.Suggestions)(nil).Len() != 0 {
		t.Error("null has suggestions")
	}
}
