package core

import (
	"cmp"
	"math"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/names"
)

// Entity is what a pack says of one entity. Of a pack without details (normlet build --details)
// FullName, Definition and XRefs are empty.
type Entity struct {
	ID         string // CURIE
	Former     string // the id that was asked for, if ID has replaced it
	Namespace  string
	Taxon      string   // as of a match: NCBI Taxonomy id of a gene's organism
	Name       string   // the primary name
	FullName   string   // where it differs from Name
	Names      []Name   // all of them, the primary one first, then by kind
	Definition string   // one sentence
	XRefs      []string // ids in other databases, as CURIEs
	Same       []string // ids of the same thing in other lists and namespaces
	URL        string   // its page, if the pack knows where such pages are
}

// Name is a name and how it names its entity: primary, exact, alias or related.
type Name struct{ Name, Kind string }

// Entity describes the entity of an id. The prefix may be in any case, or missing if only one
// entity has the rest; a former id leads to its replacement. It reports false for unknown ids, and
// after Close.
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
	d, url := n.engine.Entities.Details(e)
	out.FullName, out.Definition, out.XRefs, out.URL = d.FullName, d.Definition, d.XRefs, url
	out.Taxon = n.engine.Organisms.Taxon(int32(e))
	return out, true
}

// Organism returns the NCBI Taxonomy id of an organism whose genes the pack has, from its id or a word for it, such as
// mouse. Its error wraps ErrOrganism.
func (n *Normalizer) Organism(name string) (taxon string, err error) {
	taxon, err = n.engine.Organisms.Find(name)
	return taxon, refused(err, ErrOrganism)
}

// identified answers a mention that is an id with its prefix, or #NAME? and its like: nothing else can be meant.
func (n *Normalizer) identified(mention string, o *Options) (Answer, bool) {
	if names.IsSheetError(mention) {
		return nothing(mention), true
	}
	e, matched, ok := n.engine.Entities.Identify(mention, o.wish())
	if !ok {
		return Answer{}, false
	}
	matched = strings.Clone(matched) // an answer may stay longer than the text of the mention
	m := Match{Matched: matched, Kind: pack.KindPrimary.String(), Stage: StageID, Score: 1, P: 1, Margin: 1}
	m.Name = n.engine.Pack.Names.At(int(n.engine.Pack.PrimaryRow[e]))
	m.ID, m.Same = n.engine.Entities.Named(e, o.wish())
	m.Namespace, m.Taxon = n.engine.Pack.NamespaceOf(int(e)), n.engine.Organisms.Taxon(int32(e))
	return Answer{Mention: mention, NILScore: math.Inf(-1), Matches: []Match{m}}, true
}

// Suggestion is an entity and its name that begins with what was typed.
type Suggestion struct {
	ID        string // CURIE
	Namespace string
	Name      string // the entity's primary name
	Matched   string // the name that begins so
	Kind      string // of Matched: primary, exact, alias, related
	Whole     bool   // what was typed is all of Matched
}

// Suggest returns o.K entities with a name that begins with typed, in o.Namespaces: whole names
// first, then entities that people write about most.
func (n *Normalizer) Suggest(typed string, o Options) ([]Suggestion, error) {
	if !n.engine.Enter() {
		return nil, ErrClosed
	}
	defer n.engine.Leave()
	filter, err := n.engine.Filters.Of(o.Namespaces)
	if err != nil {
		return nil, refused(err, ErrNamespace)
	}
	c := n.engine.Pack
	var out []Suggestion
	for _, b := range n.engine.Suggest(typed, cmp.Or(o.K, DefaultK), filter) {
		e := int(b.Entity)
		out = append(out, Suggestion{
			ID: c.IDs.At(e), Namespace: c.NamespaceOf(e), Name: c.Names.At(int(c.PrimaryRow[e])),
			Matched: c.Names.At(b.Row), Kind: c.RowKind[b.Row].String(), Whole: b.Whole,
		})
	}
	return out, nil
}
