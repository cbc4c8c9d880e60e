package server

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// pageSize is how many suggestions a request gets; the parameter cursor skips some.
const pageSize = 20

type suggestions struct {
	Result []suggestion `json:"result"`
}

type suggestion struct {
	thing
	Notable []thing `json:"notable,omitempty"` // types, of entities
}

// suggestEntity answers GET /suggest/entity?prefix=TEXT with entities that have a name
// beginning so; the parameter type narrows them to a namespace.
func (s *Server) suggestEntity(w http.ResponseWriter, r *http.Request, v *view) error {
	form := r.URL.Query()
	skip := 0
	if c := form.Get("cursor"); c != "" {
		var err error
		if skip, err = strconv.Atoi(c); err != nil || skip < 0 {
			return failf(http.StatusBadRequest, "cursor %q: want how many to skip", c)
		}
	}
	prefix := form.Get("prefix")
	if len(prefix) > maxMention {
		return failf(http.StatusBadRequest, "a prefix of %d bytes: it may have %d", len(prefix), maxMention)
	}
	leave, err := s.turn(r)
	if err != nil {
		return err
	}
	entities := v.withPrefix(prefix, form.Get("type"))
	leave()
	out := suggestions{Result: []suggestion{}}
	for _, entity := range entities[min(skip, len(entities)):min(skip+pageSize, len(entities))] {
		id, ns := v.tables.IDs.At(entity), v.namespaceOf(entity)
		out.Result = append(out.Result, suggestion{thing{id, v.nameOf(entity), id}, []thing{{ID: ns, Name: ns}}})
	}
	return s.writeScript(w, r, out)
}

// suggestType answers GET /suggest/type?prefix=TEXT with namespaces.
func (s *Server) suggestType(w http.ResponseWriter, r *http.Request, v *view) error {
	return s.suggestThings(w, r, v.types(r.URL.Query().Get("prefix")))
}

// suggestProperty answers GET /suggest/property?prefix=TEXT with what can be asked for,
// and context, which can be told.
func (s *Server) suggestProperty(w http.ResponseWriter, r *http.Request, _ *view) error {
	prefix := strings.ToLower(r.URL.Query().Get("prefix"))
	list := []thing{}
	for _, p := range append(properties(), contextProperty) {
		if strings.HasPrefix(p.ID, prefix) || strings.HasPrefix(p.Name, prefix) {
			list = append(list, p)
		}
	}
	return s.suggestThings(w, r, list)
}

func (s *Server) suggestThings(w http.ResponseWriter, r *http.Request, list []thing) error {
	out := suggestions{Result: []suggestion{}}
	for _, t := range list {
		out.Result = append(out.Result, suggestion{thing: t})
	}
	return s.writeScript(w, r, out)
}

// The ids of the properties of entities.
const (
	propertyName      = "name"
	propertySynonyms  = "synonyms"
	propertyNamespace = "namespace"
)

var contextProperty = thing{"context", "context", "text around the name, in queries"}

// properties are what data extension can ask for.
func properties() []thing {
	return []thing{
		{propertyName, "primary name", ""},
		{propertySynonyms, "synonyms", "all other names, the strongest first"},
		{propertyNamespace, "namespace", ""},
	}
}

type proposal struct {
	Type       string  `json:"type"`
	Properties []thing `json:"properties"`
}

// proposeProperties answers GET /properties?type=ID: all types have the same.
func (s *Server) proposeProperties(w http.ResponseWriter, r *http.Request, _ *view) error {
	return s.writeScript(w, r, proposal{r.URL.Query().Get("type"), properties()})
}

// extendRequest asks for properties of entities.
type extendRequest struct {
	IDs        []string `json:"ids"`
	Properties []thing  `json:"properties"`
}

type extendAnswer struct {
	Meta []thing                       `json:"meta"`
	Rows map[string]map[string][]value `json:"rows"` // by id and property
}

type value struct {
	Str string `json:"str"`
}

// extend answers a request for properties. Unknown entities have no values.
func (s *Server) extend(w http.ResponseWriter, r *http.Request, v *view, text string) error {
	var body extendRequest
	if err := s.decode(strings.NewReader(text), &body, false); err != nil {
		return err
	}
	if len(body.IDs) > s.MaxBatch {
		return s.tooMany(len(body.IDs))
	}
	if body.IDs == nil || body.Properties == nil {
		return failf(http.StatusBadRequest, "ids or properties is missing")
	}
	out := extendAnswer{Meta: []thing{}, Rows: make(map[string]map[string][]value, len(body.IDs))}
	for _, asked := range body.Properties {
		p, err := propertyOf(asked.ID)
		if err != nil {
			return err
		}
		out.Meta = append(out.Meta, p)
	}
	leave, err := s.turn(r)
	if err != nil {
		return err
	}
	defer leave()
	var known []int
	for _, id := range body.IDs {
		out.Rows[id] = emptyValues(out.Meta)
		if entity, ok := v.tables.IDs.Find(id); ok {
			known = append(known, entity)
		}
	}
	for i, rows := range v.rows(known...) {
		values := out.Rows[v.tables.IDs.At(known[i])]
		for id := range values {
			values[id] = v.values(id, known[i], rows)
		}
	}
	return s.writeScript(w, r, out)
}

func propertyOf(id string) (thing, error) {
	for _, p := range properties() {
		if p.ID == id {
			return thing{ID: p.ID, Name: p.Name}, nil
		}
	}
	return thing{}, failf(http.StatusBadRequest, "there is no property %q; /properties lists them", id)
}

func emptyValues(properties []thing) map[string][]value {
	out := make(map[string][]value, len(properties))
	for _, p := range properties {
		out[p.ID] = []value{}
	}
	return out
}

// values returns those of a property of an entity, whose rows begin with the primary.
func (v *view) values(property string, entity int, rows []uint32) []value {
	switch property {
	case propertyName:
		return []value{{v.nameOf(entity)}}
	case propertyNamespace:
		return []value{{v.namespaceOf(entity)}}
	}
	list := []value{}
	for _, row := range rows[1:] {
		list = append(list, value{v.tables.Names.At(int(row))})
	}
	return list
}

// entityOf returns the entity that the parameter id of a request names.
func (v *view) entityOf(r *http.Request) (entity int, err error) {
	id := r.URL.Query().Get("id")
	entity, ok := v.tables.IDs.Find(id)
	if !ok {
		return 0, failf(http.StatusNotFound, "there is no entity %s", cut(id))
	}
	return entity, nil
}

// cut quotes a text from a client, as far as it is of use.
func cut(text string) string {
	if len(text) > 80 {
		return fmt.Sprintf("%.80q...", text)
	}
	return fmt.Sprintf("%q", text)
}
