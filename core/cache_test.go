package core_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

// TestRecall compares with look-ups that remember nothing: of genes of one name in several texts, in packs with company and
// with organisms, and of a pack that is searched by size.
func TestRecall(t *testing.T) {
	about, err := core.OpenBytes(file(t, inCompany(t)), nil)
	if err != nil {
		t.Fatal(err)
	}
	large, err := defaultPack()
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"", "of ZNF314 in mice", "", "FOXP2 of zebrafish, mice and men", "of ZNF314 in mice", "mouse p53, FAKE1 of ZNF314\n and p53 of men"}
	for _, tt := range []struct {
		name     string
		n        *core.Normalizer
		mentions []core.Query
	}{
		{"company", about, []core.Query{{Mention: "FAKE1"}, {Mention: "fake-1"}, {Mention: "FOXP2"}, {Mention: "NCBIGene:5336"}, {}}},
		{"organisms", ofOrganisms(t), []core.Query{{Mention: "p53"}, {Mention: "Trp53"}, {Mention: "mouse p53"}, {Mention: "aspirin"}}},
		{"neither", open(t), []core.Query{{Mention: "FAKE1"}, {Mention: "FOXP2"}}},
		{"default", large, mentionsOf(large, 12)},
	} {
		for _, o := range []core.Options{{}, {K: 64}, {Prefer: tt.n.Info().Namespaces[:1]}} {
			r := tt.n.NewLookupCache(o)
			for _, text := range texts {
				var queries []core.Query
				for _, q := range tt.mentions {
					queries = append(queries, core.Query{Mention: q.Mention, Context: text}, core.Query{Mention: q.Mention, Context: text + " and more"})
				}
				got, err := r.LookupMany(queries, o)
				if err != nil {
					t.Fatal(err)
				}
				want, err := core.LookupNames(tt.n, queries, o)
				if err != nil {
					t.Fatal(err)
				}
				alone, err := core.LookupNames(tt.n, withoutText(queries), o)
				if err != nil {
					t.Fatal(err)
				}
				for i := range got {
					if !core.DependsOnText(&alone[i]) {
						want[i] = alone[i]
					}
					got[i].Matches = slices.Clone(got[i].Matches)
					if r.Complete(&got[i]); !reflect.DeepEqual(got[i], want[i]) {
						t.Errorf("%s, %+v:\n got %+v\nwant %+v", tt.name, queries[i], got[i], want[i])
					}
				}
			}
		}
	}
}

func withoutText(queries []core.Query) (out []core.Query) {
	for _, q := range queries {
		out = append(out, core.Query{Mention: q.Mention})
	}
	return out
}

// TestRecallOf has namespaces of its own, and ends with its Normalizer.
func TestRecallOf(t *testing.T) {
	n := ofOrganisms(t)
	r := n.NewLookupCache(core.Options{Namespaces: []string{"drug"}})
	for range 2 {
		a, err := r.LookupMany([]core.Query{{Mention: "p53", Context: "mice"}, {Mention: "aspirin"}}, core.Options{})
		if err != nil || len(a[0].Matches) > 0 && a[0].Matches[0].Namespace != "drug" || a[1].Matches[0].Namespace != "drug" {
			t.Errorf("%+v, %v", a, err)
		}
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.LookupMany([]core.Query{{Mention: "p53"}}, core.Options{}); !errors.Is(err, core.ErrClosed) {
		t.Error(err)
	}
}

// TestRecallTogether has caches that share their memory, but no answers.
func TestRecallTogether(t *testing.T) {
	n := ofOrganisms(t)
	of := []string{"drug", "NCBIGene"}
	caches := n.NewLookupCaches([]core.Options{{Namespaces: of[:1]}, {Namespaces: of[1:]}})
	for range 2 {
		for i, c := range caches {
			a, err := c.LookupMany([]core.Query{{Mention: "p53"}, {Mention: "aspirin"}}, core.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range slices.Concat(a[0].Matches, a[1].Matches) {
				if m.Namespace != of[i] && m.Namespace != of[i]+"/10090" {
					t.Errorf("the cache of %s has %s of %s", of[i], m.ID, m.Namespace)
				}
			}
		}
	}
}

// TestRecallForgets stays within the bytes that the host allows, however many mentions there are.
func TestRecallForgets(t *testing.T) {
	const most = 1 << 18
	n, err := core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true, Limits: core.Limits{CacheBytes: 8 * most}})
	if err != nil {
		t.Fatal(err)
	}
	r := n.NewLookupCache(core.Options{})
	queries := mentionsOf(n, 300)
	for i := range queries {
		queries[i].Mention, queries[i].Context = queries[i].Mention+"oid", "a text" // no names, which have near rows
	}
	last, forgot := 0, 0
	for part := range slices.Chunk(queries, 20) {
		if _, err := r.LookupMany(part, core.Options{K: 64}); err != nil {
			t.Fatal(err)
		}
		mentions, size := r.Remembered()
		if size > most {
			t.Fatalf("%d mentions take %d bytes", mentions, size)
		}
		if mentions < last {
			forgot++
		}
		last = mentions
	}
	if forgot == 0 || engine.Of(n).CacheBytes != most {
		t.Fatalf("nothing of %d bytes was forgotten: the test fills nothing", engine.Of(n).CacheBytes)
	}
}
