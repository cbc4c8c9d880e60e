package assemble

import (
	"slices"

	"github.com/normlet/normlet/core/pack"
)

// parents returns what entities of the wanted namespaces are kinds of: other entities of their namespace.
func parents(c *pack.Contents, r *Recipe) (out []pack.Parent) {
	if len(r.Parents) == 0 {
		return nil
	}
	all := slices.Contains(r.Parents, AllNamespaces)
	for _, rel := range slices.Concat(r.Terminology.Relations, r.Relations) {
		if !rel.IsUp() {
			continue
		}
		e, known := c.IDs.Find(rel.ID)
		parent, there := c.IDs.Find(rel.Parent)
		if !known || !there || e == parent || c.EntityNamespace[e] != c.EntityNamespace[parent] || !all && !slices.Contains(r.Parents, c.NamespaceOf(e)) {
			continue
		}
		out = append(out, pack.Parent{Entity: uint32(e), Parent: uint32(parent)})
	}
	slices.SortFunc(out, pack.Parent.Compare)
	return slices.Compact(out)
}
