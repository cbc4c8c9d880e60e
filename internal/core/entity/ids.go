package entity

import (
	"bytes"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// maxPrefixes is how many prefixes may go by another spelling. Lists with more are no lists of
// CURIEs, and their ids are found as they stand.
const maxPrefixes = 1 << 10

// prefixesOf returns the prefixes of all ids: of entities, which ascend, so that those of one prefix follow each other,
// and of other lists.
func prefixesOf(c *pack.Contents) map[string][]string {
	out, n := map[string][]string{}, 0
	last := []byte(":") // the prefix before, with its colon; ids without a prefix may begin with a colon
	add := func(id []byte) {
		if bytes.HasPrefix(id, last) || n > maxPrefixes {
			return
		}
		prefix := pack.Prefix(string(id))
		lower := strings.ToLower(prefix)
		if prefix == "" || slices.Contains(out[lower], prefix) {
			return
		}
		n++
		last = append(last[:0], id[:len(prefix)+1]...)
		out[lower] = append(out[lower], prefix)
	}
	for _, id := range c.IDs.Range(0, c.IDs.Len()) {
		add(id)
	}
	for line := range bytes.Lines(c.Also) {
		_, others, _ := bytes.Cut(line, []byte{'\t'})
		for _, id := range bytes.Fields(others) {
			add(id)
		}
	}
	if n > maxPrefixes {
		return nil
	}
	return out
}

// spellings returns the ids that id may stand for, itself first: the prefix spelled as the pack
// does, or any prefix of the pack for an id without one, in no particular order.
func (x *Index) spellings(id string) []string {
	out := []string{id}
	prefix := pack.Prefix(id)
	if prefix != "" {
		for _, p := range x.prefixes()[strings.ToLower(prefix)] {
			if p != prefix {
				out = append(out, p+id[len(prefix):])
			}
		}
		return out
	}
	for _, spelled := range x.prefixes() {
		for _, p := range spelled {
			out = append(out, p+":"+id)
		}
	}
	return out
}

// writings returns the ids that a text may be a way to write, the text itself first: GO_0006915 is GO:0006915, and so
// is its address; RRID:CVCL_0030 is CVCL_0030, mesh:d001241 is MESH:D001241.
func (x *Index) writings(text string) []string {
	text = strings.TrimSpace(text)
	out := []string{text}
	if _, address, ok := strings.Cut(text, "://"); ok {
		out = append(out, x.addressed(strings.TrimSuffix(address, "/"))...)
	} else if _, rest, _ := strings.Cut(text, ":"); isID(rest) {
		out = append(out, rest)
	}
	for _, id := range out {
		if letters, local, ok := strings.Cut(id, "_"); ok && !strings.Contains(letters, ":") {
			out = append(out, letters+":"+local)
		}
	}
	for _, id := range out {
		if at := strings.Index(id, ":") + 1; at > 0 || isID(id) { // spellings has the prefixes of the pack
			out = append(out, id[:at]+strings.ToUpper(id[at:]))
		}
	}
	return out
}

// addressed returns the ids that an address without its scheme may be of: of a page that the pack knows, or as
// identifiers.org, the OBO library and others make them.
func (x *Index) addressed(address string) (ids []string) {
	fits := func(name, prefix string) {
		_, pattern, _ := strings.Cut(x.pack.MetaValue(pack.MetaURL+strings.ToLower(name)), "://")
		before, after, ok := strings.Cut(pattern, "$1")
		if ok && len(address) > len(before)+len(after) && strings.HasPrefix(address, before) && strings.HasSuffix(address, after) {
			ids = append(ids, prefix+address[len(before):len(address)-len(after)])
		}
	}
	for _, spelled := range x.prefixes() {
		fits(spelled[0], spelled[0]+":")
	}
	for _, namespace := range x.pack.Namespaces {
		fits(namespace, "")
	}
	parts := strings.FieldsFunc(address, func(r rune) bool { return r == '/' || r == '#' })
	if n := len(parts); n > 1 {
		if ids = append(ids, parts[n-2]+":"+parts[n-1]); isID(parts[n-1]) { // a bare number may be of anything
			ids = append(ids, parts[n-1])
		}
	}
	return ids
}

// isID reports whether a text looks like an id and not like a name: it has a prefix, or letters, an underscore and a digit.
func isID(text string) bool {
	letters, local, ok := strings.Cut(text, "_")
	return pack.Prefix(text) != "" || ok && letters != "" && local != "" && local[0] >= '0' && local[0] <= '9' &&
		strings.Trim(strings.ToLower(letters), "abcdefghijklmnopqrstuvwxyz") == ""
}

// find returns the entity of an id. Without its prefix an id has to be that of one entity alone. An
// id that has no prefix in the pack also goes by that of its namespace.
func (x *Index) find(id string) (entity uint32, ok bool) {
	if i, ok := x.pack.IDs.Find(id); ok {
		return uint32(i), true
	}
	found := 0
	for _, spelled := range x.spellings(id)[1:] {
		if i, ok := x.pack.IDs.Find(spelled); ok {
			entity, found = uint32(i), found+1
		}
	}
	if found > 0 || pack.Prefix(id) == "" {
		return entity, found == 1
	}
	prefix, local, _ := strings.Cut(id, ":")
	i, ok := x.pack.IDs.Find(local)
	if ok && strings.EqualFold(prefix, x.namespace(uint32(i))) {
		return uint32(i), true
	}
	return 0, false
}

func (x *Index) namespace(e uint32) string { return x.pack.NamespaceOf(int(e)) }

// isIn reports whether an entity is in one of some namespaces, which may name its organism.
func (x *Index) isIn(e uint32, namespaces []string) bool {
	return slices.Contains(namespaces, x.namespace(e)) || slices.Contains(namespaces, x.pack.Namespaces[x.pack.EntityNamespace[e]])
}
