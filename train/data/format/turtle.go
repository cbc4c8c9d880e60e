package format

import (
	"io"
	"net/url"
	"regexp"
	"strings"

	"github.com/normlet/normlet/train/data/limit"
)

var turtleFormat = &Format{
	Name: "turtle", Title: "Turtle (RDF)",
	sniff: func(h *head) bool { return turtleStart.MatchString(h.statement()) },
	read: func(in *input) error {
		g := newGraph(in)
		r := &turtleReader{scanner: newScanner(in.r), graph: g, prefixes: map[string]string{}}
		if err := r.document(); err != nil {
			return err
		}
		return g.finish()
	},
}

// turtleStart is a directive, or an IRI that is no element of XML.
var turtleStart = regexp.MustCompile(`^(?i:@?prefix\s+\S*:\s*<|@?base\s+<|<(https?|ftp|file|urn|info):[^<>"\s]*>(\s|$))`)

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

func (r *turtleReader) document() error {
	for {
		switch b := r.blank(); {
		case b == 0 && r.err == io.EOF:
			return nil
		case b == 0 || b == '{':
			return r.bad(noTurtle)
		case b == '@':
			r.next()
			word, err := r.run(turtleStops)
			if err == nil {
				err = r.directive(strings.ToLower(word), true)
			}
			if err != nil {
				return err
			}
		default:
			if err := r.statement(b); err != nil {
				return err
			}
		}
	}
}

// directive reads a prefix or the base, after its word.
func (r *turtleReader) directive(word string, stop bool) (err error) {
	name := ""
	switch word {
	case "prefix":
		r.blank()
		if name, err = r.run(turtleStops); err != nil {
			return err
		}
	case "base":
	default:
		return r.bad("the directive @%.20s is not known; Turtle has @prefix and @base", word)
	}
	if r.blank() != '<' {
		return r.bad("the %s has no IRI in angle brackets", word)
	}
	value, err := r.iri()
	if err != nil {
		return err
	}
	if value = resolveIRI(r.base, value); word == "base" {
		r.base = value
	} else {
		r.prefixes[strings.TrimSuffix(name, ":")] = value
	}
	if stop {
		return r.expect('.')
	}
	return nil
}

// statement reads a subject with all that is said about it up to the full stop, or a directive without @.
func (r *turtleReader) statement(b byte) (err error) {
	var subject node
	if strings.IndexByte("PpBb", b) < 0 {
		subject, err = r.object()
	} else {
		var word string
		if word, err = r.run(turtleStops); err != nil {
			return err
		}
		if lower := strings.ToLower(word); lower == "prefix" || lower == "base" {
			return r.directive(lower, false)
		}
		subject, err = r.named(word)
	}
	if err == nil {
		err = r.predicates(subject)
	}
	if err != nil {
		return err
	}
	return r.expect('.')
}

// predicates reads what is said about a subject, between semicolons.
func (r *turtleReader) predicates(subject node) error {
	for {
		switch b := r.blank(); b {
		case ';':
			r.next()
			continue
		case '.', ']':
			return nil
		}
		predicate, err := r.verb()
		if err != nil {
			return err
		}
		if err := r.objects(subject, predicate); err != nil {
			return err
		}
		if b := r.blank(); b != ';' {
			return nil
		}
	}
}

func (r *turtleReader) verb() (string, error) {
	n, err := r.object()
	if err == nil && n.kind != nodeIRI {
		err = r.bad("a predicate that is no IRI")
	}
	return n.value, err
}

// objects reads the objects of a predicate, between commas.
func (r *turtleReader) objects(subject node, predicate string) error {
	for {
		r.blank()
		line := r.line
		object, err := r.object()
		if err != nil {
			return err
		}
		if err := r.graph.add(triple{line, subject, predicate, object}); err != nil {
			return err
		}
		if r.blank() != ',' {
			return nil
		}
		r.next()
	}
}

// object reads a node of any kind.
func (r *turtleReader) object() (node, error) {
	switch b := r.blank(); b {
	case '<':
		value, err := r.iri()
		return iri(resolveIRI(r.base, value)), err
	case '"', '\'':
		return r.literal(b, func() error { _, err := r.object(); return err })
	case '[':
		return r.nested(r.properties)
	case '(':
		return r.nested(r.collection)
	}
	word, err := r.run(turtleStops)
	if err != nil {
		return node{}, err
	}
	return r.named(word)
}

// nested reads what stands in brackets, which may hold more of them.
func (r *turtleReader) nested(read func() (node, error)) (node, error) {
	if r.depth++; r.depth > limit.Of().Depth {
		return node{}, tooDeep(r.line, "brackets")
	}
	r.next()
	n, err := read()
	r.depth--
	return n, err
}

// properties reads a node without a name, after its opening bracket.
func (r *turtleReader) properties() (node, error) {
	n := r.graph.blankNode()
	if err := r.predicates(n); err != nil {
		return n, err
	}
	return n, r.expect(']')
}

// collection reads a list, whose elements are of no interest.
func (r *turtleReader) collection() (node, error) {
	n := r.graph.blankNode()
	for {
		switch b := r.blank(); b {
		case ')':
			r.next()
			return n, nil
		case 0:
			return n, r.bad("a list that is not closed")
		}
		if _, err := r.object(); err != nil {
			return n, err
		}
	}
}

// named returns what a word without brackets or quotation marks stands for.
func (r *turtleReader) named(word string) (node, error) {
	if n, ok, err := r.prefixed(word, r.prefixes); ok {
		return n, err
	}
	switch {
	case word == "a":
		return iri(rdfType), nil
	case word == "true" || word == "false" || word != "" && strings.IndexByte("+-.0123456789", word[0]) >= 0:
		return node{kind: nodeLiteral, value: word}, nil
	}
	if r.peek() == '{' {
		return node{}, r.bad(noTurtle)
	}
	return node{}, r.bad("%.40q is no IRI, name with a prefix, number or text", word+string(r.peek()))
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
