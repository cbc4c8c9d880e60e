package data

import (
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestParseKind(t *testing.T) {
	for word, want := range map[string]Kind{
		"": alias, "primary": primary, "exact": exact, "alias": alias, "related": related,
		"symbol": primary, "description": exact, "synonym": alias, "broad": related,
	} {
		if got, ok := parseKind([]byte(word)); !ok || got != want {
			t.Errorf("%q: got %v, %v, want %v", word, got, ok, want)
		}
	}
	for _, word := range []string{"kind", "Symbol", " exact", "invalid"} {
		if got, ok := parseKind([]byte(word)); ok {
			t.Errorf("%q: got %v, want no kind", word, got)
		}
	}
	for word := range sourceKinds {
		if _, ok := pack.ParseKind(word); ok {
			t.Errorf("%q is one of our kinds and must not be mapped", word)
		}
	}
}
