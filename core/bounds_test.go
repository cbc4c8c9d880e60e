package core_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// scratch is more than the working memory of a look-up takes, which has to be made anew
// when the garbage collector took the last one.
const scratch = 512 << 10

// withNamespaces returns the test pack with further namespaces, which no entity is in.
func withNamespaces(t *testing.T, further int) *pack.Contents {
	c := contents(t)
	c.Namespaces = slices.Clone(c.Namespaces)
	for i := range further {
		c.Namespaces = append(c.Namespaces, fmt.Sprintf("N%05d", i))
	}
	return c
}

// TestManyNamespaces looks up in one namespace of many: what that takes for the first
// time must not grow with the others by more than a few bytes each.
func TestManyNamespaces(t *testing.T) {
	const further, each = 4096, 8
	first := func(c *pack.Contents) int {
		n, err := core.New(c)
		if err != nil {
			t.Fatal(err)
		}
		n.Lookup("FOXP2", 1)
		return core.Allocated(func() {
			if a, err := n.LookupWith("FOXP2", core.Options{Namespaces: []string{"NCBIGene"}}); err != nil || a.NIL || a.Matches[0].ID != "NCBIGene:93986" {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
	few, many := first(withNamespaces(t, 0)), first(withNamespaces(t, further))
	if many > few+each*further+scratch {
		t.Errorf("%d bytes allocated for the first look-up with %d further namespaces, %d without them", many, further, few)
	}
}

// TestUnknownNamespace quotes a few of many namespaces, and finds the unknown one
// wherever it stands.
func TestUnknownNamespace(t *testing.T) {
	n, err := core.New(withNamespaces(t, 4096))
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{"Y"}, {"MESH", "Y"}, {"Y", "MESH", "MESH"}} {
		_, err := n.LookupWith("FOXP2", core.Options{Namespaces: names})
		if !errors.Is(err, core.ErrNamespace) || !strings.Contains(err.Error(), `"Y"`) || !strings.Contains(err.Error(), "and 4067 more") || len(err.Error()) > 1000 {
			t.Errorf("%q: %v", names, err)
		}
		if _, err := n.LookupMany([]core.Query{{Mention: "FOXP2"}}, core.Options{Namespaces: names}); !errors.Is(err, core.ErrNamespace) {
			t.Errorf("%q: %v from LookupMany", names, err)
		}
	}
}

// TestLongMention looks up mentions of which a small part is read: they are answered as
// that part is, and take no more memory.
func TestLongMention(t *testing.T) {
	n := open(t)
	for _, word := range []string{"kinase ", "a1", "zinc finger protein 300 ", "éα,", "COLVII "} {
		long := strings.Repeat(word, 1<<20/len(word))
		read := long[:names.MaxBytes]
		var a, b core.Answer
		least, most := math.MaxInt, math.MaxInt
		for range 10 { // a collection of garbage, at any time, takes the working memory away
			least = min(least, core.Allocated(func() { a = n.Lookup(read, 5) }))
			most = min(most, core.Allocated(func() { b = n.Lookup(long, 5) }))
		}
		if a.Mention, b.Mention = "", ""; !reflect.DeepEqual(a, b) {
			t.Errorf("%q: %+v, and of its beginning %+v", word, b, a)
		}
		if most > least+scratch {
			t.Errorf("%q: %d bytes allocated, and %d for what is read of it", word, most, least)
		}
	}
}
