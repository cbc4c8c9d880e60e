package format

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
	nsSKOSXL   = "http://www.w3.org/2008/05/skos-xl#"
	nsOBO      = "http://purl.obolibrary.org/obo/"
	nsOboInOWL = "http://www.geneontology.org/formats/oboInOwl#"
	nsNCIt     = "http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl#"
	nsTerms    = "http://purl.org/dc/terms/"
	nsSchema   = "schema.org/" // with http and https
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

// properties are those that say something about a term.
var properties = map[string]property{
	rdfType: propType,

	nsRDFS + "label":       propLabel,
	nsSKOS + "prefLabel":   propLabel,
	nsSKOSXL + "prefLabel": propLabel,

	nsOboInOWL + "hasExactSynonym":   propExact,
	nsOboInOWL + "hasRelatedSynonym": propRelated,
	nsOboInOWL + "hasBroadSynonym":   propRelated,
	nsOboInOWL + "hasNarrowSynonym":  propRelated,
	nsOboInOWL + "hasSynonym":        propRelated,
	nsOBO + "IAO_0000118":            propExact, // alternative term
	nsOBO + "IAO_0000111":            propExact, // editor preferred term
	nsNCIt + "P90":                   propExact, // full synonym
	nsSKOS + "altLabel":              propAlias,
	nsSKOS + "hiddenLabel":           propAlias,
	nsSKOSXL + "altLabel":            propAlias,
	nsSKOSXL + "hiddenLabel":         propAlias,

	"http://www.ebi.ac.uk/efo/alternative_term": propExact,
	"http://" + nsSchema + "name":               propLabel,
	"https://" + nsSchema + "name":              propLabel,
	"http://" + nsSchema + "alternateName":      propAlias,
	"https://" + nsSchema + "alternateName":     propAlias,

	nsOBO + "IAO_0000115":                 propDefinition,
	nsSKOS + "definition":                 propDefinition,
	nsNCIt + "P97":                        propDefinition,
	"http://www.ebi.ac.uk/efo/definition": propDefinition,

	nsOWL + "deprecated":            propDeprecated,
	nsOBO + "IAO_0100001":           propReplacedBy,
	nsTerms + "isReplacedBy":        propReplacedBy,
	nsOboInOWL + "hasAlternativeId": propAltID,
	nsOboInOWL + "hasDbXref":        propXRef,
	nsSKOS + "exactMatch":           propXRef,
	nsSKOS + "closeMatch":           propXRef,
	nsRDFS + "subClassOf":           propIsA,
	nsSKOS + "broader":              propIsA,
	nsOWL + "imports":               propImports,
	nsOboInOWL + "shorthand":        propShorthand,
	nsOWL + "onProperty":            propOnProperty,
	nsOWL + "someValuesFrom":        propSomeOf,
	nsSKOSXL + "literalForm":        propText,
	nsRDF + "value":                 propText,
	nsOWL + "annotatedSource":       propSource,
	nsOWL + "annotatedProperty":     propPredicate,
	nsOWL + "annotatedTarget":       propTarget,
	nsOboInOWL + "hasSynonymType":   propSynonymType,
}

// role says what a node is by its types.
type role uint8

const (
	roleConcept    role = 1 << iota // a class or concept: a term
	roleIndividual                  // of some class of the file's own
	roleOther                       // properties and parts of the syntax: never a term
)

// typeRole returns what a type makes of a node. Nodes of unknown types are individuals.
func typeRole(t string) role {
	switch t {
	case nsOWL + "Class", nsRDFS + "Class", nsSKOS + "Concept":
		return roleConcept
	case nsRDF + "Property", nsRDFS + "Datatype", nsOWL + "Ontology", nsOWL + "Axiom", nsOWL + "Annotation", nsOWL + "Restriction",
		nsOWL + "ObjectProperty", nsOWL + "DatatypeProperty", nsOWL + "AnnotationProperty", nsOWL + "OntologyProperty",
		nsOWL + "TransitiveProperty", nsOWL + "SymmetricProperty", nsOWL + "FunctionalProperty", nsOWL + "InverseFunctionalProperty",
		nsOWL + "ReflexiveProperty", nsOWL + "IrreflexiveProperty", nsOWL + "AsymmetricProperty",
		nsSKOS + "ConceptScheme", nsSKOS + "Collection", nsSKOS + "OrderedCollection", nsSKOSXL + "Label":
		return roleOther
	}
	return roleIndividual
}
