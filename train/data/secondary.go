package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/format"
)

// replacement says that an id stands for what another one names.
type replacement struct {
	from, to string
	retired  bool // from had an entry of its own once
}

// obsoleteClass matches the name, or the end of the id, of a class under which old ontologies keep obsolete terms.
var obsoleteClass = pattern.Of(`(?i)(^|[#/:])(obsolete|deprecated|retired)[ _-]?(class|concept|term|entity|molecular[ _]function|biological[ _]process|cellular[ _]component)(es|s)?$`)

// dropObsolete leaves out the classes that obsoleteClass matches, and all terms under them.
func (b *builder) dropObsolete() {
	t, old := &b.terminology, map[string]bool{}
	for _, e := range t.Entities {
		if obsoleteClass().MatchString(e.ID) {
			old[e.ID] = true
		}
	}
	for before := -1; before != len(old); {
		before = len(old)
		for _, r := range t.Relations {
			i, ok := b.entities[r.Parent]
			switch {
			case r.Relation != "is_a":
			case ok && obsoleteClass().MatchString(t.Entities[i].Names[0].Text):
				old[r.Parent], old[r.ID] = true, true
			case old[r.Parent] || obsoleteClass().MatchString(r.Parent):
				old[r.ID] = true
			}
		}
	}
	if len(old) == 0 {
		return
	}
	entities := t.Entities
	t.Entities = nil
	clear(b.entities)
	for i, e := range entities {
		if old[e.ID] {
			at := b.names[nameKey{i, e.Names[0].Text}]
			b.report.Skip("obsolete", fmt.Sprintf("%s:%d: %s", b.files[at.file], at.line, e.ID))
			continue
		}
		b.entities[e.ID] = len(t.Entities)
		t.Entities = append(t.Entities, e)
	}
	t.Relations = slices.DeleteFunc(t.Relations, func(r Relation) bool { return old[r.ID] })
	t.XRefs = slices.DeleteFunc(t.XRefs, func(x XRef) bool { return old[x.ID] })
}

// settleSecondary finds the entity that each retired or alternative id stands for.
func (b *builder) settleSecondary() {
	next := make(map[string]string, len(b.secondary))
	for _, r := range b.secondary {
		if _, ok := next[r.from]; !ok || r.retired {
			next[r.from] = r.to
		}
	}
	ends := ends{entities: b.entities, next: next, known: make(map[string]end, len(next))}
	for _, r := range b.secondary {
		if _, ok := b.entities[r.from]; ok {
			b.report.Skip("alternative or obsolete ids that are entities of their own", r.from)
			continue
		}
		id, circle := ends.of(r.from)
		switch {
		case circle:
			b.report.Skip("replaced by each other in a circle", r.from)
		case id == "":
			b.report.Skip("replaced by ids that are not there", r.from+" by "+r.to)
		default:
			b.report.Secondary[r.from] = id
		}
	}
}

// ends finds what is at the end of replacements. Chains share their ends, so each id is followed once.
type ends struct {
	entities map[string]int
	next     map[string]string
	known    map[string]end
	steps    int // ids that were followed
}

// end is an entity, "" if there is none.
type end struct {
	entity string
	circle bool // because the replacements lead back
}

// of returns the end of the replacements of an id.
func (e *ends) of(id string) (entity string, circle bool) {
	var way []string
	out, known := e.known[id]
	for ; !known; out, known = e.known[id] {
		e.steps++
		e.known[id] = end{circle: true} // if the way leads back here
		way = append(way, id)
		to, ok := e.next[id]
		if _, there := e.entities[to]; !ok || there {
			if ok {
				out.entity = to
			}
			break
		}
		id = to
	}
	for _, passed := range way {
		e.known[passed] = out
	}
	return out.entity, out.circle
}

func (b *builder) settleRelations() {
	kept := b.terminology.Relations[:0]
	for _, r := range b.terminology.Relations {
		if _, ok := b.entities[r.ID]; ok {
			kept = append(kept, r)
		} else {
			b.report.Skip("relations of ids without a name", r.ID)
		}
	}
	b.terminology.Relations = kept
	b.report.Relations = len(kept)
	for i := range b.terminology.Entities {
		if b.terminology.Entities[i].Definition != "" {
			b.report.Definitions++
		}
	}
}

// id returns an id in its short form, with the prefix asked for, spelled as it was first.
func (b *builder) id(id string) string {
	id = format.CURIE(id, b.prefix)
	prefix := pack.Prefix(id)
	if prefix == "" {
		return id
	}
	if first, ok := b.prefixes[strings.ToLower(prefix)]; ok && first != prefix {
		return first + id[len(prefix):]
	}
	return id
}

// notePrefix makes the spelling of the id's prefix the one to use.
func (b *builder) notePrefix(id string) {
	if prefix := pack.Prefix(id); prefix != "" {
		lower := strings.ToLower(prefix)
		if _, ok := b.prefixes[lower]; !ok {
			b.prefixes[lower] = strings.Clone(prefix)
		}
	}
}

// share returns s, of which there is one copy.
func (b *builder) share(s string) string {
	if own, ok := b.shared[s]; ok {
		return own
	}
	if i, ok := b.entities[s]; ok {
		return b.terminology.Entities[i].ID
	}
	s = strings.Clone(s)
	b.shared[s] = s
	return s
}
