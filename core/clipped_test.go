package core_test

import (
	"fmt"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// TestClippedNames requires a popular name of one word to be found by some of its
// letters, among many names that are more like the mention.
func TestClippedNames(t *testing.T) {
	terms := &data.Terminology{Entities: []data.Entity{{ID: "T:dox", Namespace: "T", Weight: 9, Names: []data.Name{{Text: "doxorubicin"}}}}}
	for i := range 2000 {
		terms.Entities = append(terms.Entities, data.Entity{ID: fmt.Sprintf("T:%d", i), Namespace: "T", Weight: 1, Names: []data.Name{{Text: fmt.Sprintf("drb %d", i)}}})
	}
	c, _, err := assemble.Run(t.Context(), assemble.Recipe{Terminology: terms, Encoder: encodertest.Random(1024, 64), Samples: 50}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	find := func(mention string) float32 {
		for _, x := range engine.Of(n).Candidates(mention) {
			if c.IDs.At(int(x.Entity)) == "T:dox" {
				return x.Features[score.Acronym]
			}
		}
		return -1
	}
	if got := find("DRB"); got <= 0 {
		t.Errorf("DRB: feature %v of doxorubicin, want it among the candidates", got)
	}
	if got := find("drb 7"); got != -1 {
		t.Errorf("drb 7, which is a name: doxorubicin is among the candidates, with %v", got)
	}
}
