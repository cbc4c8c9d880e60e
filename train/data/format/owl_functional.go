package format

import (
	"io"
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
		if err := r.document(); err != nil {
			return err
		}
		return g.finish()
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

func (r *owlReader) document() error {
	for {
		b := r.blank()
		if b == 0 && r.err == io.EOF {
			return nil
		}
		word, err := r.run(owlStops)
		if err != nil {
			return err
		}
		if r.blank() != '(' {
			return r.bad("no OWL functional syntax: Prefix(...) or Ontology(...) is expected")
		}
		switch r.next(); word {
		case "Prefix":
			err = r.prefix()
		case "Ontology":
			err = r.ontology()
		default:
			err = r.bad("%.40s(...) outside of Ontology(...)", word)
		}
		if err != nil {
			return err
		}
	}
}

// prefix reads name:=<IRI>).
func (r *owlReader) prefix() error {
	r.blank()
	name, err := r.run(owlStops)
	if err != nil {
		return err
	}
	if r.blank() != '=' {
		return r.bad("a Prefix without =")
	}
	r.next()
	if r.blank() != '<' {
		return r.bad("a Prefix without an IRI in angle brackets")
	}
	value, err := r.iri()
	if err != nil {
		return err
	}
	r.prefixes[strings.TrimSuffix(name, ":")] = value
	return r.expect(')')
}

// ontology reads the axioms up to the bracket that closes them.
func (r *owlReader) ontology() error {
	for r.blank() != ')' {
		line := r.line
		r.size = 0
		e, err := r.expression()
		if err != nil {
			return err
		}
		if err := r.axiom(line, &e); err != nil {
			return err
		}
	}
	r.next()
	return nil
}

func (r *owlReader) expression() (e expression, err error) {
	if r.size++; r.size > limit.Of().Cells { // lists of classes that exclude each other are the longest
		return e, exceeded(r.line, "an axiom of more than %d expressions", limit.Of().Cells)
	}
	switch b := r.blank(); b {
	case '<':
		e.node.value, err = r.iri()
		return e, err
	case '"':
		e.node, err = r.literal('"', func() error { _, err := r.expression(); return err })
		return e, err
	}
	word, err := r.run(owlStops)
	if err != nil {
		return e, err
	}
	if r.blank() == '(' {
		r.next()
		e.head = word
		e.args, err = r.arguments()
		return e, err
	}
	e.node, err = r.named(word)
	return e, err
}

// arguments reads the expressions up to the closing bracket.
func (r *owlReader) arguments() (args []expression, err error) {
	if r.depth++; r.depth > limit.Of().Depth {
		return nil, tooDeep(r.line, "brackets")
	}
	for r.blank() != ')' {
		if r.peek() == '=' {
			return nil, r.bad("= outside of a Prefix")
		}
		e, err := r.expression()
		if err != nil {
			return nil, err
		}
		args = append(args, e)
	}
	r.depth--
	r.next()
	return args, nil
}

// named returns what a word stands for: a name with a prefix, or a number.
func (r *owlReader) named(word string) (node, error) {
	if n, ok, err := r.prefixed(word, r.prefixes); ok {
		return n, err
	}
	if isNumber(word) {
		return node{kind: nodeLiteral, value: word}, nil
	}
	return node{}, r.bad("%.40q is no IRI, name with a prefix, number or text", word+string(r.peek()))
}

// axiom makes triples of what it says.
func (r *owlReader) axiom(line int, e *expression) error {
	args := e.args
	for len(args) > 0 && args[0].head == "Annotation" {
		args = args[1:]
	}
	add := func(subject node, predicate string, object node) error {
		return r.graph.add(triple{line, subject, predicate, object})
	}
	switch {
	case e.head == "Import" && len(args) == 1:
		return add(node{}, nsOWL+"imports", args[0].node)
	case e.head == "Declaration" && len(args) == 1 && len(args[0].args) == 1:
		return add(args[0].args[0].node, rdfType, iri(nsOWL+args[0].head))
	case e.head == "ClassAssertion" && len(args) == 2:
		return add(args[1].node, rdfType, args[0].node)
	case e.head == "SubClassOf" && len(args) == 2 && args[0].head == "":
		return r.subclass(add, args[0].node, &args[1])
	case e.head == "AnnotationAssertion" && len(args) == 3:
		predicate, subject, object := args[0].node, args[1].node, args[2].node
		if err := add(subject, predicate.value, object); err != nil {
			return err
		}
		return r.annotations(add, e.args[:len(e.args)-3], [3]node{subject, predicate, object})
	}
	return nil
}

// subclass says that a class is under another, or in a relation to one.
func (r *owlReader) subclass(add func(node, string, node) error, class node, super *expression) error {
	switch {
	case super.head == "":
		return add(class, nsRDFS+"subClassOf", super.node)
	case super.head == "ObjectSomeValuesFrom" && len(super.args) == 2 && super.args[1].head == "":
		some := r.graph.blankNode()
		if err := add(some, nsOWL+"onProperty", super.args[0].node); err != nil {
			return err
		}
		if err := add(some, nsOWL+"someValuesFrom", super.args[1].node); err != nil {
			return err
		}
		return add(class, nsRDFS+"subClassOf", some)
	}
	return nil
}

// annotations says what is stated about a triple, as far as it matters: types of synonyms.
func (r *owlReader) annotations(add func(node, string, node) error, list []expression, about [3]node) error {
	for _, a := range list {
		if len(a.args) < 2 || a.args[len(a.args)-2].node.value != nsOboInOWL+"hasSynonymType" {
			continue
		}
		axiom := r.graph.blankNode()
		for i, predicate := range []string{"annotatedSource", "annotatedProperty", "annotatedTarget"} {
			if err := add(axiom, nsOWL+predicate, about[i]); err != nil {
				return err
			}
		}
		if err := add(axiom, nsOboInOWL+"hasSynonymType", a.args[len(a.args)-1].node); err != nil {
			return err
		}
	}
	return nil
}
