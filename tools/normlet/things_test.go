package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestThings asks the default pack for what people look up: lay words, brands, antibodies, organisms, abbreviations, and
// words that mean nothing in it.
func TestThings(t *testing.T) {
	const least = 0.93
	content, err := os.ReadFile("testdata/things.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n, err := openDefault()
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	right, all := 0, 0
	byKind := map[string][2]int{}
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		mention, want, kind := f[0], strings.Split(f[1], "|"), f[2]
		a, err := n.LookupWith(mention, core.Options{K: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := "-"
		if !a.NIL && len(a.Matches) > 0 {
			got = a.Matches[0].ID
		}
		counts := byKind[kind]
		if counts[1]++; slices.Contains(presentIDs(n, want), got) {
			counts[0]++
			right++
		} else {
			t.Logf("%s: %s is %s, want %s", kind, mention, got, f[1])
		}
		byKind[kind] = counts
		all++
	}
	t.Log(fmt.Sprint(byKind))
	if share := float64(right) / float64(all); all < 300 || byKind["nothing"][1] < 60 || share < least {
		t.Errorf("%d of %d are right, %.3f; want %v", right, all, share, least)
	}
}

// presentIDs returns ids as the pack has them: an id of a list that was joined leads to the entity it is.
func presentIDs(n *core.Normalizer, ids []string) []string {
	out := slices.Clone(ids)
	for i, id := range ids {
		if a := n.Lookup(id, 1); len(a.Matches) > 0 && a.Matches[0].Stage == core.StageID {
			out[i] = a.Matches[0].ID
		}
	}
	return out
}
