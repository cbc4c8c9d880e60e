package core

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// Entity is what a pack says of one entity. Of a pack without details (normlet build --details)
// FullName, Definition and XRefs are empty.
type Entity struct {
	ID         string
	Former     string // the id that was asked for, if ID has replaced it
	Namespace  string
	Name       string       // the primary name
	FullName   string       // where it differs from Name
	Names      []EntityName // all of them, the primary one first, then by kind
	Definition string       // one sentence
	XRefs      []string     // ids in other databases, as CURIEs
	Same       []string     // ids of entities of this pack that are the same thing
	URL        string       // its page, if the pack knows where such pages are
}

// EntityName is a name and how it names its entity: primary, exact, alias or related.
type EntityName struct{ Name, Kind string }

// Entity describes the entity of an id. The prefix may be in any case, or missing where one entity
// alone has the rest; a former id leads to the entity that replaced it. It reports false for ids
// that the pack has not, and after Close.
func (n *Normalizer) Entity(id string) (Entity, bool) {
	if !n.guard.enter() {
		return Entity{}, false
	}
	defer n.guard.leave()
	e, former, ok := n.resolve(id)
	if !ok {
		return Entity{}, false
	}
	c := n.pack
	out := Entity{
		ID: c.IDs.At(int(e)), Former: former, Namespace: n.identity.namespace(e), Name: c.Names.At(int(c.PrimaryRow[e])),
	}
	for _, row := range n.identity.rows().of(e) {
		out.Names = append(out.Names, EntityName{c.Names.At(int(row)), c.RowKind[row].String()})
	}
	for _, other := range n.identity.group(e) {
		if other != e {
			out.Same = append(out.Same, c.IDs.At(int(other)))
		}
	}
	d, _ := n.details.Find(out.ID)
	out.FullName, out.Definition, out.XRefs = d.FullName, d.Definition, d.XRefs
	out.URL = n.page(out.ID, out.Namespace)
	return out, true
}

// resolve returns the entity of an id, and the id itself, as the pack has it, if it is a former one.
func (n *Normalizer) resolve(id string) (entity uint32, former string, ok bool) {
	if e, ok := n.identity.find(id); ok {
		return e, "", true
	}
	if len(n.pack.Details) == 0 {
		return 0, "", false
	}
	found := 0
	for _, spelled := range n.identity.spellings(id) {
		if d, ok := n.details.Find(spelled); ok && d.Now != "" {
			if e, ok := n.pack.IDs.Find(d.Now); ok {
				entity, former, found = uint32(e), spelled, found+1
			}
		}
	}
	return entity, former, found == 1
}

// page returns the address of an entity's page, by the pattern in the metadata for the prefix of
// its id; without one, for its namespace.
func (n *Normalizer) page(id, namespace string) string {
	prefix, local := namespace, id
	if p := pack.Prefix(id); p != "" {
		prefix, local = p, id[len(p)+1:]
	}
	pattern := n.pack.MetaValue(pack.MetaURL + strings.ToLower(prefix))
	return strings.ReplaceAll(pattern, "$1", local)
}

// entityRows lists the rows of each entity.
type entityRows struct {
	start []uint32 // per entity, and the end
	rows  []uint32 // the primary one first, then by kind
}

func newEntityRows(c *pack.Contents) *entityRows {
	x := &entityRows{start: make([]uint32, c.IDs.Len()+1), rows: make([]uint32, len(c.RowEntity))}
	for _, e := range c.RowEntity {
		x.start[e+1]++
	}
	for e := range c.IDs.Len() {
		x.start[e+1] += x.start[e]
	}
	next := slices.Clone(x.start)
	for row, e := range c.RowEntity {
		x.rows[next[e]] = uint32(row)
		next[e]++
	}
	for e := range c.IDs.Len() {
		primary := c.PrimaryRow[e]
		rank := func(row uint32) int {
			if row == primary {
				return -1
			}
			return int(c.RowKind[row])
		}
		slices.SortStableFunc(x.of(uint32(e)), func(a, b uint32) int { return cmp.Compare(rank(a), rank(b)) })
	}
	return x
}

func (x *entityRows) of(e uint32) []uint32 { return x.rows[x.start[e]:x.start[e+1]] }
