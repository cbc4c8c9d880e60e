package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// query is one of a batch.
type query struct {
	text    string
	types   []string
	limit   float64  // the specification has numbers; 0 when it is not given
	context string   // text around the mention: the property context
	fields  []string // the other properties
}

// readBatch reads queries by their keys.
func (s *Server) readBatch(d *decoder) (map[string]*query, error) {
	batch, n := make(map[string]*query), 0
	_, err := d.object("queries", func(key string) error {
		if n++; n > s.MaxBatch {
			return tooMany("queries", s.MaxBatch)
		}
		if err := checkLength(key, "key of a query", maxMention); err != nil {
			return err
		}
		q := new(query)
		given, err := d.object("a query", func(key string) error { return s.readQuery(d, key, q) })
		if err == nil && (!given || q.limit < 0 || q.limit != 0 && q.limit < 1) {
			err = failf(http.StatusBadRequest, "query %s: want an object, whose limit is 1 or more", cut(key))
		}
		batch[key] = q
		return err
	})
	return batch, err
}

// readQuery reads the value of a key of a query.
func (s *Server) readQuery(d *decoder, key string, q *query) (err error) {
	switch key {
	case "query":
		_, err = d.text(&q.text, key, maxMention)
	case "limit":
		q.limit, err = d.float(key)
	case "type":
		known := false
		if q.types, known, err = d.textOrTexts("types", s.MaxNamespaces); err == nil && !known {
			err = malformed("type: want a string, or a list of strings")
		}
	case "properties":
		_, err = d.list("properties", s.MaxProperties, func() error { return s.readQueryProperty(d, q) })
	default:
		err = d.skip()
	}
	return err
}

// readQueryProperty reads a property. Its value may come before its name.
func (s *Server) readQueryProperty(d *decoder, q *query) error {
	var pid string
	var values []string
	known := false
	_, err := d.object("properties", func(key string) (err error) {
		switch key {
		case "pid":
			_, err = d.text(&pid, key, maxMention)
		case "v":
			values, known, err = d.textOrTexts("values of a property", s.MaxProperties)
		default:
			err = d.skip()
		}
		return err
	})
	switch text := strings.Join(values, " "); {
	case !known:
	case pid == contextProperty.ID:
		q.context = text
	default:
		q.fields = append(q.fields, pid+"="+text)
	}
	return err
}

// textOrTexts reads a string, or a list of at most max strings or objects with an id. known is false for anything else
// but null.
func (d *decoder) textOrTexts(what string, max int) (list []string, known bool, err error) {
	t, err := d.token()
	if err != nil || t == nil {
		return nil, err == nil, err
	}
	if t != json.Delim('[') {
		text, ok := t.(string)
		if ok && text != "" {
			list = []string{text}
		}
		return list, ok, d.rest(t)
	}
	known = true
	err = d.elements(what, max, func() error {
		text, ok, err := d.textOrID()
		list, known = append(list, text), known && ok
		return err
	})
	return list, known, err
}

// textOrID reads a string or the id of an object.
func (d *decoder) textOrID() (text string, known bool, err error) {
	t, err := d.token()
	if err != nil {
		return "", false, err
	}
	if text, ok := t.(string); ok {
		return text, true, nil
	}
	if t != json.Delim('{') {
		return "", false, d.rest(t)
	}
	err = d.fields(d.into(map[string]*string{"id": &text}))
	return text, true, err
}

type candidate struct {
	ref
	Types    []ref     `json:"type"`
	Score    float64   `json:"score"` // 0 to 100
	Match    bool      `json:"match"`
	Features []feature `json:"features"`
}

// feature has a number or a truth value.
type feature struct {
	ID    string `json:"id"`
	Value any    `json:"value"`
}

// reconcileBatch answers queries in the order of their keys.
func (s *Server) reconcileBatch(w http.ResponseWriter, r *http.Request, v *view, in io.Reader) error {
	batch, err := decode(s, in, s.readBatch)
	if err != nil {
		return err
	}
	keys, queries := slices.Sorted(maps.Keys(batch)), make([]*query, 0, len(batch))
	for _, key := range keys {
		queries = append(queries, batch[key])
	}
	return s.respondScript(w, r, func(o *reply) error {
		o.raw("{")
		i := 0
		err := s.reconcileAll(r, v, queries, func(list []candidate) error {
			o.element(i, keys[i])
			o.raw(`:{"result":`)
			o.value(list)
			o.raw("}")
			i++
			return o.err
		})
		o.raw("}")
		return err
	})
}

// reconcileAll calls add with the candidates of each query, in their order.
func (s *Server) reconcileAll(r *http.Request, v *view, batch []*query, add func([]candidate) error) error {
	outright := make([][]candidate, len(batch)) // nil where a look-up finds them
	var questions []question
	columns := map[string]*column{} // of these types
	for i, q := range batch {
		list, ok := v.outright(q)
		if outright[i] = list; !ok {
			questions = append(questions, v.question(q, columns))
		}
	}
	addOutright := func() error { // up to the next query that needs a look-up
		for len(outright) > 0 && outright[0] != nil {
			if err := add(outright[0]); err != nil {
				return err
			}
			outright = outright[1:]
		}
		return nil
	}
	if err := addOutright(); err != nil {
		return err
	}
	return s.answer(r, v, questions, func(_ int, a *core.Answer) error {
		outright = outright[1:]
		return cmp.Or(add(v.candidates(a)), addOutright())
	})
}

// outright answers queries that need no lookup: without text, of unknown types, or by id.
func (v *view) outright(q *query) ([]candidate, bool) {
	if strings.TrimSpace(q.text) == "" || len(q.types) > 0 && len(v.known(q.types)) == 0 {
		return []candidate{}, true
	}
	e, ok := v.entity(q.text)
	if !ok {
		return nil, false
	}
	return []candidate{{
		ref: ref{ID: q.text, Name: e.Name}, Types: v.typesOf(e.Namespace, e.Same), Score: 100, Match: true,
		Features: []feature{{ID: "p", Value: 1}, {ID: "id", Value: true}},
	}}, true
}

func (v *view) known(types []string) []string {
	return slices.DeleteFunc(slices.Clone(types), func(t string) bool { return !slices.Contains(v.info.Namespaces, t) })
}

// question returns what a query asks, as one of the column that the queries of a batch with the same types are.
func (v *view) question(q *query, columns map[string]*column) question {
	namespaces := v.known(q.types)
	key := strings.Join(namespaces, "\x00")
	if columns[key] == nil {
		columns[key] = new(column)
	}
	return question{mention: q.text, context: q.context, fields: strings.Join(q.fields, "\t"), k: int(min(q.limit, core.MaxK)), near: true, namespaces: namespaces, column: columns[key]}
}

// typesOf returns the types of an entity: its namespace, then those of entities that are the same thing.
func (v *view) typesOf(namespace string, same []string) []ref {
	types := []ref{{ID: namespace, Name: namespace}}
	for _, id := range same {
		if e, ok := v.tables.IDs.Find(id); ok { // else it is of a list whose ids the pack only knows
			if ns := v.tables.NamespaceOf(e); !slices.Contains(types, ref{ID: ns, Name: ns}) {
				types = append(types, ref{ID: ns, Name: ns})
			}
		}
	}
	return types
}

// candidates returns the matches of an answer. The best is a match without review if it is certain and alone.
func (v *view) candidates(a *core.Answer) []candidate {
	list := []candidate{} // rather than null
	for i, m := range a.Matches {
		c := candidate{
			ref: ref{ID: m.ID, Name: m.Name}, Types: v.typesOf(m.Namespace, m.Same), Score: answer.Round(100 * m.P),
			Match: i == 0 && sure(a),
			Features: []feature{
				{ID: "p", Value: answer.Round(m.P)}, {ID: "similarity", Value: answer.Round(m.Score)}, {ID: "distance", Value: m.Distance},
				{ID: "exact", Value: m.Stage == core.StageExact}, {ID: "normalized", Value: m.Stage <= core.StageNormalized},
			},
		}
		if m.Matched != m.Name {
			c.Description = fmt.Sprintf("has the name %s (%s)", m.Matched, m.Kind)
		}
		list = append(list, c)
	}
	// They descend by probability, except where rounding made some equal.
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.Score, a.Score) })
	return list
}
