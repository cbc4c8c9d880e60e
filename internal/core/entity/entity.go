// Package entity finds the entities of a pack by id: their names and details, former ids, and entities of several
// namespaces that are the same thing. Look-ups of mentions need little of it, so the first caller makes the tables.
package entity

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/details"
)

// Index finds entities by their ids. It is safe for concurrent use.
type Index struct {
	pack     *pack.Contents
	details  *details.List
	prefixes func() map[string][]string // of the ids: their spellings, by the one in lower case
	rows     func() *rowLists           // of each entity
	same     *groups                    // nil if no two entities are the same thing
}

// New returns the index of the entities of a pack. The error is a *pack.CorruptError, or another of pack.Damage.
func New(c *pack.Contents, m *pack.Meter) (*Index, error) {
	list, err := details.Parse(c.Details, m.Take)
	if err != nil {
		return nil, pack.Damage("DETL", err)
	}
	x := &Index{
		pack: c, details: list,
		prefixes: sync.OnceValue(func() map[string][]string { return prefixesOf(c) }),
		rows:     sync.OnceValue(func() *rowLists { return newRowLists(c) }),
	}
	if c.Same != nil {
		x.same = newGroups(c.Same)
	}
	return x, nil
}

// CheckDetails reads all details; the other functions read only those that they
// need.
func (x *Index) CheckDetails() error { return pack.Damage("DETL", x.details.Check()) }

// Resolve returns the entity of an id, and the id itself, as the pack spells it, if it is a former
// one. The prefix may be in any case, or missing if only one entity has the rest; see writings for more. The id may also
// be one of another list that only one entity has.
func (x *Index) Resolve(id string) (entity uint32, former string, ok bool) {
	if entity, former, ok = x.here(id); ok {
		return entity, former, ok
	}
	if found, _, beyond := x.Identify(id, &Wish{}, true); len(found) == 1 && beyond == "" {
		return found[0], "", true
	}
	return 0, "", false
}

// here is Resolve for ids of the pack.
func (x *Index) here(id string) (entity uint32, former string, ok bool) {
	if e, ok := x.pack.IDs.Find(id); ok { // also one with blanks around it
		return uint32(e), "", true
	}
	for _, id := range x.writings(id) {
		if entity, former, ok = x.resolve(id); ok {
			return entity, former, true
		}
	}
	return 0, "", false
}

func (x *Index) resolve(id string) (entity uint32, former string, ok bool) {
	if e, ok := x.find(id); ok {
		return e, "", true
	}
	if len(x.pack.Details) == 0 {
		return 0, "", false
	}
	found := 0
	for _, spelled := range x.spellings(id) {
		if d, ok := x.details.Find(spelled); ok && d.Now != "" {
			if e, ok := x.pack.IDs.Find(d.Now); ok {
				entity, former, found = uint32(e), spelled, found+1
			}
		}
	}
	return entity, former, found == 1
}

// Identify returns the entities of a mention that is an id with its prefix, here or in another list, and the id as the pack
// spells it: of those that are the same thing the most wanted one. loose says that the mention is no name, and may be an id
// of another list in any spelling. beyond is what the mention says more: see elsewhere.
func (x *Index) Identify(mention string, w *Wish, loose bool) (entities []uint32, matched, beyond string) {
	text := strings.TrimSpace(mention)
	if len(text) > maxID || !loose && !isID(text) && !strings.Contains(text, "://") {
		return nil, "", ""
	}
	if !loose {
		if e, former, ok := x.here(text); ok {
			entities, matched = []uint32{e}, cmp.Or(former, x.pack.IDs.At(int(e)))
		}
	}
	if len(entities) == 0 {
		entities, matched, beyond = x.elsewhere(text, loose)
	}
	out := entities[:0]
	for _, e := range entities {
		if e = x.preferred(e, w); !slices.Contains(out, e) && (len(w.Namespaces) == 0 || x.isIn(e, w.Namespaces)) {
			out = append(out, e)
		}
	}
	return out, matched, beyond
}

// Details returns what a pack built with details says of an entity beside its names, and the address of its page.
func (x *Index) Details(e uint32) (d details.Entry, url string) {
	id := x.pack.IDs.At(int(e))
	d, _ = x.details.Find(id)
	return d, page(x.pack, id, x.namespace(e))
}

// page returns the address of an entity's page: the metadata of the pack has a pattern for the prefix of its
// id or, failing that, for its namespace. "" if there is none, or one that no browser should follow.
func page(c *pack.Contents, id, namespace string) string {
	prefix, local := namespace, id
	if p := pack.Prefix(id); p != "" {
		prefix, local = p, id[len(p)+1:]
	}
	return Address(c.MetaValue(pack.MetaURL+strings.ToLower(prefix)), local)
}

// Address returns a pattern with the local part of an id for $1, "" unless it is of http or https. Anybody may make a pack:
// what no address may have is escaped.
func Address(pattern, local string) string {
	if scheme, _, ok := strings.Cut(pattern, "://"); !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return ""
	}
	var b strings.Builder
	for _, c := range []byte(strings.ReplaceAll(pattern, "$1", local)) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Rows returns the rows of an entity's names, the primary one first.
func (x *Index) Rows(e uint32) []uint32 { return x.rows().of(e) }

// rowLists lists the rows of each entity.
type rowLists struct {
	start []uint32 // per entity, and the end
	rows  []uint32 // the primary one first, then by kind
}

func newRowLists(c *pack.Contents) *rowLists {
	x := &rowLists{start: make([]uint32, c.IDs.Len()+1), rows: make([]uint32, len(c.RowEntity))}
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

func (x *rowLists) of(e uint32) []uint32 { return x.rows[x.start[e]:x.start[e+1]] }
