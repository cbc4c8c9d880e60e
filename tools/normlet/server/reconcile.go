package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// The ids of entities are CURIEs, which this address makes links of, and the entities
// are concepts.
const (
	identifierSpace = "https://bioregistry.io/"
	schemaSpace     = "http://www.w3.org/2004/02/skos/core#Concept"
)

// reconcile answers at the endpoint of the reconciliation API: queries, requests for
// properties, and without either the manifest. Browsers get a page.
func (s *Server) reconcile(w http.ResponseWriter, r *http.Request, v *view) error {
	w.Header().Add("Vary", "Accept")
	form, err := s.readForm(r)
	switch {
	case err != nil:
		return err
	case form.Has("queries"):
		return s.reconcileBatch(w, r, v, form.Get("queries"))
	case form.Has("extend"):
		return s.extend(w, r, v, form.Get("extend"))
	case r.Method == http.MethodPost:
		return failf(http.StatusBadRequest, "want a form with queries or extend")
	case wantsPage(r):
		return s.home(w, v)
	}
	return s.writeScript(w, r, s.manifest(r, v))
}

// thing is an entity, a type or a property where it is listed.
type thing struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

type manifest struct {
	Versions        []string           `json:"versions"`
	Name            string             `json:"name"`
	IdentifierSpace string             `json:"identifierSpace"`
	SchemaSpace     string             `json:"schemaSpace"`
	DefaultTypes    []thing            `json:"defaultTypes"`
	Documentation   string             `json:"documentation"`
	ServiceVersion  string             `json:"serviceVersion,omitempty"`
	View            urlTemplate        `json:"view"`
	Preview         previewTemplate    `json:"preview"`
	Suggest         map[string]service `json:"suggest"`
	Extend          extendManifest     `json:"extend"`
	BatchSize       int                `json:"batchSize"`
}

type urlTemplate struct {
	URL string `json:"url"`
}

type previewTemplate struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

type service struct {
	URL    string `json:"service_url"`
	Path   string `json:"service_path"`
	Flyout string `json:"flyout_service_path,omitempty"`
}

type extendManifest struct {
	Propose service `json:"propose_properties"`
}

func (s *Server) manifest(r *http.Request, v *view) *manifest {
	base := s.baseURL(r) + v.pack.prefix
	types := []thing{}
	if len(v.info.Namespaces) == 1 {
		types = v.types("") // with several, people choose
	}
	return &manifest{
		Versions: []string{"0.1", "0.2"}, Name: v.title() + " (normlet)",
		IdentifierSpace: identifierSpace, SchemaSpace: schemaSpace, DefaultTypes: types,
		Documentation: base + "/docs", ServiceVersion: s.Version,
		View:    urlTemplate{base + "/preview?id={{id}}"},
		Preview: previewTemplate{base + "/preview?id={{id}}", 400, 250},
		Suggest: map[string]service{
			"entity":   {base, "/suggest/entity", "/flyout?id=${id}"},
			"type":     {URL: base, Path: "/suggest/type"},
			"property": {URL: base, Path: "/suggest/property"},
		},
		Extend:    extendManifest{service{URL: base, Path: "/properties"}},
		BatchSize: s.MaxBatch,
	}
}

// baseURL is where this server is for the client.
func (s *Server) baseURL(r *http.Request) string {
	if s.PublicURL != "" {
		return strings.TrimSuffix(s.PublicURL, "/")
	}
	return "http://" + r.Host
}

// types returns the namespaces that begin with prefix, in any case, as types.
func (v *view) types(prefix string) []thing {
	list := []thing{}
	for _, ns := range v.info.Namespaces {
		if strings.HasPrefix(strings.ToLower(ns), strings.ToLower(prefix)) {
			list = append(list, thing{ID: ns, Name: ns})
		}
	}
	return list
}

// query is one of a batch.
type query struct {
	Query      string          `json:"query"`
	Type       stringOrList    `json:"type"`
	Limit      float64         `json:"limit"` // the specification has numbers
	Properties []queryProperty `json:"properties"`
}

// queryProperty refines a query. Of all properties, context alone is heeded: text
// around the mention.
type queryProperty struct {
	PID string          `json:"pid"`
	V   json.RawMessage `json:"v"`
}

// stringOrList is a JSON string, or a list of them, or a list of objects with an id.
type stringOrList []string

// UnmarshalJSON reads any of the forms.
func (l *stringOrList) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*l = nil
		if one != "" {
			*l = []string{one}
		}
		return nil
	}
	if json.Unmarshal(data, (*[]string)(l)) == nil {
		return nil
	}
	var objects []thing
	if err := json.Unmarshal(data, &objects); err != nil {
		return err
	}
	*l = nil
	for _, o := range objects {
		*l = append(*l, o.ID)
	}
	return nil
}

type result struct {
	Result []candidate `json:"result"`
}

// candidate is an entity that a query may mean.
type candidate struct {
	thing
	Types    []thing   `json:"type"`
	Score    float64   `json:"score"` // 0 to 100
	Match    bool      `json:"match"`
	Features []feature `json:"features"`
}

// feature is a number or a truth value.
type feature struct {
	ID    string `json:"id"`
	Value any    `json:"value"`
}

// reconcileBatch answers queries by their keys.
func (s *Server) reconcileBatch(w http.ResponseWriter, r *http.Request, v *view, text string) error {
	var batch map[string]*query
	if err := s.decode(strings.NewReader(text), &batch, false); err != nil {
		return err
	}
	if len(batch) > s.MaxBatch {
		return s.tooMany(len(batch))
	}
	results := make(map[string]result, len(batch))
	var keys []string
	var questions []question
	for _, key := range slices.Sorted(maps.Keys(batch)) {
		q := batch[key]
		if q == nil || q.Limit < 0 || q.Limit != 0 && q.Limit < 1 {
			return failf(http.StatusBadRequest, "query %q: want an object, whose limit is 1 or more", key)
		}
		if list, ok := v.outright(q); ok {
			results[key] = result{list}
			continue
		}
		keys = append(keys, key)
		questions = append(questions, v.question(q))
	}
	answers, err := s.answer(r, v, questions)
	if err != nil {
		return err
	}
	for i, key := range keys {
		results[key] = result{v.candidates(&answers[i])}
	}
	return s.writeScript(w, r, results)
}

// outright answers what needs no look-up: queries without text, for types that there
// are not, and for an entity by its id.
func (v *view) outright(q *query) ([]candidate, bool) {
	if strings.TrimSpace(q.Query) == "" || len(q.Type) > 0 && len(v.known(q.Type)) == 0 {
		return []candidate{}, true
	}
	entity, ok := v.tables.IDs.Find(q.Query)
	if !ok {
		return nil, false
	}
	ns := v.namespaceOf(entity)
	return []candidate{{
		thing: thing{ID: q.Query, Name: v.nameOf(entity)}, Types: []thing{{ID: ns, Name: ns}}, Score: 100, Match: true,
		Features: []feature{{"p", 1}, {"id", true}},
	}}, true
}

// known returns those of the types that the pack has.
func (v *view) known(types []string) []string {
	return slices.DeleteFunc(slices.Clone(types), func(t string) bool { return !slices.Contains(v.info.Namespaces, t) })
}

func (v *view) question(q *query) question {
	out := question{mention: q.Query, k: int(min(q.Limit, core.MaxK)), namespaces: v.known(q.Type)}
	for _, p := range q.Properties {
		var values stringOrList
		if p.PID == "context" && json.Unmarshal(p.V, &values) == nil {
			out.context = strings.Join(values, " ")
		}
	}
	return out
}

// candidates returns the matches of an answer. The best is a match that nobody needs
// to look at when it is sure and alone.
func (v *view) candidates(a *core.Answer) []candidate {
	list := []candidate{} // rather than null
	for i, m := range a.Matches {
		c := candidate{
			thing: thing{ID: m.ID, Name: m.Name}, Types: []thing{{ID: m.Namespace, Name: m.Namespace}}, Score: answer.Round(100 * m.P),
			Match: i == 0 && !a.NIL && len(a.Ambiguous) == 0 && m.P >= v.sure,
			Features: []feature{
				{"p", answer.Round(m.P)}, {"similarity", answer.Round(m.Score)}, {"distance", m.Distance},
				{"exact", m.Stage == core.StageExact}, {"normalized", m.Stage <= core.StageNormalized},
			},
		}
		if m.Matched != m.Name {
			c.Description = fmt.Sprintf("has the name %s (%s)", m.Matched, m.Kind)
		}
		list = append(list, c)
	}
	// They fall by probability already, but for those that rounding made equal.
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.Score, a.Score) })
	return list
}
