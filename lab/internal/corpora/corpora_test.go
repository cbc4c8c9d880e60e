package corpora

import (
	"slices"
	"strings"
	"testing"
)

// TestConsistent: every list is of a pack that there is and of its kind, and nothing but a judge is of consumer language.
func TestConsistent(t *testing.T) {
	packs, files := map[string]string{"": "genes"}, Files(true, true)
	for _, p := range Packs {
		packs[p.Name] = p.Kind
		if !slices.ContainsFunc(Kinds, func(k struct{ Name, Fitted string }) bool { return k.Name == p.Kind }) {
			t.Errorf("%s is of the kind %q, of which Kinds says nothing", p.Name, p.Kind)
		}
	}
	for _, l := range Lists {
		if packs[l.Pack] == "" {
			t.Errorf("%s: there is no pack %q", l.Title, l.Pack)
		}
	}
	for _, d := range Documents {
		if packs[d.Pack] == "" {
			t.Errorf("%s: there is no pack %q", d.Title, d.Pack)
		}
	}
	for _, s := range Fit {
		if packs[s.Pack] != s.Kind || !slices.Contains(files, QueryFile(s.Mentions)) {
			t.Errorf("%+v: the kind of the pack is %q, or no list has the file", s, packs[s.Pack])
		}
		if (s.Kind == Consumer) != strings.HasPrefix(s.Mentions, "consumer/") {
			t.Errorf("%+v judges: %v", s, s.Kind == Consumer)
		}
	}
}
