package main

import (
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/lab/internal/forest"
)

// groups returns the names of families and complexes that the program knows, which mean any of their members.
func groups(n *core.Normalizer) (out []forest.Mention, err error) {
	for f := range knowledge.Rows(knowledge.Groups) {
		var members []int32
		for _, symbol := range strings.Fields(f[2]) {
			if a, err := n.LookupWith(symbol, core.Options{K: 1, Namespaces: []string{"NCBIGene"}}); err == nil && len(a.Matches) > 0 {
				e, _ := engine.Of(n).Contents().IDs.Find(a.Matches[0].ID)
				members = append(members, int32(e))
			}
		}
		for name := range strings.SplitSeq(f[1], "|") {
			out = append(out, forest.Mention{Text: name, Entities: members, Count: 1})
		}
	}
	return out, nil
}
