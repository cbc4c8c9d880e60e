package server

import (
	"net/http"
	"strings"
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

// thing is an entity, a type or a property in a list.
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
	types := []thing{}
	if len(v.info.Namespaces) == 1 {
		types = v.types("") // with several, people choose
	}
	return &manifest{
		Versions: []string{"0.1", "0.2"}, Name: v.title() + " (normlet)",
		IdentifierSpace: identifierSpace, SchemaSpace: schemaSpace, DefaultTypes: types,
		Documentation: base + "/docs", ServiceVersion: s.Version,
		View:    urlTemplate{URL: base + "/preview?id={{id}}"},
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

// baseURL is the address of this server for the client.
func (s *Server) baseURL(r *http.Request) string {
	if s.PublicURL != "" {
		return strings.TrimSuffix(s.PublicURL, "/")
	}
	return "http://" + r.Host
}

// types returns the namespaces with a prefix, ignoring case, as types.
func (v *view) types(prefix string) []thing {
	list := []thing{}
	for _, ns := range v.info.Namespaces {
		if strings.HasPrefix(strings.ToLower(ns), strings.ToLower(prefix)) {
			list = append(list, thing{ID: ns, Name: ns})
		}
	}
	return list
}
