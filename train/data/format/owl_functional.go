package format

import (
	"strings"

	"github.com/normlet/normlet/train/data/limit"
)

var owlFunctionalFormat = &Format{
	Name: "owl-functional", Title: "OWL functional syntax",
	sniff: func(h *head) bool {
		line := h.statement()
		return strings.HasPrefix(line, "Prefix(") || strings.HasPrefix(line, "Ontology(")
	},
	read: func(in *input) error {
		g := newGraph(in)
		r := &owlReader{scanner: newScanner(in.r), graph: g, prefixes: map[string]string{"rdf": nsRDF, "rdfs": nsRDFS, "owl": nsOWL}}
		r.document()
		return g.finish(r.problem)
	},
}

// owlReader reads axioms one by one, and makes triples of the ones about terms.
type owlReader struct {
	*scanner
	graph    *graph
	prefixes map[string]string
	depth    int
	size     int // expressions of the axiom
}

// expression is Head(arguments), or a node where the head is empty.
type expression struct {
	head string
	args []expression
	node node
}

const owlStops = `()"<>=^@`

func (r *owlReader) document() {
	for r.problem == nil && r.graph.err == nil {
		if r.blank(); r.ended() {
			return
		}
		word := r.run(owlStops)
		if r.blank() != '(' {
			r.bad("no OWL functional syntax: Prefix(...) or Ontology(...) is expected")
		}
		switch r.next(); word {
		case "Prefix":
			r.prefix()
		case "Ontology":
			r.ontology()
		default:
			r.bad("%.40s(...) outside of Ontology(...)", word)
		}
	}
}

// prefix reads name:=<IRI>).
func (r *owlReader) prefix() {
	r.blank()
	name := r.run(owlStops)
	if r.blank() != '=' {
		r.bad("a Prefix without =")
	}
	r.next()
	if r.blank() != '<' {
		r.bad("a Prefix without an IRI in angle brackets")
	}
	r.prefixes[strings.TrimSuffix(name, ":")] = r.iri()
	r.expect(')')
}

// ontology reads the axioms up to the bracket that closes them.
func (r *owlReader) ontology() {
	for r.blank() != ')' && r.problem == nil && r.graph.err == nil {
		line := r.line
		r.size = 0
		if e := r.expression(); r.problem == nil {
			r.axiom(line, &e)
		}
	}
	r.next()
}

func (r *owlReader) expression() (e expression) {
	if r.size++; r.size > limit.Of().Cells && r.problem == nil { // lists of classes that exclude each other are the longest
		r.problem = exceeded(r.line, "an axiom of more than %d expressions", limit.Of().Cells)
	}
	switch b := r.blank(); b {
	case '<':
		e.node.value = r.iri()
		return e
	case '"':
		e.node = r.literal('"', func() { r.expression() })
		return e
	}
	word := r.run(owlStops)
	if r.blank() == '(' {
		r.next()
		e.head, e.args = word, r.arguments()
	} else {
		e.node = r.named(word)
	}
	return e
}

// arguments reads the expressions up to the closing bracket.
func (r *owlReader) arguments() (args []expression) {
	if r.depth++; r.depth > limit.Of().Depth && r.problem == nil {
		r.problem = tooDeep(r.line, "brackets")
	}
	for r.blank() != ')' && r.problem == nil {
		if r.peek() == '=' {
			r.bad("= outside of a Prefix")
		}
		args = append(args, r.expression())
	}
	r.depth--
	r.next()
	return args
}

// named returns what a word stands for: a name with a prefix, or a number.
func (r *owlReader) named(word string) node {
	n, ok := r.prefixed(word, r.prefixes)
	switch {
	case ok:
	case isNumber(word):
		n = node{kind: nodeLiteral, value: word}
	default:
		r.bad("%.40q is no IRI, name with a prefix, number or text", word+string(r.peek()))
	}
	return n
}

// axiom makes triples of what it says.
func (r *owlReader) axiom(line int, e *expression) {
	args := e.args
	for len(args) > 0 && args[0].head == "Annotation" {
		args = args[1:]
	}
	add := func(subject node, predicate string, object node) {
		r.graph.add(triple{line, subject, predicate, object})
	}
	switch {
	case e.head == "Import" && len(args) == 1:
		add(node{}, nsOWL+"imports", args[0].node)
	case e.head == "Declaration" && len(args) == 1 && len(args[0].args) == 1:
		add(args[0].args[0].node, rdfType, iri(nsOWL+args[0].head))
	case e.head == "ClassAssertion" && len(args) == 2:
		add(args[1].node, rdfType, args[0].node)
	case e.head == "SubClassOf" && len(args) == 2 && args[0].head == "":
		r.subclass(add, args[0].node, &args[1])
	case e.head == "AnnotationAssertion" && len(args) == 3:
		predicate, subject, object := args[0].node, args[1].node, args[2].node
		add(subject, predicate.value, object)
		r.annotations(add, e.args[:len(e.args)-3], [3]node{subject, predicate, object})
	}
}

// subclass says that a class is under another, or in a relation to one.
func (r *owlReader) subclass(add func(node, string, node), class node, super *expression) {
	switch {
	case super.head == "":
		add(class, nsRDFS+"subClassOf", super.node)
	case super.head == "ObjectSomeValuesFrom" && len(super.args) == 2 && super.args[1].head == "":
		some := r.graph.blankNode()
		add(some, nsOWL+"onProperty", super.args[0].node)
		add(some, nsOWL+"someValuesFrom", super.args[1].node)
		add(class, nsRDFS+"subClassOf", some)
	}
}

// annotations says what is stated about a triple, as far as it matters: types of synonyms.
func (r *owlReader) annotations(add func(node, string, node), list []expression, about [3]node) {
	for _, a := range list {
		if len(a.args) < 2 || a.args[len(a.args)-2].node.value != nsOboInOWL+"hasSynonymType" {
			continue
		}
		axiom := r.graph.blankNode()
		for i, predicate := range []string{"annotatedSource", "annotatedProperty", "annotatedTarget"} {
			add(axiom, nsOWL+predicate, about[i])
		}
		add(axiom, nsOboInOWL+"hasSynonymType", a.args[len(a.args)-1].node)
	}
}
