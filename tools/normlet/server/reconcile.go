package server

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// identifierSpace turns CURIEs into links. Entities are concepts.
const (
	identifierSpace = "https://bioregistry.io/"
	schemaSpace     = "http://www.w3.org/2004/02/skos/core#Concept"
)

// reconcile is the endpoint of the reconciliation API: queries, properties (extend), or else the manifest. Browsers get
// a page.
func (s *Server) reconcile(w http.ResponseWriter, r *http.Request, v *view) error {
	w.Header().Add("Vary", "Accept")
	name, value, err := s.field(r, "queries", "extend")
	switch {
	case err != nil:
		return err
	case name == "queries":
		return s.reconcileBatch(w, r, v, value)
	case name == "extend":
		return s.extend(w, r, v, value)
	case r.Method == http.MethodPost:
		return failf(http.StatusBadRequest, "want a form with queries or extend")
	case wantsPage(r):
		return s.home(w, v)
	}
	return s.writeScript(w, r, s.manifest(r, v))
}

// ref names an entity, a type or a property in a list.
type ref struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

type manifest struct {
	Versions        []string           `json:"versions"`
	Name            string             `json:"name"`
	IdentifierSpace string             `json:"identifierSpace"`
	SchemaSpace     string             `json:"schemaSpace"`
	DefaultTypes    []ref              `json:"defaultTypes"`
	Documentation   string             `json:"documentation"`
	ServiceVersion  string             `json:"serviceVersion,omitempty"`
	View            urlTemplate        `json:"view"`
	Preview         urlTemplate        `json:"preview"`
	Suggest         map[string]service `json:"suggest"`
	Extend          extendManifest     `json:"extend"`
	BatchSize       int                `json:"batchSize"`
}

type urlTemplate struct {
	URL    string `json:"url"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
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
	types := []ref{}
	if len(v.info.Namespaces) == 1 {
		types = v.types("") // with several, people choose
	}
	return &manifest{
		Versions: []string{"0.1", "0.2"}, Name: v.title() + " (normlet)",
		IdentifierSpace: identifierSpace, SchemaSpace: schemaSpace, DefaultTypes: types,
		Documentation: base + "/docs", ServiceVersion: s.Version,
		View:    urlTemplate{URL: v.viewTemplate(base)},
		Preview: urlTemplate{base + "/preview?id={{id}}", 400, 250},
		Suggest: map[string]service{
			"entity":   {base, "/suggest/entity", "/flyout?id=${id}"},
			"type":     {URL: base, Path: "/suggest/type"},
			"property": {URL: base, Path: "/suggest/property"},
		},
		Extend:    extendManifest{service{URL: base, Path: "/properties"}},
		BatchSize: s.MaxBatch,
	}
}

// viewTemplate is where people read of an entity: a place that lives on when this server has ended, as cells keep it.
func (v *view) viewTemplate(base string) string {
	if v.curies() {
		return identifierSpace + "{{id}}"
	}
	return base + "/preview?id={{id}}" // nothing else is known of these ids
}

// baseURL is the address of this server for the client.
func (s *Server) baseURL(r *http.Request) string {
	if s.PublicURL != "" {
		return strings.TrimSuffix(s.PublicURL, "/")
	}
	return "http://" + r.Host
}

// types returns the namespaces with a prefix, ignoring case, as types.
func (v *view) types(prefix string) []ref {
	list := []ref{}
	for _, ns := range v.info.Namespaces {
		if strings.HasPrefix(strings.ToLower(ns), strings.ToLower(prefix)) {
			list = append(list, ref{ID: ns, Name: ns})
		}
	}
	return list
}

// pageSize bounds the suggestions of a request; the parameter cursor skips some.
const pageSize = 20

// maxSuggestions bounds how many a cursor can skip: nobody pages through more.
const maxSuggestions = 4000

type suggestion struct {
	ref
	Notable []ref `json:"notable,omitempty"` // types, of entities
}

// suggestEntity answers GET /suggest/entity?prefix=TEXT with entities that have such a name; the parameter type filters
// by namespace.
func (s *Server) suggestEntity(w http.ResponseWriter, r *http.Request, v *view) error {
	form := r.URL.Query()
	skip := 0
	if text := form.Get("cursor"); text != "" {
		var err error
		if skip, err = strconv.Atoi(text); err != nil || skip < 0 {
			return failf(http.StatusBadRequest, "cursor %s: want a number from 0 on", cut(text))
		}
	}
	prefix := form.Get("prefix")
	if err := checkLength(prefix, "prefix", maxMention); err != nil {
		return err
	}
	leave, err := s.turn(r, false)
	if err != nil {
		return err
	}
	out := v.withPrefix(prefix, form.Get("type"), min(skip, maxSuggestions)+pageSize)
	leave()
	out = out[min(skip, len(out)):]
	return s.writeScript(w, r, map[string]any{"result": out})
}

// suggestType answers GET /suggest/type?prefix=TEXT with namespaces.
func (s *Server) suggestType(w http.ResponseWriter, r *http.Request, v *view) error {
	return s.writeScript(w, r, map[string]any{"result": v.types(r.URL.Query().Get("prefix"))})
}

// suggestProperty answers GET /suggest/property?prefix=TEXT with the properties to ask for, and context, which queries
// give.
func (s *Server) suggestProperty(w http.ResponseWriter, r *http.Request, v *view) error {
	prefix := strings.ToLower(r.URL.Query().Get("prefix"))
	list := []ref{}
	for _, p := range append(v.properties(), contextProperty) {
		if strings.HasPrefix(p.ID, prefix) || strings.HasPrefix(p.Name, prefix) {
			list = append(list, p)
		}
	}
	return s.writeScript(w, r, map[string]any{"result": list})
}

var contextProperty = ref{"context", "context", "text around the name, in queries"}

// property is what OpenRefine can fetch of entities.
type property struct {
	ref
	of  func(e *core.Entity) []string
	has func(c *pack.Contents) bool // whether a pack may have values of it
}

var properties = []property{
	{ref{"name", "primary name", ""}, func(e *core.Entity) []string { return []string{e.Name} }, always},
	{ref{"synonyms", "synonyms", "all other names, the strongest first"}, synonyms, always},
	{ref{"namespace", "namespace", ""}, func(e *core.Entity) []string { return []string{e.Namespace} }, always},
	{ref{"same", "same as", "ids of the same thing in other lists and namespaces"}, func(e *core.Entity) []string { return e.Same }, hasSame},
	{ref{"xrefs", "cross-references", "ids in other databases"}, func(e *core.Entity) []string { return e.XRefs }, hasDetails},
	{ref{"definition", "definition", "one sentence"}, definition, hasDetails},
}

func always(*pack.Contents) bool { return true }

func hasSame(c *pack.Contents) bool { return c.Same != nil || len(c.Also) > 0 }

func hasDetails(c *pack.Contents) bool { return len(c.Details) > 0 }

func synonyms(e *core.Entity) (list []string) {
	for _, n := range e.Names[1:] {
		list = append(list, n.Name)
	}
	return list
}

func definition(e *core.Entity) []string {
	if e.Definition == "" {
		return nil
	}
	return []string{e.Definition}
}

// properties are those that the pack may have values of.
func (v *view) properties() (list []ref) {
	for _, p := range properties {
		if p.has(v.tables) {
			list = append(list, p.ref)
		}
	}
	return list
}

// proposeProperties answers GET /properties?type=ID. All types have the same.
func (s *Server) proposeProperties(w http.ResponseWriter, r *http.Request, v *view) error {
	return s.writeScript(w, r, map[string]any{"type": r.URL.Query().Get("type"), "properties": v.properties()})
}

// cut quotes and shortens a text from a client.
func cut(text string) string {
	if len(text) > 80 {
		return fmt.Sprintf("%.80q...", text)
	}
	return fmt.Sprintf("%q", text)
}
