package engine_test

import (
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/mentionstest"
)

// TestSearched counts the look-ups that read codes: three in ten, since names decide the others. search.TestReads counts how
// much each reads.
func TestSearched(t *testing.T) {
	t.Parallel()
	n, err := core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	e, mentions, searched := engine.Of(n), mentionstest.Of(n), 0
	w := e.Begin()
	defer e.End(w)
	for _, m := range mentions {
		if e.FindEntities(w, m, &engine.Request{}); !w.Decided {
			searched++
		}
	}
	if searched == 0 || searched > len(mentions)*32/100 {
		t.Errorf("%d of %d look-ups read codes; at most 32 %% are wanted", searched, len(mentions))
	}
}
