package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
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
	Types      texts           `json:"type" list:"types" most:"namespaces"`
	Limit      float64         `json:"limit"` // the specification has numbers; 0 when it is not given
	Properties []queryProperty `json:"properties" most:"properties"`
}

// queryProperty is the context, or a field of what is meant.
type queryProperty struct {
	ID     string `json:"pid"`
	Values texts  `json:"v" list:"values of a property" most:"properties"`
}

// batch has queries by their keys.
type batch map[string]*query

func (b *batch) readToken(d *decoder, t json.Token, _ reflect.StructTag) error {
	*b = batch{}
	n, most := 0, d.most["batch"]
	return d.object(t, "queries", func(key string) error {
		if n++; n > most {
			return tooMany("queries", most)
		}
		if err := checkLength(key, "key of a query", maxMention); err != nil {
			return err
		}
		q := &query{Types: texts{known: true}} // none
		(*b)[key] = q
		t, err := d.token()
		if err == nil {
			err = d.fill(reflect.ValueOf(q).Elem(), t, "a query", "")
		}
		switch {
		case err != nil:
			return err
		case t == nil || q.Limit < 0 || q.Limit != 0 && q.Limit < 1:
			return failf(http.StatusBadRequest, "query %s: want an object, whose limit is 1 or more", cut(key))
		case !q.Types.known:
			return malformed("type: want a string, or a list of strings")
		}
		return nil
	})
}

// texts is a string, or a list of strings or objects with an id. known is false for anything else but null.
type texts struct {
	list  []string
	known bool
}

// readToken reads a list whose name and size the tags list and most have.
func (x *texts) readToken(d *decoder, t json.Token, tag reflect.StructTag) error {
	text, ok := t.(string)
	if *x = (texts{known: ok || t == nil || t == json.Delim('[')}); text != "" {
		x.list = []string{text}
	}
	if t != json.Delim('[') {
		return d.rest(t)
	}
	return d.elements(tag.Get("list"), d.most[tag.Get("most")], func() error {
		t, err := d.token()
		if err != nil {
			return err
		}
		text, ok := t.(string)
		object := withID{text}
		if t == json.Delim('{') {
			err = d.fill(reflect.ValueOf(&object).Elem(), t, "", "")
		} else if !ok {
			x.known, err = false, d.rest(t)
		}
		x.list = append(x.list, object.ID)
		return err
	})
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
	var batch batch
	if err := s.decode(in, &batch, "queries", ""); err != nil {
		return err
	}
	keys := slices.Sorted(maps.Keys(batch))
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
	if types := q.Types.list; strings.TrimSpace(q.Text) == "" || len(types) > 0 && len(v.known(types)) == 0 {
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
	namespaces := v.known(q.Types.list)
	key := strings.Join(namespaces, "\x00")
	if columns[key] == nil {
		columns[key] = new(column)
	}
	out := question{mention: q.Text, k: int(min(q.Limit, core.MaxK)), near: true, namespaces: namespaces, column: columns[key]}
	var fields []string
	for _, p := range q.Properties {
		switch text := strings.Join(p.Values.list, " "); {
		case !p.Values.known:
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
