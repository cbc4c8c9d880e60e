package assemble

import (
	"context"
	"fmt"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
	"github.com/normlet/normlet/train/tag"
)

// addTagger adds what finds entities in texts: learned from the labelled documents, or fitted before for the types that
// namespaces have. A list of names without either is found by its names alone.
func addTagger(ctx context.Context, c *pack.Contents, r *Recipe, rep *Report, progress Progress) (err error) {
	if r.Labelled == nil {
		if !r.Verbatim {
			c.Tagger = tag.For(c, rep.Types)
		}
		return nil
	}
	progress("tagger", 0, 1)
	ids := eval.NewResolver(c)
	namespace := func(entity int32) string { return c.Namespaces[c.EntityNamespace[entity]] }
	c.Tagger, err = r.Labelled.Train(ctx, c, func(id []string) (out []string) {
		for _, e := range ids.Entities(id) {
			out = append(out, namespace(e))
		}
		return out
	}, tag.Defaults)
	if err != nil {
		return fmt.Errorf("tagger: %w", err)
	}
	return nil
}

// namespacesIn returns the namespaces of entities, sorted.
func namespacesIn(entities []data.Entity) (out []string) {
	for _, group := range byNamespace(entities) {
		out = append(out, entities[group[0]].Namespace)
	}
	slices.Sort(out)
	return out
}
