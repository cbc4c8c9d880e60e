package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/pair"
	"github.com/normlet/normlet/train/profiles"
)

// profileOptions say which entities get profiles, and of what.
type profileOptions struct {
	namespaces  []string // "all" is every one
	relations   []string // files
	definitions string   // a file
}

// allNamespaces stands for every namespace.
const allNamespaces = "all"

// given reports whether there is something to make profiles of.
func (o *profileOptions) given() bool { return len(o.relations) > 0 || o.definitions != "" }

// source reads what is known of entities, nil when none is to have a profile.
func (o *profileOptions) source(t *data.Terminology) (*profiles.Source, error) {
	if len(o.namespaces) == 0 {
		return nil, nil
	}
	src := &profiles.Source{Relations: t.Relations, Definitions: map[string]string{}}
	for i := range t.Entities {
		if e := &t.Entities[i]; e.Definition != "" {
			src.Definitions[e.ID] = e.Definition
		}
	}
	for _, file := range o.relations {
		more, err := pair.ReadRelations(file)
		if err != nil {
			return nil, err
		}
		src.Relations = append(src.Relations[:len(src.Relations):len(src.Relations)], more...)
	}
	if o.definitions == "" {
		return src, nil
	}
	more, err := data.ReadDefinitions(o.definitions)
	if err != nil {
		return nil, err
	}
	maps.Copy(src.Definitions, more)
	return src, nil
}

// add adds the profiles to a pack.
func (o *profileOptions) add(ctx context.Context, c *pack.Contents, src *profiles.Source, seed uint64) error {
	cfg := profiles.Config{Seed: seed}
	for _, ns := range o.namespaces {
		if ns == allNamespaces {
			cfg.Namespaces = nil
			break
		}
		if !slices.Contains(c.Namespaces, ns) {
			return fmt.Errorf("--profiles: no namespace %q; there are %s", ns, strings.Join(c.Namespaces, ", "))
		}
		cfg.Namespaces = append(cfg.Namespaces, ns)
	}
	return profiles.Add(ctx, c, src, cfg)
}
