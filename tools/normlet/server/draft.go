package server

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
)

// draft is the base of the Reconciliation Service API 1.0 as it is drafted. Its manifest cannot be that of 0.2, where
// suggest has objects and here truth values, so the draft has an address of its own. Other than in 0.2, paths below it
// are fixed, and requests are JSON.
//
//	/draft/ /draft/match /draft/suggest/... /draft/preview /draft/extend /draft/extend/propose
const draft = "/draft"

type draftManifest struct {
	Versions          []string        `json:"versions"`
	Name              string          `json:"name"`
	DefaultTypes      []thing         `json:"defaultTypes"`
	Documentation     string          `json:"documentation"`
	ServiceVersion    string          `json:"serviceVersion,omitempty"`
	View              urlTemplate     `json:"view"`
	Preview           previewSize     `json:"preview"`
	Suggest           map[string]bool `json:"suggest"`
	Extend            draftExtend     `json:"extend"`
	BatchSize         int             `json:"batchSize"`
	StandardizedScore bool            `json:"standardizedScore"`
}

type previewSize struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

type draftExtend struct {
	ProposeProperties bool `json:"proposeProperties"`
}

// draftManifest answers GET /draft/.
func (s *Server) draftManifest(w http.ResponseWriter, r *http.Request, v *view) error {
	m := s.manifest(r, v)
	return s.writeJSON(w, draftManifest{
		Versions: []string{"1.0-draft"}, Name: m.Name, DefaultTypes: m.DefaultTypes,
		Documentation: m.Documentation, ServiceVersion: m.ServiceVersion,
		View:    urlTemplate{URL: strings.Replace(m.View.URL, "{{id}}", v.expansion(), 1)},
		Preview: previewSize{m.Preview.Width, m.Preview.Height},
		Suggest: map[string]bool{"entity": true, "property": true, "type": true},
		Extend:  draftExtend{true}, BatchSize: m.BatchSize, StandardizedScore: true,
	})
}

// expansion is where an id goes in a template of RFC 6570. A CURIE keeps its colon.
func (v *view) expansion() string {
	if v.curies() {
		return "{+id}"
	}
	return "{id}"
}

// match answers POST /draft/match with candidates for each query, in the order of the queries.
func (s *Server) match(w http.ResponseWriter, r *http.Request, v *view) error {
	batch, err := readJSON(s, r, s.readMatch)
	if err != nil {
		return err
	}
	o := s.newReply()
	defer o.release()
	o.raw(`{"results":[`)
	i := 0
	err = s.reconcileAll(r, v, batch, func(list []candidate) error {
		for _, c := range list {
			for f := range c.Features {
				c.Features[f].Name = featureNames[c.Features[f].ID]
			}
		}
		o.element(i, map[string][]candidate{"candidates": list})
		i++
		return o.err
	})
	if err != nil {
		return err
	}
	o.raw("]}")
	return o.send(w)
}

// featureNames are what people read of features.
var featureNames = map[string]string{
	"p": "probability", "similarity": "similarity of the names", "distance": "bits in which the codes differ",
	"exact": "the very name", "normalized": "the same letters and digits", "id": "its id",
}

// readMatch reads the body of POST /draft/match.
func (s *Server) readMatch(d *decoder) (batch []*query, err error) {
	given := false
	_, err = d.object("the body", func(key string) (err error) {
		if key != "queries" {
			return d.skip()
		}
		batch = nil
		given, err = d.list(key, s.MaxBatch, func() error {
			q := new(query)
			known, err := d.object("a query", func(key string) error { return s.readMatchQuery(d, key, q) })
			if err == nil && (!known || !q.conditions || q.limit < 0 || q.limit != 0 && q.limit < 1) {
				err = failf(http.StatusBadRequest, "query %d: want an object with conditions, whose limit is 1 or more", 1+len(batch))
			}
			batch = append(batch, q)
			return err
		})
		return err
	})
	if err == nil && !given {
		err = failf(http.StatusBadRequest, "queries is missing")
	}
	return batch, err
}

func (s *Server) readMatchQuery(d *decoder, key string, q *query) (err error) {
	switch key {
	case "type":
		var one string
		if _, err = d.text(&one, key, maxMention); one != "" {
			q.types = []string{one}
		}
	case "limit":
		q.limit, err = d.float(key)
	case "conditions":
		_, err = d.list(key, s.MaxProperties, func() error { return s.readCondition(d, q) })
	default:
		err = d.skip()
	}
	return err
}

// readCondition reads a condition: a name to look up, of several the first, or the property context. Keys may come in
// any order; earlier drafts had pid and v.
func (s *Server) readCondition(d *decoder, q *query) error {
	var kind, property string
	var values []string
	known := false
	_, err := d.object("conditions", func(key string) (err error) {
		switch key {
		case "matchType":
			_, err = d.text(&kind, key, maxMention)
		case "propertyId", "pid":
			_, err = d.text(&property, key, maxMention)
		case "propertyValue", "v":
			values, known, err = d.textOrTexts("values of a condition", s.MaxProperties)
		default:
			err = d.skip()
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case kind != "name" && kind != "property":
		return malformed("matchType %s: want name or property", cut(kind))
	case kind == "name" && len(values) > 0:
		q.text = cmp.Or(q.text, values[0])
	case kind == "property" && property == contextProperty.ID && known:
		q.context = strings.Join(values, " ")
	}
	q.conditions = true
	return nil
}

// draftExtension answers POST /draft/extend.
func (s *Server) draftExtension(w http.ResponseWriter, r *http.Request, v *view) error {
	asked, err := readJSON(s, r, s.readExtend)
	if err != nil {
		return err
	}
	o := s.newReply()
	defer o.release()
	if err := s.extendTurn(r, asked, func() { v.writeDraftRows(o, asked) }); err != nil {
		return err
	}
	return o.send(w)
}

func (v *view) writeDraftRows(o *reply, asked extendRequest) {
	o.raw(`{"meta":`)
	o.list(len(asked.properties), func(i int) any { return asked.properties[i] })
	o.raw(`,"rows":[`)
	rows := v.rowsOf(slices.Compact(slices.Sorted(slices.Values(asked.ids))))
	for i, id := range asked.ids {
		if i > 0 {
			o.raw(",")
		}
		o.raw(`{"id":`)
		o.value(id)
		o.raw(`,"properties":[`)
		for k, p := range asked.properties {
			if k > 0 {
				o.raw(",")
			}
			o.raw(`{"id":`)
			o.value(p.ID)
			o.raw(`,"values":`)
			o.list(v.values(p.ID, rows[id]))
			o.raw("}")
		}
		o.raw("]}")
	}
	o.raw("]}")
}
