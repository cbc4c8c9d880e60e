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
// other signs than a colon may be behind the prefix, or nothing, and there need be none: P04637.
func (x *Index) elsewhere(text string, loose bool) (entities []uint32, id string) {
	if _, address, ok := strings.Cut(text, "://"); ok { // its last part is of the last list that it names
		text = strings.TrimRight(address, "/")
		at := strings.LastIndexAny(text, "/#=") + 1
		for _, part := range strings.FieldsFunc(text[:max(at, 0)], func(r rune) bool { return strings.ContainsRune("/.#?&", r) }) {
			if _, known := knowledge.ListOf(part); known {
				address = part + ":" + text[at:]
			}
		}
		if text = text[at:]; !strings.Contains(text, ":") && strings.HasSuffix(address, ":"+text) {
			text = address
		}
		loose = true
	}
	for at := len(text) - 1; at > 0; at-- {
		of, local := text[:at], text[at:]
		switch c := text[at]; {
		case c == ':' || c == '_' || loose && strings.IndexByte(" #=", c) >= 0:
			local = local[1:]
		case !loose:
			continue
		case !isDigit(c) || isDigit(text[at-1]):
			continue
		}
		of, _, _ = strings.Cut(of, ":")
		if l, known := knowledge.ListOf(of); known || text[at] == ':' {
			if entities, id = x.in(&l, strings.TrimLeft(local, " :#=")); len(entities) > 0 {
				return entities, id
			}
		}
	}
	if loose && len(text) >= leastAlone && strings.ContainsAny(text, digits) && strings.Trim(text, digits+".,") != "" && !strings.ContainsAny(text, " \t:") {
		return x.in(nil, text)
	}
	return nil, ""
}

// in returns the entities that have an id of a list, of any if that is nil, or the id but for its version.
func (x *Index) in(of *knowledge.List, local string) (entities []uint32, id string) {
	if e, ok := x.own(of, local); ok {
		return []uint32{e}, x.pack.IDs.At(int(e))
	}
	find := func(local, version string) {
		for e, reference := range x.details.Referring(local) {
			prefix, _ := details.CutReference(reference)
			l, _ := knowledge.ListOf(prefix)
			if i, ok := x.pack.IDs.Find(e); ok && (of == nil || l.Prefix == of.Prefix) && strings.Contains(l.Versions, version) {
				entities, id = append(entities, uint32(i)), reference
			}
		}
	}
	find(local, "")
	if at := len(strings.TrimRight(local, digits)) - 1; len(entities) == 0 && at > 0 && at+1 < len(local) {
		find(local[:at], local[at:at+1])
	}
	slices.SortStableFunc(entities, func(a, b uint32) int { return int(x.pack.Prior[b]) - int(x.pack.Prior[a]) })
	return entities, id
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
