package server

import (
	"io"
	"net/http"
	"slices"
	"strings"
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
func (e *extendRequest) asked() (list []property, err error) {
	for _, wanted := range e.Properties {
		is := func(p property) bool { return p.ID == wanted.ID }
		i := slices.IndexFunc(properties, is)
		if i < 0 {
			return nil, failf(http.StatusBadRequest, "there is no property %s; /properties lists them", cut(wanted.ID))
		}
		if !slices.ContainsFunc(list, is) {
			list = append(list, properties[i])
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
	asked, err := e.asked()
	if err != nil {
		return err
	}
	return s.respondScript(w, r, func(o *reply) error {
		leave, err := s.turn(r, len(e.IDs) > 1)
		if err != nil {
			return err
		}
		defer leave()
		v.writeRows(o, e.IDs, asked)
		return o.err
	})
}

func (v *view) writeRows(o *reply, ids []string, asked []property) {
	o.raw(`{"meta":[`)
	for i, p := range asked {
		o.element(i, ref{ID: p.ID, Name: p.Name})
	}
	o.raw(`],"rows":{`)
	slices.Sort(ids)
	slices.SortFunc(asked, func(a, b property) int { return strings.Compare(a.ID, b.ID) })
	for i, id := range slices.Compact(ids) {
		e, known := v.entity(id)
		o.element(i, id)
		o.raw(":{")
		for i, p := range asked {
			o.element(i, p.ID)
			o.raw(":")
			var values []value
			if known {
				for _, text := range p.of(&e) {
					values = append(values, value{text})
				}
			}
			addList(o, values)
		}
		o.raw("}")
	}
	o.raw("}}")
}
