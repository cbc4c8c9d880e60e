package format

import (
	"slices"
	"strings"
)

// triple is a statement of RDF. Its strings last as long as they are needed.
type triple struct {
	line      int
	subject   node
	predicate string // an IRI
	object    node
}

// node is a thing or a text.
type node struct {
	kind     nodeKind
	value    string // of a blank node the label that the file gives it, or the reader
	language string // of a literal, "" if it states none
}

type nodeKind uint8

const (
	nodeIRI nodeKind = iota
	nodeBlank
	nodeLiteral
)

// iri returns the node of an IRI.
func iri(value string) node { return node{kind: nodeIRI, value: value} }

// Namespaces of the vocabularies that are read.
const (
	nsRDF      = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS     = "http://www.w3.org/2000/01/rdf-schema#"
	nsOWL      = "http://www.w3.org/2002/07/owl#"
	nsSKOS     = "http://www.w3.org/2004/02/skos/core#"
	nsOboInOWL = "http://www.geneontology.org/formats/oboInOwl#"
	rdfType    = nsRDF + "type"
)

// property says what a triple tells about its subject.
type property uint8

const (
	propType property = iota + 1
	propLabel
	propExact
	propAlias
	propRelated
	propDefinition
	propDeprecated
	propReplacedBy
	propAltID
	propXRef
	propIsA
	propImports
	propShorthand  // how OBO writes a relation
	propOnProperty // of an anonymous class: what has the relation
	propSomeOf     // and to what
	propText       // of a node that stands for a text
	propSource     // of an annotated triple: its subject
	propPredicate
	propTarget
	propSynonymType // of the triple annotated
)

// propertyNames are the properties in vocabulary.tsv, in order.
var propertyNames = strings.Fields("type label exact alias related definition deprecated replacedBy altID xRef isA imports shorthand onProperty someOf text source predicate target synonymType")

// properties are those that say something about a term.
var properties = vocabulary("property", func(name string) (property, bool) {
	i := slices.Index(propertyNames, name)
	return property(i + 1), i >= 0
})

// role says what a node is by its types.
type role uint8

const (
	roleConcept    role = 1 << iota // a class or concept: a term
	roleIndividual                  // of some class of the file's own
	roleOther                       // properties and parts of the syntax: never a term
)

// types has what types make of a node. Nodes of unknown types are individuals.
var types = vocabulary("type", func(name string) (role, bool) {
	r, ok := map[string]role{"concept": roleConcept, "other": roleOther}[name]
	return r, ok
})
