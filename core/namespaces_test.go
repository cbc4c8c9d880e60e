package core_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestNamespacesInWords asks for genes in the words of people: each way of asking answers as with the name of the pack.
func TestNamespacesInWords(t *testing.T) {
	n := open(t)
	want, err := n.LookupWith("FOXP2", core.Options{Namespaces: []string{"NCBIGene"}})
	if err != nil || want.NIL {
		t.Fatalf("%+v, %v", want, err)
	}
	for _, word := range []string{"gene", "Genes", "protein"} {
		o := core.Options{Namespaces: []string{word}}
		a, err := n.LookupWith("FOXP2", o)
		many, manyErr := n.LookupMany([]core.Query{{Mention: "FOXP2", Namespace: word}}, core.Options{})
		c := n.NewLookupCache(o)
		known, knownErr := c.LookupMany([]core.Query{{Mention: "FOXP2"}}, o)
		if err := errors.Join(err, manyErr, knownErr); err != nil {
			t.Fatal(err)
		}
		c.Complete(&known[0])
		for _, got := range []core.Answer{a, many[0], known[0]} {
			if got.Matches[0].ID != want.Matches[0].ID || got.Matches[0].P != want.Matches[0].P || got.NIL {
				t.Errorf("%s: %+v, want %+v", word, got, want)
			}
		}
		if s, err := n.Suggest("FOXP", o); err != nil || len(s) == 0 || s[0].Namespace != "NCBIGene" {
			t.Errorf("%s: %+v, %v", word, s, err)
		}
	}
	if meant, err := n.Namespaces([]string{"X", "genes"}); err != nil || !reflect.DeepEqual(meant, []string{"X", "NCBIGene"}) {
		t.Errorf("%q, %v", meant, err)
	}
	n.Close()
	if _, err := n.Namespaces(nil); !errors.Is(err, core.ErrClosed) {
		t.Error(err)
	}
}
