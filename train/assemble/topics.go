package assemble

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/topic"
)

func checkTopics(r *Recipe) error {
	if r.Topics == nil {
		return nil
	}
	has := map[string]bool{}
	for _, e := range r.Terminology.Entities {
		has[e.Namespace] = true
	}
	for _, ns := range r.Topics.Namespaces {
		if !has[ns] {
			return fmt.Errorf("--profiles: no namespace %q; there are %s", ns, strings.Join(slices.Sorted(maps.Keys(has)), ", "))
		}
	}
	return nil
}

// addTopics adds the profiles of entities, from the recipe's terminology as it was
// before names were added.
func addTopics(ctx context.Context, c *pack.Contents, r *Recipe, progress Progress) error {
	if r.Topics == nil {
		return nil
	}
	progress("profiles", 0, 1)
	src := &topic.Source{Relations: slices.Concat(r.Terminology.Relations, r.Relations), Definitions: map[string]string{}}
	for _, e := range r.Terminology.Entities {
		if e.Definition != "" {
			src.Definitions[e.ID] = e.Definition
		}
	}
	maps.Copy(src.Definitions, r.Topics.Definitions)
	return topic.Add(ctx, c, src, topic.Config{Namespaces: r.Topics.Namespaces, Seed: r.Seed})
}
