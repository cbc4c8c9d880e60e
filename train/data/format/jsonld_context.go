package format

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// maxChain is how many names of a context may stand for each other in a row.
const maxChain = 8

// jsonldContext says what the keys and ids of JSON-LD stand for.
type jsonldContext struct {
	terms                 map[string]definition
	vocab, base, language string
}

// definition says what a key stands for.
type definition struct {
	id        string // an IRI or a keyword
	kind      string // @id or @vocab if its values are ids
	language  string // of its values, if it speaks one
	speaks    bool
	container string // @language, @index or @id if its value is a map of such
}

func newContext() *jsonldContext { return &jsonldContext{terms: map[string]definition{}} }

func (c *jsonldContext) clone() *jsonldContext {
	copied := *c
	copied.terms = maps.Clone(c.terms)
	return &copied
}

// speech returns the language of texts of a key.
func (d definition) speech(c *jsonldContext) string {
	if d.speaks {
		return d.language
	}
	return c.language
}

// read adds what a value of @context says.
func (c *jsonldContext) read(value any) error {
	switch v := value.(type) {
	case nil:
		*c = *newContext()
	case string:
		return fmt.Errorf("the @context is at %s, and nothing is fetched; write it into the file, or make N-Triples of it: riot --output=ntriples FILE", v)
	case []any:
		for _, part := range v {
			if err := c.read(part); err != nil {
				return err
			}
		}
	case map[string]any:
		return c.define(v)
	default:
		return errors.New("an @context that is neither an object nor a list")
	}
	return nil
}

// define adds the keys of an object. They may stand for each other, in any order.
func (c *jsonldContext) define(object map[string]any) error {
	if base, ok := object["@base"].(string); ok {
		c.base = resolveIRI(c.base, base)
	}
	if language, ok := object["@language"].(string); ok {
		c.language = language
	}
	if vocab, ok := object["@vocab"].(string); ok {
		c.vocab = c.iri(vocab, object, 0)
	}
	defined := make(map[string]definition, len(object))
	for key, value := range object {
		if strings.HasPrefix(key, "@") {
			continue
		}
		switch v := value.(type) {
		case string:
			defined[key] = definition{id: c.iri(v, object, 0)}
		case map[string]any:
			d := definition{id: c.iri(key, object, 0)}
			if id, ok := v["@id"].(string); ok {
				d.id = c.iri(id, object, 0)
			} else if !strings.Contains(key, ":") {
				d.id = c.vocab + key
			}
			d.kind, _ = v["@type"].(string)
			d.container = container(v["@container"])
			var language any
			if language, d.speaks = v["@language"]; d.speaks {
				d.language, _ = language.(string)
			}
			defined[key] = d
		case nil:
			defined[key] = definition{}
		default:
			return fmt.Errorf("%q of the @context is neither a text nor an object", key)
		}
	}
	maps.Copy(c.terms, defined)
	return nil
}

// container returns what the values of a key are a map of, "" if they are none.
func container(value any) string {
	for _, v := range asList(value) {
		if s, ok := v.(string); ok && (s == "@language" || s == "@index" || s == "@id") {
			return s
		}
	}
	return ""
}

// iri returns what a name stands for in a context that is being read. Names that stand for each other in
// a circle stand for themselves.
func (c *jsonldContext) iri(name string, object map[string]any, depth int) string {
	prefix, local, ok := strings.Cut(name, ":")
	if strings.HasPrefix(name, "@") || strings.HasPrefix(local, "//") || depth > maxChain {
		return name
	}
	if !ok {
		prefix = name
	}
	id, known := object[prefix].(string)
	if v, isObject := object[prefix].(map[string]any); isObject {
		id, known = v["@id"].(string)
	}
	if known && id != name {
		return c.iri(id, object, depth+1) + local
	}
	if d, known := c.terms[prefix]; known {
		return d.id + local
	}
	if !ok {
		return c.vocab + name
	}
	return name
}

// keyword returns the keyword that a key stands for, or the key.
func (c *jsonldContext) keyword(key string) string {
	if d, ok := c.terms[key]; ok && strings.HasPrefix(d.id, "@") {
		return d.id
	}
	return key
}

// predicate returns the IRI or keyword of a key, "" if it stands for nothing, and its definition.
func (c *jsonldContext) predicate(key string) (string, definition) {
	if d, ok := c.terms[key]; ok {
		return d.id, d
	}
	if strings.HasPrefix(key, "@") {
		return key, definition{}
	}
	return c.expand(key, true), definition{}
}

// node returns the node of an id, or of a type if it is of the vocabulary.
func (c *jsonldContext) node(id string, vocabulary bool) node {
	if label, ok := strings.CutPrefix(id, "_:"); ok {
		return node{kind: nodeBlank, value: label}
	}
	return iri(c.expand(id, vocabulary))
}

// expand returns the IRI of a name.
func (c *jsonldContext) expand(name string, vocabulary bool) string {
	if d, ok := c.terms[name]; ok && vocabulary {
		return d.id
	}
	if prefix, local, ok := strings.Cut(name, ":"); ok {
		if d, known := c.terms[prefix]; known && !strings.HasPrefix(local, "//") {
			return d.id + local
		}
		return name
	}
	if !vocabulary {
		return resolveIRI(c.base, name)
	}
	if c.vocab == "" {
		return ""
	}
	return c.vocab + name
}
