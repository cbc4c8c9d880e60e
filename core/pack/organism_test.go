package pack_test

import (
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestOrganism(t *testing.T) {
	for namespace, want := range map[string][2]string{
		"NCBIGene/10090": {"NCBIGene", "10090"}, "NCBIGene": {"NCBIGene", ""}, "a/b": {"a/b", ""}, "a/1234b": {"a/1234b", ""}, "/1234": {"/1234", ""},
		"1/": {"1/", ""}, "": {"", ""}, "a/b/1234": {"a/b/1234", ""}, "ICD/10": {"ICD/10", ""}, "http://x.org/1": {"http://x.org/1", ""},
	} {
		if all, taxon := pack.Organism(namespace); [2]string{all, taxon} != want {
			t.Errorf("%q: %q, %q; want %q", namespace, all, taxon, want)
		}
	}
}
