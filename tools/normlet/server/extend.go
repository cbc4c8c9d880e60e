package server

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
)

// extendRequest asks for properties of entities.
type extendRequest struct {
	IDs        []string `json:"ids" each:"id" most:"batch"`
	Properties []withID `json:"properties" most:"properties"` // none has settings
}

// withID is an object of which only the id counts.
type withID struct {
	ID string `json:"id"`
}

// value is one of a property of an entity.
type value struct {
	Str string `json:"str"`
}

// asked returns the properties that a request asks for, each once.
func (e *extendRequest) asked() (list []ref, err error) {
	for _, wanted := range e.Properties {
		i := slices.IndexFunc(properties(), func(p ref) bool { return p.ID == wanted.ID })
		if i < 0 {
			return nil, failf(http.StatusBadRequest, "there is no property %s; /properties lists them", cut(wanted.ID))
		}
		if p := (ref{ID: wanted.ID, Name: properties()[i].Name}); !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list, nil
}

// extend sends properties of entities; unknown entities have no values.
func (s *Server) extend(w http.ResponseWriter, r *http.Request, v *view, in io.Reader) error {
	var e extendRequest
	if err := s.decode(in, &e, "extend", ""); err != nil {
		return err
	}
	if e.IDs == nil || e.Properties == nil {
		return failf(http.StatusBadRequest, "ids or properties is missing")
	}
	properties, err := e.asked()
	if err != nil {
		return err
	}
	return s.respondScript(w, r, func(o *reply) error {
		leave, err := s.turn(r, len(e.IDs) > 1)
		if err != nil {
			return err
		}
		defer leave()
		v.writeRows(o, e.IDs, properties)
		return o.err
	})
}

func (v *view) writeRows(o *reply, ids []string, properties []ref) {
	o.raw(`{"meta":`)
	addList(o, properties)
	o.raw(`,"rows":{`)
	slices.Sort(ids)
	slices.SortFunc(properties, func(a, b ref) int { return strings.Compare(a.ID, b.ID) })
	for i, id := range slices.Compact(ids) {
		e, _ := v.entity(id)
		o.element(i, id)
		o.raw(":{")
		for i, p := range properties {
			o.element(i, p.ID)
			o.raw(":")
			addList(o, valuesOf(&e, p.ID))
		}
		o.raw("}")
	}
	o.raw("}}")
}

// valuesOf returns the values of a property. An unknown entity, which has no id, has none.
func valuesOf(e *core.Entity, property string) (values []value) {
	add := func(texts ...string) {
		for _, text := range texts {
			values = append(values, value{text})
		}
	}
	switch {
	case e.ID == "":
	case property == propertyName:
		add(e.Name)
	case property == propertyNamespace:
		add(e.Namespace)
	case property == propertySynonyms:
		for _, n := range e.Names[1:] {
			add(n.Name)
		}
	case property == propertySame:
		add(e.Same...)
	case property == propertyXRefs:
		add(e.XRefs...)
	case e.Definition != "":
		add(e.Definition)
	}
	return values
}
