package format

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/limit"
)

// graph keeps what triples say about terms until the last one: a file may tell about a term in several
// places, and only its end shows what is a class and which synonym is an abbreviation. Memory holds the
// names, definitions and relations of the file, and nothing else of it.
type graph struct {
	*input
	index     map[string]int    // blank nodes begin with _:
	resources []resource        // in the order of the file
	own       map[string]string // ids that are no subject so far
	blanks    int               // nodes that the file gives no label
	err       error             // the first of add
}

// resource is the subject of some triples.
type resource struct {
	id    string // as in graph.index
	line  int
	role  role
	facts []fact
	parts []fact // those that make it a part of what is said about others, the first of each property
}

// fact is a triple that says something about a term.
type fact struct {
	property property
	object   node
}

func newGraph(in *input) *graph {
	return &graph{input: in, index: map[string]int{}, own: map[string]string{}}
}

// blankNode returns a new node without a name. No label of a file is like its own.
func (g *graph) blankNode() node {
	g.blanks++
	return node{kind: nodeBlank, value: "(" + strconv.Itoa(g.blanks)}
}

// key returns what a node is in the index.
func key(n node) string {
	if n.kind == nodeBlank {
		return "_:" + n.value
	}
	return n.value
}

// add notes a triple, if it says something about a term, until there is an error.
func (g *graph) add(t triple) {
	p, ok := properties[t.predicate]
	if !ok || t.subject.kind == nodeLiteral || g.err != nil {
		return
	}
	if p == propImports {
		g.sink.Skip(t.line, "imports, which are not read: give the imported files, too", t.object.value)
		return
	}
	r := g.resource(key(t.subject), t.line)
	if p == propType && t.object.value == nsOWL+"DeprecatedClass" {
		p, t.object = propDeprecated, node{kind: nodeLiteral, value: "true"}
		r.role |= roleConcept
	}
	if p == propType {
		r.role |= cmp.Or(types[t.object.value], roleIndividual)
		return
	}
	part := p.isPart()
	if t.subject.kind == nodeBlank && !r.serves(p) || part && r.has(p) {
		return
	}
	if t.object.kind != nodeLiteral {
		t.object.value = g.share(t.object.value)
	}
	f := fact{property: p, object: t.object}
	if most := limit.Of().Names; part {
		r.parts = append(r.parts, f)
	} else if len(r.facts) == most {
		g.err = exceeded(t.line, "%s has more than %d names, ids and relations", r.id, most)
	} else {
		r.facts = append(r.facts, f)
	}
}

// isPart reports whether a property of a node says something about other nodes, so that only its first value counts.
// A node has few of them, kept apart, so that looking one up does not go through all its names.
func (p property) isPart() bool {
	switch p {
	case propShorthand, propOnProperty, propSomeOf, propText, propSource, propPredicate, propTarget, propSynonymType:
		return true
	}
	return false
}

func (r *resource) has(p property) bool {
	_, ok := r.first(p)
	return ok
}

// serves reports whether a property of a node without a name says something about a term. Of axioms, most
// of which say where a definition is from, those about synonyms do.
func (r *resource) serves(p property) bool {
	switch p {
	case propOnProperty, propSomeOf, propText, propSource, propPredicate, propSynonymType:
		return true
	case propTarget:
		about, ok := r.first(propPredicate)
		return !ok || properties[about.value] == propExact
	}
	return false
}

func (g *graph) resource(id string, line int) *resource {
	i, ok := g.index[id]
	if !ok {
		i = len(g.resources)
		id = g.share(id)
		delete(g.own, id)
		g.index[id] = i
		g.resources = append(g.resources, resource{id: id, line: line})
	}
	return &g.resources[i]
}

// share returns s, of which there is one copy, and not the line around it.
func (g *graph) share(s string) string {
	if i, ok := g.index[s]; ok {
		return g.resources[i].id
	}
	own, ok := g.own[s]
	if !ok {
		own = strings.Clone(s)
		g.own[own] = own
	}
	return own
}

// find returns the resource that a node is, or nil.
func (g *graph) find(n node) *resource {
	if n.kind == nodeLiteral {
		return nil
	}
	if i, ok := g.index[key(n)]; ok {
		return &g.resources[i]
	}
	return nil
}

// first returns the object of the first fact of a property.
func (r *resource) first(p property) (object node, ok bool) {
	if r == nil {
		return node{}, false
	}
	from := r.facts
	if p.isPart() {
		from = r.parts
	}
	for _, f := range from {
		if f.property == p {
			return f.object, true
		}
	}
	return node{}, false
}

// finish hands on the terms, unless there is a problem, or was one before.
func (g *graph) finish(problem error) error {
	if g.err != nil || problem != nil {
		return cmp.Or(g.err, problem)
	}
	concepts := false
	types := map[statement]string{}
	for i := range g.resources {
		r := &g.resources[i]
		g.annotate(r, types)
		concepts = concepts || r.role&roleConcept != 0
	}
	for i := range g.resources {
		r := &g.resources[i]
		_, named := r.first(propLabel)
		switch {
		case strings.HasPrefix(r.id, "_:"), r.role == 0 && len(r.facts)+len(r.parts) == 0:
		case r.role&roleConcept == 0 && (r.role&roleOther != 0 || r.role != 0 && concepts):
			if named {
				g.sink.Skip(r.line, "properties, individuals and others that are no classes or concepts", r.id)
			}
		default:
			if err := g.term(r, i, types); err != nil {
				return err
			}
		}
	}
	return nil
}

// statement is a triple that an axiom is about; its subject is a place in graph.resources.
type statement struct {
	subject  int
	property property
	value    string
}

// annotate notes the type that an axiom states for the synonym that it is about.
func (g *graph) annotate(axiom *resource, types map[statement]string) {
	synonymType, ok := axiom.first(propSynonymType)
	source, _ := axiom.first(propSource)
	about, _ := axiom.first(propPredicate)
	target, _ := axiom.first(propTarget)
	if !ok || source.kind == nodeLiteral {
		return
	}
	if i, ok := g.index[key(source)]; ok {
		types[statement{i, properties[about.value], target.value}] = synonymType.value
	}
}

// term hands on what is said about the term at a place in resources.
func (g *graph) term(r *resource, at int, types map[statement]string) error {
	t := &g.input.term
	t.reset(r.line, r.id)
	for _, f := range r.facts {
		switch f.property {
		case propLabel:
			g.name(f, pack.KindPrimary)
		case propExact:
			kind := pack.KindExact
			if isAbbreviation(types[statement{at, propExact, f.object.value}]) {
				kind = pack.KindAlias
			}
			g.name(f, kind)
		case propAlias:
			g.name(f, pack.KindAlias)
		case propRelated:
			g.name(f, pack.KindRelated)
		case propDefinition:
			if text, ok := g.text(f.object); ok && t.Definition == "" && (text.language == "" || g.o.speaks(text.language, "en")) {
				t.Definition = text.value
			}
		default:
			g.reference(t, f)
		}
	}
	return g.emit()
}

// reference takes what is said about a term other than names.
func (g *graph) reference(t *Term, f fact) {
	value := f.object.value
	switch f.property {
	case propDeprecated:
		t.Obsolete = t.Obsolete || isTrue(value)
	case propReplacedBy:
		t.ReplacedBy = value
	case propAltID:
		t.AltIDs = append(t.AltIDs, value)
	case propXRef:
		t.XRefs = append(t.XRefs, meshCURIE(value))
	case propIsA:
		if f.object.kind == nodeIRI {
			t.link("is_a", value)
			return
		}
		class := g.find(f.object)
		relation, _ := class.first(propOnProperty)
		if target, ok := class.first(propSomeOf); ok && target.kind == nodeIRI && relation.value != "" {
			t.link(g.relation(relation), target.value)
		}
	}
}

// relation returns the name of a relation as OBO has it, or its id.
func (g *graph) relation(n node) string {
	if short, ok := g.find(n).first(propShorthand); ok {
		return short.value
	}
	return CURIE(n.value, "")
}

// name adds a name in one of the languages wanted.
func (g *graph) name(f fact, kind pack.Kind) {
	if text, ok := g.text(f.object); ok {
		g.input.name(text.value, kind, text.language, "en")
	}
}

// text returns the literal that a node is or stands for.
func (g *graph) text(n node) (literal node, ok bool) {
	if n.kind == nodeLiteral {
		return n, true
	}
	literal, ok = g.find(n).first(propText)
	return literal, ok && literal.kind == nodeLiteral
}
