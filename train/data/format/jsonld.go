package format

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"

	"github.com/normlet/normlet/train/data/limit"
)

var jsonldFormat = &Format{
	Name: "jsonld", Title: "JSON-LD",
	sniff: func(h *head) bool {
		return jsonStart.MatchString(h.text) && jsonldKeyword.MatchString(h.text)
	},
	read: func(in *input) error {
		r := &jsonldReader{jsonReader: newJSONReader(in), graph: newGraph(in)}
		if err := r.document(); err != nil {
			return r.wrap(err)
		}
		return r.graph.finish()
	},
}

var (
	jsonStart     = regexp.MustCompile(`^\s*[{[]`)
	jsonldKeyword = regexp.MustCompile(`"@(context|graph|id)"\s*:`)
)

// jsonldReader reads one node of the topmost list at a time, with those nested in it.
type jsonldReader struct {
	*jsonReader
	graph *graph
}

// document reads a list of nodes, or an object that has them under @graph.
func (r *jsonldReader) document() error {
	context := newContext()
	first, err := r.dec.Token()
	if err != nil {
		return err
	}
	switch first {
	case json.Delim('['):
		for r.dec.More() {
			if err := r.nextNode(context); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		if err := r.topObject(context); err != nil {
			return err
		}
	default:
		return &Error{1, "not JSON-LD: neither an object nor a list"}
	}
	if _, err := r.dec.Token(); err != nil {
		return err
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return &Error{r.meter.pass(r.dec.InputOffset()), "not JSON-LD: something follows after its end"}
	}
	return nil
}

// topObject reads the keys of the topmost object, which is a node if it has more than a context and a
// graph.
func (r *jsonldReader) topObject(context *jsonldContext) error {
	node, graphs := map[string]any{}, false
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		r.line = r.meter.pass(r.dec.InputOffset())
		switch name := key.(string); {
		case name == "@context" && (graphs || len(node) > 0):
			return &Error{r.line, "the @context comes after what it explains; move it to the top"}
		case name == "@context":
			var value any
			if err := r.dec.Decode(&value); err != nil {
				return err
			}
			if err := context.read(value); err != nil {
				return &Error{r.line, err.Error()}
			}
		case context.keyword(name) == "@graph":
			graphs = true
			if err := r.array(func() error { return r.nextNode(context) }); err != nil {
				return err
			}
		default:
			var value any
			if err := r.dec.Decode(&value); err != nil {
				return err
			}
			node[name] = value
		}
	}
	if len(node) == 0 {
		return nil
	}
	_, err := r.node(context, node, 0)
	return err
}

// nextNode reads the node that comes next.
func (r *jsonldReader) nextNode(context *jsonldContext) error {
	r.line = r.meter.pass(r.dec.InputOffset())
	var value any
	if err := r.dec.Decode(&value); err != nil {
		return err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return r.bad("not a node: a value that is no JSON object")
	}
	_, err := r.node(context, object, 0)
	return err
}

// node takes what is said about a node, and returns which it is.
func (r *jsonldReader) node(context *jsonldContext, object map[string]any, depth int) (node, error) {
	if depth > limit.Of().Depth {
		return node{}, tooDeep(r.line, "JSON values")
	}
	if own, ok := object["@context"]; ok {
		context = context.clone()
		if err := context.read(own); err != nil {
			return node{}, &Error{r.line, err.Error()}
		}
	}
	subject := r.identify(context, object)
	for _, key := range slices.Sorted(maps.Keys(object)) {
		predicate, d := context.predicate(key)
		switch value := object[key]; predicate {
		case "", "@id", "@context", "@reverse", "@index":
		case "@graph", "@included":
			if _, err := r.objects(context, d, value, depth); err != nil {
				return subject, err
			}
		case "@type":
			for _, v := range asList(value) {
				if name, ok := v.(string); ok {
					if err := r.graph.add(triple{r.line, subject, rdfType, context.node(name, true)}); err != nil {
						return subject, err
					}
				}
			}
		default:
			nodes, err := r.objects(context, d, value, depth)
			if err != nil {
				return subject, err
			}
			for _, n := range nodes {
				if err := r.graph.add(triple{r.line, subject, predicate, n}); err != nil {
					return subject, err
				}
			}
		}
	}
	return subject, nil
}

// identify returns the node that an object says it is, or a new one.
func (r *jsonldReader) identify(context *jsonldContext, object map[string]any) node {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if id, ok := object[key].(string); ok && context.keyword(key) == "@id" {
			return context.node(id, false)
		}
	}
	return r.graph.blankNode()
}

// objects returns the nodes that the value of a property is, after reading those nested in it.
func (r *jsonldReader) objects(context *jsonldContext, d definition, value any, depth int) (nodes []node, err error) {
	if depth > limit.Of().Depth {
		return nil, tooDeep(r.line, "JSON values")
	}
	literal := func(text string) node { return node{kind: nodeLiteral, value: text, language: d.speech(context)} }
	switch v := value.(type) {
	case nil:
	case []any:
		for _, item := range v {
			more, err := r.objects(context, d, item, depth+1)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, more...)
		}
	case string:
		if d.kind == "@id" || d.kind == "@vocab" {
			return []node{context.node(v, d.kind == "@vocab")}, nil
		}
		return []node{literal(v)}, nil
	case map[string]any:
		return r.object(context, d, v, depth)
	default: // a number, true or false
		return []node{literal(fmt.Sprint(v))}, nil
	}
	return nodes, nil
}

// object returns the nodes of a value that is an object: a text with its language, a list, a map of
// languages or others, or a node.
func (r *jsonldReader) object(context *jsonldContext, d definition, v map[string]any, depth int) (nodes []node, err error) {
	for _, key := range slices.Sorted(maps.Keys(v)) {
		switch context.keyword(key) {
		case "@value":
			language, _ := v["@language"].(string)
			return []node{{kind: nodeLiteral, value: fmt.Sprint(v[key]), language: language}}, nil
		case "@set", "@list":
			return r.objects(context, d, v[key], depth+1)
		}
	}
	if d.container == "" {
		n, err := r.node(context, v, depth+1)
		return []node{n}, err
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		inner := d
		inner.container = ""
		if d.container == "@language" {
			inner.language, inner.speaks = key, true
		}
		more, err := r.objects(context, inner, v[key], depth+1)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, more...)
	}
	return nodes, nil
}

// asList returns the elements of a list, or the value as the only one.
func asList(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}
