package server

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// pageSize bounds the suggestions of a request; the parameter cursor skips some.
const pageSize = 20

type suggestion struct {
	thing
	Notable []thing `json:"notable,omitempty"` // types, of entities
}

// suggestEntity answers GET /suggest/entity?prefix=TEXT with entities that have such a name; the parameter type filters
// by namespace.
func (s *Server) suggestEntity(w http.ResponseWriter, r *http.Request, v *view) error {
	form, skip := r.URL.Query(), 0
	var err error
	if c := form.Get("cursor"); c != "" {
		if skip, err = strconv.Atoi(c); err != nil || skip < 0 {
			return failf(http.StatusBadRequest, "cursor %q: want how many to skip", c)
		}
	}
	prefix := form.Get("prefix")
	if err := checkLength(prefix, "prefix", maxMention); err != nil {
		return err
	}
	leave, err := s.enter(r, s.turns)
	if err != nil {
		return err
	}
	entities := v.withPrefix(prefix, form.Get("type"))
	leave()
	out := []suggestion{}
	for _, entity := range entities[min(skip, len(entities)):min(skip+pageSize, len(entities))] {
		id, ns := v.tables.IDs.At(entity), v.namespaceOf(entity)
		out = append(out, suggestion{thing{id, v.nameOf(entity), id}, []thing{{ID: ns, Name: ns}}})
	}
	return s.writeScript(w, r, map[string]any{"result": out})
}

// suggestType answers GET /suggest/type?prefix=TEXT with namespaces.
func (s *Server) suggestType(w http.ResponseWriter, r *http.Request, v *view) error {
	return s.writeScript(w, r, map[string]any{"result": v.types(r.URL.Query().Get("prefix"))})
}

// suggestProperty answers GET /suggest/property?prefix=TEXT with the properties to ask for, and context, which queries
// give.
func (s *Server) suggestProperty(w http.ResponseWriter, r *http.Request, _ *view) error {
	prefix := strings.ToLower(r.URL.Query().Get("prefix"))
	list := []thing{}
	for _, p := range append(properties(), contextProperty) {
		if strings.HasPrefix(p.ID, prefix) || strings.HasPrefix(p.Name, prefix) {
			list = append(list, p)
		}
	}
	return s.writeScript(w, r, map[string]any{"result": list})
}

const (
	propertyName      = "name"
	propertySynonyms  = "synonyms"
	propertyNamespace = "namespace"
)

var contextProperty = thing{"context", "context", "text around the name, in queries"}

// properties are what data extension offers.
func properties() []thing {
	return []thing{
		{propertyName, "primary name", ""},
		{propertySynonyms, "synonyms", "all other names, the strongest first"},
		{propertyNamespace, "namespace", ""},
	}
}

// proposeProperties answers GET /properties?type=ID. All types have the same.
func (s *Server) proposeProperties(w http.ResponseWriter, r *http.Request, _ *view) error {
	return s.writeScript(w, r, map[string]any{"type": r.URL.Query().Get("type"), "properties": properties()})
}

// cut quotes and shortens a text from a client.
func cut(text string) string {
	if len(text) > 80 {
		return fmt.Sprintf("%.80q...", text)
	}
	return fmt.Sprintf("%q", text)
}
