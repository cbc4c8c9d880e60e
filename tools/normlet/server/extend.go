package server

import (
	"io"
	"net/http"
	"slices"
	"strings"
)

// extendRequest asks for properties of entities.
type extendRequest struct {
	ids        []string
	properties []thing // each once
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
func readProperty(d *decoder) (thing, error) {
	var id string
	if _, err := d.object("properties", d.into(map[string]*string{"id": &id})); err != nil {
		return thing{}, err
	}
	for _, p := range properties() {
		if p.ID == id {
			return thing{ID: p.ID, Name: p.Name}, nil
		}
	}
	return thing{}, failf(http.StatusBadRequest, "there is no property %s; /properties lists them", cut(id))
}

// extend sends properties of entities; unknown entities have no values.
func (s *Server) extend(w http.ResponseWriter, r *http.Request, v *view, in io.Reader) error {
	asked, err := decode(s, in, s.readExtend)
	if err != nil {
		return err
	}
	o, err := s.script(r)
	if err != nil {
		return err
	}
	defer o.release()
	leave, err := s.turn(r, len(asked.ids) > 1)
	if err != nil {
		return err
	}
	func() {
		defer leave()
		v.writeRows(o, asked)
	}()
	return o.send(w)
}

func (v *view) writeRows(o *reply, asked extendRequest) {
	o.raw(`{"meta":`)
	o.list(len(asked.properties), func(i int) any { return asked.properties[i] })
	o.raw(`,"rows":{`)
	slices.Sort(asked.ids)
	ids := slices.Compact(asked.ids)
	slices.SortFunc(asked.properties, func(a, b thing) int { return strings.Compare(a.ID, b.ID) })
	rows := v.rowsOf(ids)
	for i, id := range ids {
		o.element(i, id)
		v.writeValues(o, asked.properties, rows[id])
	}
	o.raw("}}")
}

// rowsOf returns the rows of the ids that the pack has.
func (v *view) rowsOf(ids []string) map[string][]uint32 {
	var known []int
	for _, id := range ids {
		if entity, ok := v.tables.IDs.Find(id); ok {
			known = append(known, entity)
		}
	}
	out := make(map[string][]uint32, len(known))
	for i, rows := range v.rows(known...) {
		out[v.tables.IDs.At(known[i])] = rows
	}
	return out
}

// writeValues writes the values of properties, none for no rows.
func (v *view) writeValues(o *reply, properties []thing, rows []uint32) {
	o.raw(":{")
	for i, p := range properties {
		o.element(i, p.ID)
		o.raw(":")
		o.list(v.values(p.ID, rows))
	}
	o.raw("}")
}

// values returns the number of values of a property, and each. rows begin with the primary name; an unknown entity has
// none.
func (v *view) values(property string, rows []uint32) (n int, at func(i int) any) {
	if len(rows) == 0 {
		return 0, nil
	}
	switch property {
	case propertyNamespace:
		return 1, func(int) any { return value{v.tables.NamespaceOf(int(v.tables.RowEntity[rows[0]]))} }
	case propertySynonyms:
		rows = rows[1:]
		return len(rows), func(i int) any { return value{v.tables.Names.At(int(rows[i]))} }
	case propertyName:
		return 1, func(int) any { return value{v.tables.Names.At(int(rows[0]))} }
	}
	list := v.described(property, int(v.tables.RowEntity[rows[0]]))
	return len(list), func(i int) any { return value{list[i]} }
}

// described returns the values of a property that is not in the tables of names.
func (v *view) described(property string, entity int) []string {
	e, _ := v.Entity(v.tables.IDs.At(entity))
	switch {
	case property == propertySame:
		return e.Same
	case property == propertyXRefs:
		return e.XRefs
	case e.Definition != "":
		return []string{e.Definition}
	}
	return nil
}
