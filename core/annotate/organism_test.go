package annotate_test

import (
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/tag"
)

// TestOtherOrganisms has chemicals in the place of genes of the fly: the tagger does not take their names for a reason to
// find one, and they are found neither a second time by their names nor as the terms that have these names, too.
func TestOtherOrganisms(t *testing.T) {
	c, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	for i, ns := range c.Namespaces {
		if ns == "chemical" {
			c.Namespaces[i] = "NCBIGene/7227"
		}
	}
	stated, err := tag.ParseStated([]string{"NCBIGene=Gene", "GO=none"})
	if err != nil {
		t.Fatal(err)
	}
	c.Tagger = tag.For(c, tag.FindTypes(c, nil, stated))
	n, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	a, err := annotate.New(n)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Metformin lowered glucose in the liver.":    "",
		"TP53 takes part in apoptosis.":              "TP53 Gene|apoptosis GO",
		"The cells were treated with peptidoglycan.": "",
	} {
		if got := shown(t, a, text, annotate.Options{}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
