package assemble

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/topic"
)

func (a *assembly) checkTopics() error {
	if a.Topics == nil {
		return nil
	}
	has := map[string]bool{}
	for _, e := range a.terminology.Entities {
		has[e.Namespace] = true
	}
	for _, ns := range a.Topics.Namespaces {
		if !has[ns] {
			return fmt.Errorf("--profiles: no namespace %q; there are %s", ns, strings.Join(slices.Sorted(maps.Keys(has)), ", "))
		}
	}
	return nil
}

// addTopics adds the profiles of entities, from the recipe's terminology as it was
// before names were added.
func (a *assembly) addTopics(ctx context.Context) error {
	if a.Topics == nil {
		return nil
	}
	a.progress("profiles", 0, 1)
	src := &topic.Source{Relations: slices.Concat(a.Terminology.Relations, a.Topics.Relations), Definitions: map[string]string{}}
	for _, e := range a.Terminology.Entities {
		if e.Definition != "" {
			src.Definitions[e.ID] = e.Definition
		}
	}
	maps.Copy(src.Definitions, a.Topics.Definitions)
	return topic.Add(ctx, a.pack, src, topic.Config{Namespaces: a.Topics.Namespaces, Seed: a.Seed})
}
