package format

import (
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestParseKind(t *testing.T) {
	for word, want := range map[string]pack.Kind{
		"": pack.KindAlias, "primary": pack.KindPrimary, "exact": pack.KindExact, "alias": pack.KindAlias, "related": pack.KindRelated,
		"symbol": pack.KindPrimary, "description": pack.KindExact, "synonym": pack.KindAlias, "broad": pack.KindRelated,
	} {
		if got, ok := ParseKind(word); !ok || got != want {
			t.Errorf("%q: got %v, %v, want %v", word, got, ok, want)
		}
	}
	for _, word := range []string{"kind", "Symbol", " exact", "invalid"} {
		if got, ok := ParseKind(word); ok {
			t.Errorf("%q: got %v, want no kind", word, got)
		}
	}
	for word := range sourceKinds {
		if _, ok := pack.ParseKind(word); ok {
			t.Errorf("%q is one of our kinds and must not be mapped", word)
		}
	}
}
