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
	ids        []string
	properties []ref // each once
}

// value is one of a property of an entity.
type value struct {
	Str string `json:"str"`
}

// readExtend reads a request for properties, each of them once.
func (s *Server) readExtend(d *decoder) (e extendRequest, err error) {
	var ids, properties bool
	_, err = d.object("extend", func(key string) (err error) {
		switch key {
		case "ids":
			e.ids, ids, err = d.texts(key, "id", s.MaxBatch)
		case "properties":
			e.properties = nil
			properties, err = d.list(key, s.MaxProperties, func() error {
				p, err := readProperty(d)
				if err == nil && !slices.Contains(e.properties, p) {
					e.properties = append(e.properties, p)
				}
				return err
			})
		default:
			err = d.skip()
		}
		return err
	})
	if err == nil && !(ids && properties) {
		err = failf(http.StatusBadRequest, "ids or properties is missing")
	}
	return e, err
}

// readProperty reads the id of a property. No property has settings.
func readProperty(d *decoder) (ref, error) {
	var id string
	if _, err := d.object("properties", d.into(map[string]*string{"id": &id})); err != nil {
		return ref{}, err
	}
	for _, p := range properties() {
		if p.ID == id {
			return ref{ID: p.ID, Name: p.Name}, nil
		}
	}
	return ref{}, failf(http.StatusBadRequest, "there is no property %s; /properties lists them", cut(id))
}

// extend sends properties of entities; unknown entities have no values.
func (s *Server) extend(w http.ResponseWriter, r *http.Request, v *view, in io.Reader) error {
	asked, err := decode(s, in, s.readExtend)
	if err != nil {
		return err
	}
	return s.respondScript(w, r, func(o *reply) error {
		leave, err := s.turn(r, len(asked.ids) > 1)
		if err != nil {
			return err
		}
		defer leave()
		v.writeRows(o, asked)
		return o.err
	})
}

func (v *view) writeRows(o *reply, asked extendRequest) {
	o.raw(`{"meta":`)
	addList(o, asked.properties)
	o.raw(`,"rows":{`)
	slices.Sort(asked.ids)
	slices.SortFunc(asked.properties, func(a, b ref) int { return strings.Compare(a.ID, b.ID) })
	for i, id := range slices.Compact(asked.ids) {
		e, _ := v.entity(id)
		o.element(i, id)
		o.raw(":{")
		for i, p := range asked.properties {
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
