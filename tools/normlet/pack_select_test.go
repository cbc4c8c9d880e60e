package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
)

func TestPackSelect(t *testing.T) {
	f := newFixture(t)
	f.writeKeys("ours")
	f.steps([]step{
		{"pack select DIR/t.normpack --namespace genes --name Genes --out DIR/gene.normpack", exitDone, "no changes"},
		{"verify DIR/gene.normpack", exitDone, "ok"},
		{"pack select DIR/t.normpack --namespace gene,chemical --trust-input --sign DIR/ours.pem --out DIR/all.normpack", exitDone, "no changes"},
		{"lookup -k 1 --key DIR/ours.pub.pem --pack DIR/all.normpack aspirin", exitDone, "aspirin"},
	})
	whole, err := core.OpenBytes([]byte(tinyPack()), nil)
	f.check(err)
	genes, err := core.OpenBytes([]byte(f.read("gene.normpack")), nil)
	f.check(err)
	if got := engine.Of(genes).Contents(); got.MetaValue("name") != "Genes" || !slices.Equal(got.Namespaces, []string{"gene"}) {
		t.Errorf("a pack named %q of namespaces %q", got.MetaValue("name"), got.Namespaces)
	}
	if _, models, err := tag.ParseModels(engine.Of(genes).Contents().Tagger); err != nil || slices.ContainsFunc(models, func(m tag.Model) bool { return m.Type != "Gene" }) || len(models) == 0 {
		t.Errorf("a tagger of %v, %v", models, err)
	}
	for _, mention := range []string{"catalase", "CAT", "aspirin", "qrf-2"} {
		want, err := whole.LookupWith(mention, core.Options{Namespaces: []string{"gene"}})
		f.check(err)
		got := genes.Lookup(mention, 0)
		if ids(got) != ids(want) {
			t.Errorf("%s: %s, want %s", mention, ids(got), ids(want))
		}
	}
	all, err := pack.Parse([]byte(f.read("all.normpack")))
	f.check(err)
	if names := all.Names.Len(); names != engine.Of(whole).Contents().Names.Len() {
		t.Errorf("%d names of all namespaces", names)
	}
	f.steps([]step{
		{"pack select DIR/t.normpack --out DIR/x", exitUsage, "--namespace is missing, or --without-details"},
		{"pack select DIR/t.normpack --namespace gene", exitUsage, "--out is missing"},
		{"pack select DIR/t.normpack --namespace mars --out DIR/x", exitUsage, `namespace "mars": no such namespace`},
		{"pack select DIR/t.tsv --namespace gene --out DIR/x", exitFailed, "normlet: DIR/t.tsv: pack: not a normlet pack"},
		{"pack select DIR/t.normpack more --namespace gene --out DIR/x", exitUsage, "one pack"},
		{"web --pack DIR/t.normpack --namespace mars", exitUsage, `namespace "mars": no such namespace`},
	})
}

func ids(a core.Answer) string {
	var list []string
	for _, m := range a.Matches {
		list = append(list, m.ID)
	}
	return strings.Join(list, " ")
}
