package entity

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/knowledge"
)

const (
	maxID      = 256 // bytes of a mention that may be an id
	leastAlone = 5   // of one without its prefix: G20 may be much
	digits     = "0123456789"
)

// elsewhere returns the entities that have an id in another list as a text writes it, those that people write about most
// first, and the id as the pack spells it: UniProtKB:P04637-2 and MIM 191170 are UniProt:P04637 and OMIM:191170. If loose,
// other signs than a colon may be behind the prefix, or nothing, and there need be none: P04637. beyond is what the text says
// more than the id: .9 of E11.9, where the list has E11.
func (x *Index) elsewhere(text string, loose bool) (entities []uint32, id, beyond string) {
	for _, text := range x.writings(text) {
		for at := len(text) - 1; at > 0; at-- {
			c, next := text[at], at+1
			switch {
			case c == ':' || c == '_' || loose && (c == ' ' || c == '#'):
			case loose && isDigit(c) && !isDigit(text[at-1]):
				next = at
			default:
				continue
			}
			of, _, _ := strings.Cut(text[:at], ":")
			if l, known := knowledge.ListOf(of); known || c == ':' {
				if entities, id, beyond = x.in(&l, strings.TrimLeft(text[next:], " :#")); len(entities) > 0 {
					return entities, id, beyond
				}
			}
		}
	}
	if loose && len(text) >= leastAlone && strings.ContainsAny(text, digits) && strings.Trim(text, digits+".,") != "" && !strings.ContainsAny(text, " \t:") {
		return x.in(nil, text)
	}
	return nil, "", ""
}

// in returns the entities that have an id of a list, of any if that is nil, or the id but for its version or a subdivision,
// which is beyond it.
func (x *Index) in(of *knowledge.List, local string) (entities []uint32, id, beyond string) {
	if e, ok := x.own(of, local); ok {
		return []uint32{e}, x.pack.IDs.At(int(e)), ""
	}
	find := func(local, version, number string) {
		for _, r := range x.details.Referring(local) {
			prefix, _ := details.CutReference(r.Reference)
			l, _ := knowledge.ListOf(prefix)
			e, ok := x.pack.IDs.Find(r.ID)
			if !ok || of != nil && l.Prefix != of.Prefix || !strings.Contains(l.Versions, version) || slices.Contains(entities, uint32(e)) {
				continue
			}
			if entities, id = append(entities, uint32(e)), r.Reference; version != "" && l.Divided {
				beyond = version + number
			}
			for i := len(entities) - 1; i > 0 && x.pack.Prior[entities[i]] > x.pack.Prior[entities[i-1]]; i-- {
				entities[i], entities[i-1] = entities[i-1], entities[i]
			}
		}
	}
	find(local, "", "")
	if at := len(strings.TrimRight(local, digits)) - 1; len(entities) == 0 && at > 0 && at+1 < len(local) {
		find(local[:at], local[at:at+1], local[at+1:])
	}
	return entities, id, beyond
}

// own returns the entity of the pack with an id of a list, of any if that is nil.
func (x *Index) own(of *knowledge.List, local string) (entity uint32, ok bool) {
	if of == nil {
		for _, id := range x.writings(local) { // no former one, for which all blocks of details would be read
			if entity, ok = x.find(id); ok {
				break
			}
		}
		return entity, ok
	}
	for _, spelled := range x.prefixes() {
		if l, _ := knowledge.ListOf(spelled[0]); l.Prefix == of.Prefix {
			if e, _, found := x.here(spelled[0] + ":" + local); found && (!ok || e < entity) {
				entity, ok = e, true
			}
		}
	}
	return entity, ok
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
