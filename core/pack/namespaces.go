package pack

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/wire"
)

// maxNamespaces is how many an index of 16 bits tells apart.
const maxNamespaces = math.MaxUint16 + 1

// Bytes that a string, and an entry of a map from strings, take beside the text.
const (
	stringBytes = 32
	mapBytes    = 64
)

// Prefix returns the part of a CURIE before its colon, or "" when id is no
// CURIE: ids such as 7157, 10:20 or http://example.org/x have no prefix.
func Prefix(id string) string {
	prefix, local, ok := strings.Cut(id, ":")
	if !ok || local == "" || strings.HasPrefix(local, "//") || strings.ContainsAny(prefix, " \t") {
		return ""
	}
	if prefix == "" || prefix[0] >= '0' && prefix[0] <= '9' {
		return ""
	}
	return prefix
}

// Human is the NCBI Taxonomy id of the organism whose genes a namespace without one has, beside namespaces with one.
const Human = "9606"

// leastTaxon is how many digits the id of an organism has at least.
const leastTaxon = 4

// Organism returns the namespace that a look-up names, and the organism of its genes: NCBIGene/10090 has those of
// NCBIGene whose organism is 10090 in the NCBI Taxonomy. The organism of other namespaces, such as ICD/10, is "".
func Organism(namespace string) (all, taxon string) {
	all, taxon, ok := strings.Cut(namespace, "/")
	if !ok || all == "" || len(taxon) < leastTaxon || strings.Trim(taxon, "0123456789") != "" {
		return namespace, ""
	}
	return all, taxon
}

// NamespaceOf returns the namespace of an entity as look-ups name it, without an organism.
func (c *Contents) NamespaceOf(entity int) string {
	all, _ := Organism(c.Namespaces[c.EntityNamespace[entity]])
	return all
}

func (c *Contents) namespaceForms(*WriteOptions) [][][]byte {
	list := wire.AppendUvarint(nil, uint64(len(c.Namespaces)))
	for _, n := range c.Namespaces {
		list = wire.AppendLenBytes(list, n)
	}
	forms := wire.ColumnForms(c.EntityNamespace)
	for i, f := range forms {
		forms[i] = append([][]byte{list}, f...)
	}
	return forms
}

func parseNamespaces(c *Contents, r *wire.Reader, m *Meter) {
	count := r.Count(1)
	if count > maxNamespaces {
		r.Failf("%d namespaces; at most %d allowed", count, maxNamespaces)
	}
	if !m.within(r, "Namespaces", count, m.Namespaces) || !m.take(r, 2*count+r.Len(), stringBytes*count+r.Len()) {
		return
	}
	c.Namespaces = make([]string, count)
	for i := range c.Namespaces {
		c.Namespaces[i] = string(r.LenBytes())
	}
	c.EntityNamespace = readColumn[uint16](c.IDs.Len(), uint64(count), r, m)
}

func (c *Contents) checkNamespaces() error {
	if len(c.Namespaces) > maxNamespaces {
		return faultf(tagNamespaces, "%d namespaces; at most %d allowed", len(c.Namespaces), maxNamespaces)
	}
	seen := make(map[string]bool, len(c.Namespaces))
	for _, n := range c.Namespaces {
		if seen[n] || !utf8.ValidString(n) {
			return faultf(tagNamespaces, "namespace %q appears twice or is not valid UTF-8", n)
		}
		seen[n] = true
	}
	for i, n := range c.EntityNamespace {
		if int(n) >= len(c.Namespaces) {
			return faultf(tagNamespaces, "entity %d has namespace %d of %d", i, n, len(c.Namespaces))
		}
	}
	return checkLen(tagNamespaces, len(c.EntityNamespace), c.IDs.Len())
}

// mergeNamespaces takes the namespaces of the delta, and translates those that
// entities have in the base.
func (m *merger) mergeNamespaces() {
	byName := make(map[string]int, len(m.added.Namespaces))
	for i, ns := range m.added.Namespaces {
		byName[ns] = i
	}
	m.out.Namespaces = m.added.Namespaces
	m.out.EntityNamespace = make([]uint16, len(m.attributes))
	for e, from := range m.attributes {
		if from < 0 {
			m.out.EntityNamespace[e] = m.added.EntityNamespace[^from]
			continue
		}
		n, ok := byName[m.base.Namespaces[m.base.EntityNamespace[from]]]
		if !ok && m.err == nil {
			m.err = faultf(tagNamespaces, "the namespace of %q is missing", m.base.IDs.At(int(from)))
		}
		m.out.EntityNamespace[e] = uint16(n)
	}
}
