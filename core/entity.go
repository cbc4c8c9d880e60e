package core

import (
	"cmp"

	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/internal/core/entity"
)

// Entity is what a pack says about one entity. FullName, Definition and XRefs are empty in a pack that was built without
// normlet build --details.
type Entity struct {
	ID         string // CURIE
	Former     string // the id that the caller asked for, if ID has replaced it
	Namespace  string
	Taxon      string   // NCBI Taxonomy id of a gene's organism, if the pack distinguishes organisms
	Name       string   // primary name
	FullName   string   // full name, if it differs from Name
	Names      []Name   // all names, the primary one first, then by kind
	Definition string   // one sentence
	XRefs      []string // ids in other databases, as CURIEs
	Same       []string // ids of the same thing in other lists and namespaces
	Parents    []string // ids of what it is a kind of, of its namespace, in a pack that has them
	URL        string   // address of its page, if the pack has one for its namespace
}

// Name is a name and its kind: primary, exact, alias, related or twin.
type Name struct{ Name, Kind string }

// Entity returns the entity of an id. The prefix of the id may be in any case, and may be missing if only one entity has the
// rest. A former id leads to its replacement. Entity reports false for unknown ids, and after Close.
func (n *Normalizer) Entity(id string) (Entity, bool) {
	if !n.engine.Enter() {
		return Entity{}, false
	}
	defer n.engine.Leave()
	e, former, ok := n.engine.Entities.Resolve(id)
	if !ok {
		return Entity{}, false
	}
	c := n.engine.Pack
	out := Entity{ID: c.IDs.At(int(e)), Former: former, Namespace: c.NamespaceOf(int(e)), Name: c.Names.At(int(c.PrimaryRow[e]))}
	for _, row := range n.engine.Entities.Rows(e) {
		out.Names = append(out.Names, Name{c.Names.At(int(row)), c.RowKind[row].String()})
	}
	_, out.Same = n.engine.Entities.Named(e, &entity.Wish{})
	for _, p := range n.engine.ParentsOf(e) {
		out.Parents = append(out.Parents, c.IDs.At(int(p.Parent)))
	}
	d, url := n.engine.Entities.Details(e)
	out.FullName = details.Full(d.FullName, func(i int) string { return out.Names[i].Name }, len(out.Names))
	out.Definition, out.XRefs, out.URL = d.Definition, d.XRefs, url
	out.Taxon = n.engine.Organisms.Taxon(int32(e))
	return out, true
}

// Namespaces returns the namespaces that words mean: each as it stands if the pack has it, else those of the kind of entities
// that people call so. Gene, genes and protein mean NCBIGene, cell lines cell_line, and drug chemical. Options.Namespaces and
// Query.Namespace may be such words. The error for others wraps ErrNamespace, or is ErrClosed.
func (n *Normalizer) Namespaces(words []string) ([]string, error) {
	if !n.engine.Enter() {
		return nil, ErrClosed
	}
	defer n.engine.Leave()
	meant, err := n.engine.Filters.Meant(words)
	return meant, refused(err, ErrNamespace)
}

// Organism returns the NCBI Taxonomy id of an organism whose genes the pack has, from its id or a word for it, such as
// mouse. Its error wraps ErrOrganism.
func (n *Normalizer) Organism(name string) (taxon string, err error) {
	taxon, err = n.engine.Organisms.Find(name)
	return taxon, refused(err, ErrOrganism)
}

// Suggestion is an entity with a name that begins with the typed text.
type Suggestion struct {
	ID        string // CURIE
	Namespace string
	Name      string // primary name of the entity, or that of Options.Show
	Matched   string // the name that begins with the typed text
	Kind      string // kind of Matched: primary, exact, alias or related
	Whole     bool   // Matched is the typed text
}

// Suggest returns up to o.K entities of o.Namespaces that have a name beginning with typed: first those with a whole name,
// then those that people write about most. The error wraps ErrNamespace, or is ErrClosed.
func (n *Normalizer) Suggest(typed string, o Options) ([]Suggestion, error) {
	if !n.engine.Enter() {
		return nil, ErrClosed
	}
	defer n.engine.Leave()
	filter, err := n.filter(&o)
	if err != nil {
		return nil, err
	}
	c := n.engine.Pack
	var out []Suggestion
	for _, b := range n.engine.Suggest(typed, cmp.Or(o.K, DefaultK), filter) {
		e := int(b.Entity)
		out = append(out, Suggestion{
			ID: c.IDs.At(e), Namespace: c.NamespaceOf(e), Name: n.shown(uint32(e), o.Show),
			Matched: c.Names.At(b.Row), Kind: c.RowKind[b.Row].String(), Whole: b.Whole,
		})
	}
	return out, nil
}
