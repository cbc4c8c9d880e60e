package server

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// query is one of a batch.
type query struct {
	Text       string          `json:"query"`
	Type       any             `json:"type"`  // see textsOf
	Limit      float64         `json:"limit"` // the specification has numbers; 0 when it is not given
	Properties []queryProperty `json:"properties" most:"properties"`

	types []string // that Type has
}

// queryProperty is the context, or a field of what is meant.
type queryProperty struct {
	ID    string `json:"pid"`
	Value any    `json:"v"` // see textsOf
}

// check refuses a query of a batch, whose key it has, and fills in its types.
func (q *query) check(s *Server, key string) error {
	if err := checkLength(key, "key of a query", maxMention); err != nil {
		return err
	}
	if q == nil || q.Limit < 0 || q.Limit != 0 && q.Limit < 1 {
		return failf(http.StatusBadRequest, "query %s: want an object, whose limit is 1 or more", cut(key))
	}
	var known bool
	if q.types, known = textsOf(q.Type); !known {
		return malformed("type: want a string, or a list of strings")
	}
	if len(q.types) > s.MaxNamespaces {
		return tooMany("types", s.MaxNamespaces)
	}
	for _, p := range q.Properties {
		if list, _ := textsOf(p.Value); len(list) > s.MaxProperties {
			return tooMany("values of a property", s.MaxProperties)
		}
	}
	return s.fits(reflect.ValueOf(q), "a query", "")
}

// textsOf returns a string, or a list of strings or objects with an id. known is false for anything else but null.
func textsOf(value any) (list []string, known bool) {
	switch v := value.(type) {
	case nil:
		return nil, true
	case string:
		if v == "" {
			return nil, true
		}
		return []string{v}, true
	case []any:
		known = true
		for _, item := range v {
			if object, ok := item.(map[string]any); ok {
				item = cmp.Or(object["id"], any(""))
			}
			text, ok := item.(string)
			list, known = append(list, text), known && ok
		}
	}
	return list, known
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
func (s *Server) reconcileBatch(w http.ResponseWriter, r *http.Request, v *view, in string) error {
	var batch map[string]*query
	if err := s.decode(strings.NewReader(in), &batch, "queries", ""); err != nil {
		return err
	}
	if len(batch) > s.MaxBatch {
		return tooMany("queries", s.MaxBatch)
	}
	keys := slices.Sorted(maps.Keys(batch))
	for _, key := range keys {
		if err := batch[key].check(s, key); err != nil {
			return err
		}
	}
	outright := make([][]candidate, len(keys)) // nil where a look-up finds them
	var questions []question
	columns := map[string]*column{} // of these types
	for i, key := range keys {
		list, ok := v.outright(batch[key])
		if outright[i] = list; !ok {
			questions = append(questions, v.question(batch[key], columns))
		}
	}
	return s.respondScript(w, r, func(o *reply) error {
		next := 0
		add := func(list []candidate) {
			o.element(next, keys[next])
			o.raw(`:{"result":`)
			o.value(list)
			o.raw("}")
			next++
		}
		addOutright := func() error { // up to the next query that needs a look-up
			for next < len(keys) && outright[next] != nil {
				add(outright[next])
			}
			return o.err
		}
		o.raw("{")
		if err := addOutright(); err != nil {
			return err
		}
		err := s.answer(r, v, questions, func(_ int, a *core.Answer) error { add(v.candidates(a)); return addOutright() })
		o.raw("}")
		return err
	})
}

// outright answers queries that need no lookup: without text, of unknown types, or by id.
func (v *view) outright(q *query) ([]candidate, bool) {
	if types := q.types; strings.TrimSpace(q.Text) == "" || len(types) > 0 && len(v.known(types)) == 0 {
		return []candidate{}, true
	}
	e, ok := v.entity(q.Text)
	if !ok {
		return nil, false
	}
	return []candidate{{
		ref: ref{ID: q.Text, Name: e.Name}, Types: v.typesOf(e.Namespace, e.Same), Score: 100, Match: true,
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
	out := question{mention: q.Text, k: int(min(q.Limit, core.MaxK)), near: true, namespaces: namespaces, column: columns[key]}
	var fields []string
	for _, p := range q.Properties {
		list, known := textsOf(p.Value)
		switch text := strings.Join(list, " "); {
		case p.Value == nil || !known:
		case p.ID == contextProperty.ID:
			out.context = text
		default:
			fields = append(fields, p.ID+"="+text)
		}
	}
	out.fields = strings.Join(fields, "\t")
	return out
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
