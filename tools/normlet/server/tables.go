package server

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// entity returns the entity that has this very id: no other spelling, and no former one.
func (v *view) entity(id string) (core.Entity, bool) {
	if _, ok := v.tables.IDs.Find(id); !ok {
		return core.Entity{}, false
	}
	return v.Entity(id)
}

// mostCURIEs reports whether most ids have a prefix.
func mostCURIEs(c *pack.Contents) bool {
	n := 0
	for _, id := range c.IDs.Range(0, c.IDs.Len()) {
		if pack.Prefix(string(id)) != "" {
			n++
		}
	}
	return 2*n > c.IDs.Len()
}

// withPrefix returns up to k entities with a name that begins with typed, of one namespace unless that is "". The
// entity whose id is typed leads.
func (v *view) withPrefix(typed, namespace string, k int) []suggestion {
	out := []suggestion{}
	add := func(id, name, ns string) {
		out = append(out, suggestion{ref{id, name, id}, []ref{{ID: ns, Name: ns}}})
	}
	o := core.Options{K: k}
	if namespace != "" {
		o.Namespaces = []string{namespace}
	}
	found, err := v.Suggest(typed, o)
	if err != nil {
		return out // another pack may have that namespace
	}
	e, isID := v.entity(typed)
	if isID = isID && (namespace == "" || e.Namespace == namespace); isID {
		add(typed, e.Name, e.Namespace)
	}
	for _, f := range found {
		if !isID || f.ID != typed {
			add(f.ID, f.Name, f.Namespace)
		}
	}
	return out[:min(k, len(out))]
}
