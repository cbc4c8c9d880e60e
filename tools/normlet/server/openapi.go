package server

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
)

//go:embed openapi.json
var openAPIFile []byte

func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request, _ *view) error {
	write(w, http.StatusOK, "application/json", openAPIFile)
	return nil
}

// docs shows openapi.json to people.
func (s *Server) docs(w http.ResponseWriter, _ *http.Request, _ *view) error {
	var d openAPIDocument
	if err := json.Unmarshal(openAPIFile, &d); err != nil {
		return err
	}
	return s.writePage(w, "docs.html", pagePolicy, d)
}

type openAPIDocument struct {
	Info  struct{ Title, Description string }
	Paths map[string]map[string]openAPIOperation // by path and method
}

type openAPIOperation struct {
	Summary    string
	Parameters []struct {
		Name, Description string
		Example           json.RawMessage
	}
	RequestBody struct {
		Content map[string]struct{ Example json.RawMessage }
	}
}

// Example returns what to send, "" for nothing.
func (o openAPIOperation) Example() string {
	for _, c := range o.RequestBody.Content { // there is one
		return plain(c.Example)
	}
	var list []string
	for _, p := range o.Parameters {
		if p.Example != nil {
			list = append(list, p.Name+"="+plain(p.Example))
		}
	}
	return strings.Join(list, "&")
}

// plain returns JSON, a JSON string as its text.
func plain(j json.RawMessage) string {
	var text string
	if json.Unmarshal(j, &text) == nil {
		return text
	}
	return string(j)
}
