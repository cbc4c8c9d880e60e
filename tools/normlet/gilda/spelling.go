package gilda

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// databases are Gilda's names of databases that differ from the prefix of their ids, by that prefix.
var databases = map[string]string{"NCBIGene": "EGID", "UniProt": "UP", "UniProtKB": "UP", "NCBITaxon": "TAXONOMY"}

// repeated are the databases whose ids repeat the name: CHEBI:15377 of CHEBI.
var repeated = []string{"BTO", "CHEBI", "DOID", "GO", "HP"}

// registered are the prefixes of identifiers.org that are not just the database's name in lower case.
var registered = map[string]string{"EGID": "ncbigene", "UP": "uniprot", "cell_line": "cellosaurus"}

// split returns Gilda's database and id of an entity. An id without a prefix goes with its namespace.
func split(id, namespace string) (db, local string) {
	prefix := pack.Prefix(id)
	if prefix == "" {
		return namespace, id
	}
	if slices.Contains(repeated, prefix) {
		return prefix, id
	}
	return cmp.Or(databases[prefix], prefix), id[len(prefix)+1:]
}

// link returns the address of an entity at identifiers.org.
func link(db, id string) string {
	prefix := registered[db] + ":"
	switch {
	case slices.Contains(repeated, db) && strings.HasPrefix(id, db+":"):
		prefix = ""
	case prefix == ":":
		prefix = strings.ToLower(db) + ":"
	}
	return "https://identifiers.org/" + url.PathEscape(prefix+id)
}

// prefixes returns the possible prefixes of a database's ids, whether it has Gilda's name or that of the ids.
func prefixes(db string) []string {
	out := []string{db, strings.ToUpper(db)}
	for prefix, name := range databases {
		if strings.EqualFold(db, name) || strings.EqualFold(db, prefix) {
			out = append(out, prefix)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Find returns the entity with an id of Gilda's.
func Find(c *pack.Contents, db, id string) (entity int, ok bool) {
	for _, prefix := range prefixes(db) {
		if entity, ok = c.IDs.Find(prefix + ":" + id); ok {
			return entity, true
		}
	}
	return c.IDs.Find(id) // a whole CURIE, or an id without prefix
}

// Filter keeps the matches of some databases, named as by Gilda, as in ids, or as the pack's namespaces, in any case. HGNC
// stands for the genes of NCBI if the pack has none of HGNC.
type Filter struct {
	Namespaces []string // of the pack, which have such entities; none for all
	wanted     []string
}

// NewFilter returns the filter for databases; none wants all.
func NewFilter(c *pack.Contents, wanted []string) *Filter {
	f := &Filter{wanted: wanted}
	for _, db := range wanted {
		if strings.EqualFold(db, "HGNC") && !hasPrefix(c.IDs, "HGNC") {
			db = "EGID" // human genes by the numbers of NCBI, which Term.DB tells
			f.wanted = append(slices.Clip(f.wanted), db)
		}
		f.add(c, db)
	}
	slices.Sort(f.Namespaces)
	found := slices.Compact(f.Namespaces)
	f.Namespaces = slices.DeleteFunc(slices.Clone(found), func(namespace string) bool {
		all, taxon := pack.Organism(namespace) // one organism of a namespace that stands for all
		return taxon != "" && slices.Contains(found, all)
	})
	return f
}

func (f *Filter) add(c *pack.Contents, db string) {
	for _, namespace := range c.Namespaces {
		if strings.EqualFold(db, namespace) {
			f.Namespaces = append(f.Namespaces, namespace)
		}
	}
	for _, prefix := range prefixes(db) {
		from, to := rangeOf(c.IDs, prefix)
		numbers := slices.Clone(c.EntityNamespace[from:to])
		slices.Sort(numbers)
		for _, n := range slices.Compact(numbers) {
			f.Namespaces = append(f.Namespaces, c.Namespaces[n])
		}
	}
}

// rangeOf returns the numbers of the ids that begin with a prefix and a colon.
func rangeOf(ids *pack.Strings, prefix string) (from, to int) {
	from, _ = ids.Find(prefix + ":")
	to, _ = ids.Find(prefix + ";") // what follows the colon
	return from, to
}

func hasPrefix(ids *pack.Strings, prefix string) bool {
	from, to := rangeOf(ids, prefix)
	return from < to
}

func (f *Filter) keeps(m *core.Match) bool {
	db, _ := split(m.ID, m.Namespace)
	return len(f.wanted) == 0 || slices.ContainsFunc(f.wanted, func(wanted string) bool {
		return strings.EqualFold(wanted, db) || strings.EqualFold(wanted, m.Namespace) || strings.EqualFold(wanted, pack.Prefix(m.ID))
	})
}

// Models returns the names of several entities that context can tell apart, sorted.
func Models(c *pack.Contents) []string {
	first, shared, known := map[string]uint32{}, []string{}, map[uint32]bool{}
	for _, pair := range c.Company {
		known[pair[0]], known[pair[1]] = true, true
	}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		entity := c.RowEntity[row]
		if !known[entity] {
			continue
		}
		if other, found := first[string(name)]; !found {
			first[string(name)] = entity
		} else if other != entity {
			shared = append(shared, string(name))
		}
	}
	slices.Sort(shared)
	return slices.Compact(shared)
}
