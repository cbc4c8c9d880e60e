package pack

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/wire"
)

// maxNamespaces is the number of namespaces that an index of 16 bits can distinguish.
const maxNamespaces = math.MaxUint16 + 1

// Bytes that a string, and an entry of a map from strings, take beside the text.
const (
	stringBytes = 32
	mapBytes    = 64
)

// Prefix returns the part of a CURIE before its colon, or "" if id is no CURIE, such as 7157, 10:20 or http://example.org/x.
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

// Human is the NCBI Taxonomy id of the human being. A namespace without an organism has the human genes if namespaces of the
// same name with an organism have those of others.
const Human = "9606"

// leastTaxon is the least number of digits in the id of an organism.
const leastTaxon = 4

// Organism splits the namespace of one organism's genes into the namespace of all genes and the NCBI Taxonomy id of the
// organism: NCBIGene/10090 into NCBIGene and 10090. For other namespaces, such as ICD/10, it returns the namespace and "".
func Organism(namespace string) (all, taxon string) {
	all, taxon, ok := strings.Cut(namespace, "/")
	if !ok || all == "" || len(taxon) < leastTaxon || strings.Trim(taxon, "0123456789") != "" {
		return namespace, ""
	}
	return all, taxon
}

// NamespaceOf returns the namespace of an entity without an organism, as the matches of look-ups have it.
func (c *Contents) NamespaceOf(entity int) string {
	all, _ := Organism(c.Namespaces[c.EntityNamespace[entity]])
	return all
}

func (c *Contents) namespaceForms(*WriteOptions) [][][]byte {
	return listForms(c.Namespaces, c.EntityNamespace)
}

// listForms returns the payload of strings and of a column of their numbers.
func listForms(list []string, column []uint16) [][][]byte {
	head := wire.AppendUvarint(nil, uint64(len(list)))
	for _, s := range list {
		head = wire.AppendLenBytes(head, s)
	}
	forms := wire.ColumnForms(column)
	for i, f := range forms {
		forms[i] = append([][]byte{head}, f...)
	}
	return forms
}

// readList reads strings of a known count, and a column of n numbers below a limit.
func readList(r *wire.Reader, m *Meter, count, n, limit int) (list []string, column []uint16) {
	if !m.take(r, 2*count+r.Len(), stringBytes*count+r.Len()) {
		return nil, nil
	}
	list = make([]string, count)
	for i := range list {
		list[i] = string(r.LenBytes())
	}
	return list, readColumn[uint16](n, uint64(limit), r, m)
}

func parseNamespaces(c *Contents, r *wire.Reader, m *Meter) {
	count := r.Count(1)
	if count > maxNamespaces {
		r.Failf("%d namespaces; at most %d allowed", count, maxNamespaces)
	}
	if m.within(r, "Namespaces", count, m.Namespaces) {
		c.Namespaces, c.EntityNamespace = readList(r, m, count, c.IDs.Len(), count)
	}
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
