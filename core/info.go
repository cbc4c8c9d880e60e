package core

import (
	"slices"

	"github.com/normlet/normlet/core/pack"
)

// Info describes an open pack.
type Info struct {
	Meta            []pack.Pair // ascending by key
	Namespaces      []string
	Entities, Names int
	Bits            int // of one code
}

// Value returns the value of a metadata key, "" when the pack states none.
func (i Info) Value(key string) string {
	return (&pack.Contents{Meta: i.Meta}).MetaValue(key)
}

// Info describes the pack. Unlike Contents it hands out none of its tables, so
// that a mapping still ends at Close.
func (n *Normalizer) Info() Info {
	n.guard.mu.RLock()
	defer n.guard.mu.RUnlock()
	p := n.pack
	return Info{
		Meta: slices.Clone(p.Meta), Namespaces: slices.Clone(p.Namespaces),
		Entities: p.IDs.Len(), Names: p.Names.Len(), Bits: p.Bits,
	}
}
