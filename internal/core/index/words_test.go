package index

import (
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// TestWordsInParts makes the same tables, however many processors there are, and lists the most popular entities of initials
// first.
func TestWordsInParts(t *testing.T) {
	c, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	lexicon, _, err := names.ParseLexicon(names.Sections{Words: c.Words, Synonyms: c.Synonyms, Telling: c.Telling, Rewrites: c.Rewrites, Knowledge: c.Knowledge}, c.Names.Len())
	if err != nil {
		t.Fatal(err)
	}
	want := newWords(c, &lexicon, 1)
	for _, parts := range []int{2, 7} {
		got := newWords(c, &lexicon, parts)
		for _, same := range []struct {
			what string
			a, b any
		}{
			{"rare words", want.Rare, got.Rare}, {"initials", want.Initials, got.Initials}, {"names of one word", want.Clipped, got.Clipped},
			{"names in other letters", want.written, got.written}, {"letters", want.letters, got.letters},
		} {
			if !reflect.DeepEqual(same.a, same.b) {
				t.Errorf("%d parts: other %s than in one", parts, same.what)
			}
		}
	}
	prior := func(posting uint64) int { return int(c.Prior[c.RowEntity[uint32(posting)]]) }
	rows := want.Initials.Of(names.ReadAbbreviation("CD", []byte("cd")).Whole.Hash())
	if !slices.IsSortedFunc(rows, func(a, b uint64) int { return prior(b) - prior(a) }) || len(rows) < 10 || prior(rows[0]) == prior(rows[len(rows)-1]) {
		t.Errorf("%d rows with the initials CD are not in the order of popularity", len(rows))
	}
}
