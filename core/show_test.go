package core_test

import (
	"context"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// translated is a pack of harbour fevers with names in other languages.
func translated(t *testing.T) *core.Normalizer {
	t.Helper()
	list := terminology()
	name := func(text, languages string) data.Name {
		return data.Name{Text: text, Kind: pack.KindExact, Languages: languages}
	}
	list.Entities = append(list.Entities,
		data.Entity{ID: "T:1", Namespace: "T", Names: []data.Name{{Text: "harbour fever"}, name("fiebre del puerto", "es"), name("calentura", "es"),
			name("febre portuária", "pt-BR"), name("febre do porto", "pt pt-PT"), name("harbour ague", "")}},
		data.Entity{ID: "T:2", Namespace: "T", Names: []data.Name{{Text: "northern harbour fever"}}},
		data.Entity{ID: "T:3", Namespace: "T", Names: []data.Name{{Text: "southern harbour fever"}}},
		data.Entity{ID: "T:4", Namespace: "T", Names: []data.Name{{Text: "coma", Languages: "es pt"}, name("coma profundo", "es")}})
	for _, id := range []string{"T:2", "T:3"} {
		list.Relations = append(list.Relations, data.Relation{ID: id, Relation: "is_a", Parent: "T:1"})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: list, Encoder: encodertest.Random(1024, 64), Samples: 500, Parents: []string{"T"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, c)
}

// TestShow names matches in the language that is asked for, and changes nothing else of an answer.
func TestShow(t *testing.T) {
	n := translated(t)
	for _, x := range []struct{ mention, show, want string }{
		{"harbour fever", "", "harbour fever"},
		{"harbour fever", "es", "fiebre del puerto"},
		{"calentura", "es-MX", "fiebre del puerto"},
		{"calentura", "ES", "fiebre del puerto"},
		{"calentura", "e", "harbour fever"},
		{"calentura", "est", "harbour fever"},
		{"calentura", "fr", "harbour fever"},
		{"calentura", "-", "harbour fever"},
		{"harbour ague", "pt-BR", "febre portuária"},
		{"harbour ague", "pt-PT", "febre do porto"},
		{"t:1", "es", "fiebre del puerto"},
		{"coma profundo", "es", "coma"},
		{"FOXP2", "es", "FOXP2"},
	} {
		plain := n.Lookup(x.mention, 3)
		a, err := n.LookupWith(x.mention, core.Options{Show: x.show, K: 3})
		if err != nil || len(a.Matches) == 0 || a.Matches[0].Name != x.want {
			t.Errorf("%s in %q: %v, %v, want %s", x.mention, x.show, a.Matches, err, x.want)
			continue
		}
		for i := range a.Matches {
			if m, p := a.Matches[i], plain.Matches[i]; m.ID != p.ID || m.Matched != p.Matched || m.Kind != p.Kind || m.P != p.P {
				t.Errorf("%s in %q: match %d is %v, not %v", x.mention, x.show, i, m, p)
			}
		}
		many, err := n.LookupMany([]core.Query{{Mention: x.mention}}, core.Options{Show: x.show, K: 3})
		if err != nil || many[0].Matches[0].Name != x.want {
			t.Errorf("%s in %q among many: %v, %v", x.mention, x.show, many, err)
		}
	}
	if a, err := n.LookupWith("eastern harbour fever", core.Options{Show: "es"}); err != nil || a.Parent == nil || a.Parent.Name != "fiebre del puerto" {
		t.Errorf("parent %v, %v", a.Parent, err)
	}
	if s, err := n.Suggest("calen", core.Options{Show: "pt-BR"}); err != nil || len(s) != 1 || s[0].Name != "febre portuária" || s[0].Matched != "calentura" {
		t.Errorf("suggestions %v, %v", s, err)
	}
}

// TestShowInText does so for what is found in texts, where a cache has the answers of other readers.
func TestShowInText(t *testing.T) {
	n := translated(t)
	a, err := annotate.New(n)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ show, want string }{{"", "harbour fever"}, {"es", "fiebre del puerto"}, {"", "harbour fever"}} {
		spans, err := a.Annotate("She had calentura, T:1.", annotate.Options{Lookup: core.Options{Show: x.show}})
		if err != nil || len(spans) == 0 {
			t.Fatalf("%v, %v", spans, err)
		}
		for _, s := range spans {
			if got := s.Names(); len(got) != 1 || got[0] != x.want {
				t.Errorf("in %q: %q, want %s", x.show, got, x.want)
			}
		}
	}
}
