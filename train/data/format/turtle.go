package format

import (
	"net/url"
	"strings"

	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/limit"
)

var turtleFormat = &Format{
	Name: "turtle", Title: "Turtle (RDF)",
	sniff: func(h *head) bool { return turtleStart().MatchString(h.statement()) },
	read: func(in *input) error {
		g := newGraph(in)
		r := &turtleReader{scanner: newScanner(in.r), graph: g, prefixes: map[string]string{}}
		r.document()
		return g.finish(r.problem)
	},
}

// turtleStart is a directive, or an IRI that is no element of XML.
var turtleStart = pattern.Of(`^(?i:@?prefix\s+\S*:\s*<|@?base\s+<|<(https?|ftp|file|urn|info):[^<>"\s]*>(\s|$))`)

// turtleReader reads statements one by one.
type turtleReader struct {
	*scanner
	graph    *graph
	prefixes map[string]string
	base     string
	depth    int
}

const (
	// turtleStops end a name of Turtle.
	turtleStops = `,;()[]{}"'<>#^@`
	noTurtle    = "no Turtle; if it has named graphs (TriG), turn it into N-Quads: riot --output=nquads FILE"
)

func (r *turtleReader) document() {
	for r.problem == nil && r.graph.err == nil {
		switch b := r.blank(); {
		case r.ended():
			return
		case b == 0 || b == '{':
			r.bad(noTurtle)
		case b == '@':
			r.next()
			r.directive(strings.ToLower(r.run(turtleStops)), true)
		default:
			r.statement(b)
		}
	}
}

// directive reads a prefix or the base, after its word.
func (r *turtleReader) directive(word string, stop bool) {
	name := ""
	switch word {
	case "prefix":
		r.blank()
		name = r.run(turtleStops)
	case "base":
	default:
		r.bad("the directive @%.20s is not known; Turtle has @prefix and @base", word)
	}
	if r.blank() != '<' {
		r.bad("the %s has no IRI in angle brackets", word)
	}
	if value := resolveIRI(r.base, r.iri()); word == "base" {
		r.base = value
	} else {
		r.prefixes[strings.TrimSuffix(name, ":")] = value
	}
	if stop {
		r.expect('.')
	}
}

// statement reads a subject with all that is said about it up to the full stop, or a directive without @.
func (r *turtleReader) statement(b byte) {
	var subject node
	if strings.IndexByte("PpBb", b) < 0 {
		subject = r.object()
	} else {
		word := r.run(turtleStops)
		if lower := strings.ToLower(word); lower == "prefix" || lower == "base" {
			r.directive(lower, false)
			return
		}
		subject = r.named(word)
	}
	r.predicates(subject)
	r.expect('.')
}

// predicates reads what is said about a subject, between semicolons.
func (r *turtleReader) predicates(subject node) {
	for {
		switch b := r.blank(); b {
		case ';':
			r.next()
			continue
		case '.', ']':
			return
		}
		r.objects(subject, r.verb())
		if b := r.blank(); b != ';' {
			return
		}
	}
}

func (r *turtleReader) verb() string {
	n := r.object()
	if n.kind != nodeIRI {
		r.bad("a predicate that is no IRI")
	}
	return n.value
}

// objects reads the objects of a predicate, between commas.
func (r *turtleReader) objects(subject node, predicate string) {
	for {
		r.blank()
		line := r.line
		object := r.object()
		if r.problem == nil {
			r.graph.add(triple{line, subject, predicate, object})
		}
		if r.blank() != ',' {
			return
		}
		r.next()
	}
}

// object reads a node of any kind.
func (r *turtleReader) object() node {
	switch b := r.blank(); b {
	case '<':
		return iri(resolveIRI(r.base, r.iri()))
	case '"', '\'':
		return r.literal(b, func() { r.object() })
	case '[':
		return r.nested(r.properties)
	case '(':
		return r.nested(r.collection)
	}
	return r.named(r.run(turtleStops))
}

// nested reads what stands in brackets, which may hold more of them.
func (r *turtleReader) nested(read func(n node)) node {
	if r.depth++; r.depth > limit.Of().Depth && r.problem == nil {
		r.problem = tooDeep(r.line, "brackets")
	}
	n := r.graph.blankNode()
	r.next()
	read(n)
	r.depth--
	return n
}

// properties reads what is said about a node without a name, after its opening bracket.
func (r *turtleReader) properties(n node) {
	r.predicates(n)
	r.expect(']')
}

// collection reads a list, whose elements are of no interest.
func (r *turtleReader) collection(node) {
	for {
		switch b := r.blank(); b {
		case ')':
			r.next()
			return
		case 0:
			r.bad("a list that is not closed")
			return
		}
		r.object()
	}
}

// named returns what a word without brackets or quotation marks stands for.
func (r *turtleReader) named(word string) node {
	if n, ok := r.prefixed(word, r.prefixes); ok {
		return n
	}
	switch {
	case word == "a":
		return iri(rdfType)
	case word == "true" || word == "false" || word != "" && strings.IndexByte("+-.0123456789", word[0]) >= 0:
		return node{kind: nodeLiteral, value: word}
	case r.peek() == '{':
		r.bad(noTurtle)
	default:
		r.bad("%.40q is no IRI, name with a prefix, number or text", word+string(r.peek()))
	}
	return node{}
}

// resolveIRI returns an IRI that may be relative to a base.
func resolveIRI(base, ref string) string {
	if i := strings.IndexAny(ref, ":/?#"); base == "" || i > 0 && ref[i] == ':' { // net/url changes the case of schemes
		return ref
	}
	if strings.HasPrefix(ref, "#") {
		start, _, _ := strings.Cut(base, "#")
		return start + ref
	}
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	u, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return u.String()
}
