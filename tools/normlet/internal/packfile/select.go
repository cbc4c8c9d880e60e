package packfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
)

// Select returns the tables of a pack reduced to some namespaces (none means all), renamed unless name is empty.
func Select(content []byte, namespaces []string, name string) (*pack.Contents, error) {
	n, err := core.OpenBytes(content, nil)
	if err != nil {
		return nil, err
	}
	all := engine.Of(n).Contents()
	var changes []edit.Change
	if len(namespaces) > 0 {
		if namespaces, err = n.Namespaces(namespaces); err != nil {
			return nil, err
		}
		for e, ns := range all.EntityNamespace {
			if !slices.Contains(namespaces, all.Namespaces[ns]) {
				changes = append(changes, edit.Change{Remove: true, ID: all.IDs.At(e)})
			}
		}
	}
	c := all
	if len(changes) > 0 {
		changed, err := edit.Apply(content, changes)
		if err != nil {
			return nil, fmt.Errorf("removing the other namespaces: %w", err)
		}
		if c, err = pack.Parse(changed); err != nil {
			return nil, err
		}
		c.Also, c.Fields = selectLines(c, c.Also), selectLines(c, c.Fields)
		if c.Details, err = SelectDetails(c); err != nil {
			return nil, err
		}
		if c.Tagger, err = tag.Select(c.Tagger, c.Namespaces); err != nil {
			return nil, pack.Damage("TAGR", err)
		}
	}
	return renamed(c, name), nil
}

// SelectDetails returns c.Details without ids that c lacks, or that no longer lead to one of its entities.
func SelectDetails(c *pack.Contents) ([]byte, error) {
	kept, err := details.Select(c.Details, func(id string) bool {
		_, ok := c.IDs.Find(id)
		return ok
	})
	return kept, pack.Damage("DETL", err)
}

// selectLines returns the lines of c.Also or c.Fields without those of ids that c lacks.
func selectLines(c *pack.Contents, lines []byte) (out []byte) {
	for line := range bytes.Lines(lines) {
		id, _, _ := bytes.Cut(line, []byte{'\t'})
		if _, ok := c.IDs.Find(string(id)); ok {
			out = append(out, line...)
		}
	}
	return out
}

// WithFact returns metadata in which a key has a value.
func WithFact(meta []pack.Pair, key, value string) []pack.Pair {
	meta = slices.DeleteFunc(slices.Clone(meta), func(p pack.Pair) bool { return p.Key == key })
	return append(meta, pack.Pair{Key: key, Value: value})
}

func renamed(c *pack.Contents, name string) *pack.Contents {
	if name == "" {
		return c
	}
	out := *c
	out.Meta = WithFact(c.Meta, "name", name)
	slices.SortFunc(out.Meta, func(a, b pack.Pair) int { return strings.Compare(a.Key, b.Key) })
	return &out
}
