package engine_test

import (
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/mentionstest"
)

// TestReads counts the bytes of codes that look-ups read: none where names decide, four fifths of them elsewhere, a twelfth where the
// caller wants one namespace.
func TestReads(t *testing.T) {
	t.Parallel()
	n, err := core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	e, mentions := engine.Of(n), mentionstest.Of(n)
	whole := 16 * e.Pack.Names.Len()
	for _, tt := range []struct {
		namespaces []string
		scanned    float64 // share of mentions, at most
		read       float64 // share of the codes for each of these, at most
	}{
		{nil, .32, .8},
		{[]string{"species"}, .95, .09},
	} {
		filter, err := e.Filters.Of(tt.namespaces)
		if err != nil {
			t.Fatal(err)
		}
		w := e.Begin()
		defer e.End(w)
		scanned, read := 0, 0
		for _, m := range mentions {
			e.FindEntities(w, m, &engine.Request{Filter: filter, Stated: tt.namespaces != nil})
			if bytes := e.Reads(w, filter); bytes > 0 {
				scanned, read = scanned+1, read+bytes
			}
		}
		share, each := float64(scanned)/float64(len(mentions)), float64(read)/float64(max(scanned, 1))/float64(whole)
		t.Logf("%v: %.3f of %d mentions read %.3f of %d bytes", tt.namespaces, share, len(mentions), each, whole)
		if share > tt.scanned || each > tt.read || scanned == 0 {
			t.Errorf("%v: at most %.2f and %.2f are wanted", tt.namespaces, tt.scanned, tt.read)
		}
	}
}
