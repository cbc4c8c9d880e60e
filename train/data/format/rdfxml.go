package format

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/limit"
)

var rdfxmlFormat = &Format{
	Name: "rdfxml", Title: "RDF/XML (OWL, SKOS)",
	sniff: func(h *head) bool {
		return strings.HasPrefix(strings.TrimSpace(h.text), "<") && rdfRoot().MatchString(h.text)
	},
	read: func(in *input) error {
		r := &rdfxmlReader{xmlReader: newXMLReader(in.r, "no RDF/XML"), graph: newGraph(in), names: map[xml.Name]string{}}
		return r.graph.finish(r.readAll())
	},
}

var rdfRoot = pattern.Of(`<(\w+:)?RDF[\s>]`)

// rdfxmlReader goes through elements, which are nodes and properties of them by turns.
type rdfxmlReader struct {
	*xmlReader
	graph  *graph
	names  map[xml.Name]string
	frames []rdfxmlFrame // of the open elements
	text   []byte        // of the property that is open
	stored int64         // bytes read
	grown  int64         // bytes that entities have added
}

// rdfxmlFrame is an open element.
type rdfxmlFrame struct {
	kind      frameKind
	line      int
	node      node   // the subject: of a property, that of the node it belongs to
	predicate string // of a property
	object    node   // of a property that has one already
	known     bool   // it has
	literal   bool   // a property whose value is XML, of which the text counts
	language  string
	base      string
}

type frameKind uint8

const (
	frameRoot     frameKind = iota // rdf:RDF
	frameNode                      // a subject
	frameProperty                  // of the node around it
	frameList                      // a property whose value is a list of nodes
	frameLiteral                   // within a value that is XML
)

// maxEntity is the longest text that an XML file may declare an abbreviation for: they stand for
// namespaces.
const maxEntity = 256

// entityDeclaration is one of a document type.
var entityDeclaration = pattern.Of(`<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%]*)"|'([^'&%]*)')\s*>`)

func (r *rdfxmlReader) readAll() error {
	for offset := int64(0); ; offset = r.raw.InputOffset() {
		token, err := r.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return r.wrap(err)
		}
		if err := r.grow(token, r.raw.InputOffset()-offset); err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.Directive:
			r.raw.Entity, r.meter.more, err = entities(t, r.line)
		case xml.StartElement:
			r.start(&t)
		case xml.CharData:
			if n := len(r.frames); n > 0 && (r.frames[n-1].kind == frameProperty || r.frames[n-1].kind == frameLiteral) {
				if most := limit.Of().Line; len(r.text)+len(t) > most {
					return tooLong(r.line, most)
				}
				r.text = append(r.text, t...)
			}
		case xml.EndElement:
			r.end()
		}
		if err != nil || r.graph.err != nil {
			return err
		}
	}
}

// grow counts what entities make of a piece of XML of so many bytes. They shorten namespaces: all texts of a file are
// hardly longer than the file.
func (r *rdfxmlReader) grow(token xml.Token, stored int64) error {
	var n int64
	switch t := token.(type) {
	case xml.CharData:
		n = int64(len(t))
	case xml.StartElement:
		for _, a := range t.Attr {
			n += int64(len(a.Value))
		}
	}
	r.stored += stored
	r.grown += max(0, n-stored)
	if small := limit.Of().Small / 4; r.grown > small+r.stored {
		return exceeded(r.line, "entities make more than %s and the length of the file of it; they are for namespaces here", limit.Bytes(int(small)))
	}
	return nil
}

// entities returns the abbreviations of namespaces that a document type declares, and what a reference may take. They
// hold no others, so that nothing grows beyond measure.
func entities(doctype []byte, line int) (known map[string]string, more func([]byte) int64, err error) {
	known = map[string]string{}
	longest := 0
	for _, m := range entityDeclaration().FindAllSubmatch(doctype, -1) {
		value := string(m[2]) + string(m[3])
		if len(value) > maxEntity {
			return nil, nil, &Error{line, "the entity " + string(m[1]) + " is longer than " + strconv.Itoa(maxEntity) + " bytes; entities are for namespaces here"}
		}
		known[string(m[1])] = value
		longest = max(longest, len(value))
	}
	return known, func(p []byte) int64 { return int64(longest * bytes.Count(p, []byte("&"))) }, nil
}

// start opens an element.
func (r *rdfxmlReader) start(e *xml.StartElement) {
	f := rdfxmlFrame{line: r.line}
	var around *rdfxmlFrame
	if n := len(r.frames); n > 0 {
		around = &r.frames[n-1]
		f.language, f.base = around.language, around.base
	}
	for _, a := range e.Attr {
		switch r.expand(a.Name) {
		case nsXML + "lang":
			f.language = a.Value
		case nsXML + "base":
			f.base = a.Value
		}
	}
	name := r.expand(e.Name)
	switch {
	case around == nil && name == nsRDF+"RDF":
		f.kind = frameRoot
	case around != nil && (around.literal || around.kind == frameLiteral):
		f.kind = frameLiteral
	case around == nil || around.kind == frameRoot, around.kind == frameProperty, around.kind == frameList:
		r.startNode(name, e, &f, around)
	default:
		r.startProperty(name, e, &f, around)
	}
	r.frames = append(r.frames, f)
}

// nsXML is the namespace of the prefix xml.
const nsXML = "http://www.w3.org/XML/1998/namespace"

// expand returns the IRI of a name.
func (r *rdfxmlReader) expand(name xml.Name) string {
	full, ok := r.names[name]
	if !ok {
		full = name.Space + name.Local
		r.names[name] = full
	}
	return full
}

// startNode opens an element that is a node: its name is its type.
func (r *rdfxmlReader) startNode(name string, e *xml.StartElement, f, around *rdfxmlFrame) {
	f.kind = frameNode
	f.node = r.identify(e, f)
	if around != nil && around.kind == frameProperty {
		around.object, around.known = f.node, true
	}
	if name != nsRDF+"Description" {
		r.add(f.node, rdfType, iri(name))
	}
	r.attributes(e, f.node, f.language)
}

// identify returns the node of an element by its attributes, or a new one.
func (r *rdfxmlReader) identify(e *xml.StartElement, f *rdfxmlFrame) node {
	for _, a := range e.Attr {
		switch r.expand(a.Name) {
		case nsRDF + "about":
			return iri(resolveIRI(f.base, a.Value))
		case nsRDF + "ID":
			return iri(resolveIRI(f.base, "#"+a.Value))
		case nsRDF + "nodeID":
			return node{kind: nodeBlank, value: a.Value}
		}
	}
	return r.graph.blankNode()
}

// attributes takes the properties of a node that are attributes.
func (r *rdfxmlReader) attributes(e *xml.StartElement, n node, language string) {
	for _, a := range e.Attr {
		name := r.expand(a.Name)
		if a.Name.Space == "" || a.Name.Space == nsXML || a.Name.Space == "xmlns" || strings.HasPrefix(name, nsRDF) && name != rdfType {
			continue
		}
		object := node{kind: nodeLiteral, value: a.Value, language: language}
		if name == rdfType {
			object = iri(a.Value)
		}
		r.add(n, name, object)
	}
}

// startProperty opens an element that is a property of the node around it.
func (r *rdfxmlReader) startProperty(name string, e *xml.StartElement, f, around *rdfxmlFrame) {
	f.kind, f.node, f.predicate = frameProperty, around.node, name
	r.text = r.text[:0]
	for _, a := range e.Attr {
		switch r.expand(a.Name) {
		case nsRDF + "parseType":
			switch a.Value {
			case "Resource":
				n := r.graph.blankNode()
				f.kind = frameNode
				r.add(f.node, name, n)
				f.node = n
			case "Collection":
				f.kind = frameList
			default:
				f.literal = true
			}
			return
		case nsRDF + "resource":
			f.object, f.known = iri(resolveIRI(f.base, a.Value)), true
		case nsRDF + "nodeID":
			f.object, f.known = node{kind: nodeBlank, value: a.Value}, true
		}
	}
}

// end closes an element.
func (r *rdfxmlReader) end() {
	n := len(r.frames) - 1
	f := &r.frames[n]
	r.frames = r.frames[:n]
	if f.kind != frameProperty {
		return
	}
	if !f.known {
		f.object = node{kind: nodeLiteral, value: strings.TrimSpace(string(r.text)), language: f.language}
	}
	r.text = r.text[:0]
	r.graph.add(triple{f.line, f.node, f.predicate, f.object})
}

func (r *rdfxmlReader) add(subject node, predicate string, object node) {
	r.graph.add(triple{r.line, subject, predicate, object})
}
