package core_test

import (
	"cmp"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

// mentionsOf makes mentions of all sizes from names all over a pack: some as they
// are, some in other spelling, some with a letter less.
func mentionsOf(n *core.Normalizer, count int) []core.Query {
	names := engine.Of(n).Contents().Names
	out := make([]core.Query, count)
	for i := range out {
		name := names.At(i * (names.Len() - 1) / count)
		switch half := len(name) / 2; {
		case i%3 == 1:
			name = strings.ToUpper(strings.ReplaceAll(name, " ", "-"))
		case i%3 == 2 && half > 0 && name[half] < 0x80 && name[half-1] < 0x80:
			name = name[:half-1] + name[half:]
		}
		out[i].Mention = name
	}
	return out
}

// TestLookupManySizes compares with a pack large enough to be searched by size.
func TestLookupManySizes(t *testing.T) {
	n, err := defaultPack()
	if err != nil {
		t.Fatal(err)
	}
	queries := mentionsOf(n, 150)
	for _, o := range []core.Options{{}, {Namespaces: []string{"GO"}}, {Near: true}} {
		got, err := n.LookupMany(queries, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range queries {
			if want, _ := n.LookupWith(q.Mention, o); !reflect.DeepEqual(got[i], want) {
				t.Fatalf("%+v, %q:\n got %+v\nwant %+v", o, q.Mention, got[i], want)
			}
		}
	}
}

// TestNear: near names are listed below names only where they are asked for, and change neither the best match nor NIL.
func TestNear(t *testing.T) {
	n, err := defaultPack()
	if err != nil {
		t.Fatal(err)
	}
	names, others := 0, 0
	for _, q := range mentionsOf(n, 150) {
		full, _ := n.LookupWith(q.Mention, core.Options{K: core.MaxK, Near: true})
		short, _ := n.LookupWith(q.Mention, core.Options{K: core.MaxK})
		checkAnswer(t, q.Mention, core.MaxK, short)
		if reflect.DeepEqual(short, full) {
			others++
			continue
		}
		names++
		if a, b := full.Matches[0], short.Matches[0]; a.ID != b.ID || math.Abs(a.P-b.P) > 0.01 || full.NIL || short.NIL {
			t.Errorf("%q: %s %v, NIL %t; without near names %s %v, NIL %t", q.Mention, a.ID, a.P, full.NIL, b.ID, b.P, short.NIL)
		}
		if len(short.Matches) >= len(full.Matches) {
			t.Errorf("%q is a name: %d matches, as many as with near names", q.Mention, len(short.Matches))
		}
	}
	if names < 50 || others < 20 {
		t.Errorf("%d names and %d others do not show much", names, others)
	}
}

// TestLookupManyNamespaces asks for an entity of each namespace by one name.
func TestLookupManyNamespaces(t *testing.T) {
	n, err := defaultPack()
	if err != nil {
		t.Fatal(err)
	}
	namespaces := []string{"GO", "", "NCBIGene", "GO"}
	var queries []core.Query
	for _, ns := range namespaces {
		queries = append(queries, core.Query{Mention: "survivin complex", Namespace: ns})
	}
	answers, err := n.LookupMany(queries, core.Options{Namespaces: []string{"NCBIGene"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		want, err := n.LookupWith(a.Mention, core.Options{Namespaces: []string{cmp.Or(namespaces[i], "NCBIGene")}})
		if err != nil || !reflect.DeepEqual(a, want) {
			t.Errorf("in %q: %+v, want %+v, %v", namespaces[i], a, want, err)
		}
	}
	if _, err := n.LookupMany([]core.Query{{Mention: "x", Namespace: "mars"}}, core.Options{}); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("an unknown namespace: %v", err)
	}
}
