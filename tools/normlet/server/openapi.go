package server

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

//go:embed openapi.json
var openAPIFile []byte

func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request, _ *view) error {
	write(w, http.StatusOK, "application/json", openAPIFile)
	return nil
}

// docs shows openapi.json to people.
func (s *Server) docs(w http.ResponseWriter, _ *http.Request, _ *view) error {
	page, err := docsPage()
	if err != nil {
		return err
	}
	return s.writePage(w, "docs.html", pagePolicy, page)
}

type openAPIDocument struct {
	Info  struct{ Title, Description string }
	Paths map[string]map[string]openAPIOperation // by path and method
}

type openAPIOperation struct {
	Summary     string
	Parameters  []openAPIParameter
	RequestBody struct {
		Content map[string]struct{ Example json.RawMessage }
	}
}

type openAPIParameter struct {
	Name, Description string
	Example           json.RawMessage
}

// docsEntry is an operation as docs.html shows it.
type docsEntry struct {
	Method, Path, Summary, Example string
	Parameters                     []openAPIParameter
}

var docsPage = sync.OnceValues(func() (any, error) {
	var d openAPIDocument
	if err := json.Unmarshal(openAPIFile, &d); err != nil {
		return nil, err
	}
	var entries []docsEntry
	for path, methods := range d.Paths {
		for method, o := range methods {
			entries = append(entries, docsEntry{strings.ToUpper(method), path, o.Summary, o.example(), o.Parameters})
		}
	}
	slices.SortFunc(entries, func(a, b docsEntry) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	return map[string]any{"Info": d.Info, "Paths": entries}, nil
})

// example returns what to send, "" when there is nothing to show.
func (o *openAPIOperation) example() string {
	for _, c := range o.RequestBody.Content { // there is one
		return plain(c.Example)
	}
	var list []string
	for _, p := range o.Parameters {
		if p.Example != nil {
			list = append(list, fmt.Sprintf("%s=%s", p.Name, plain(p.Example)))
		}
	}
	return strings.Join(list, "&")
}

// plain returns JSON as it is, and a JSON string as its text.
func plain(j json.RawMessage) string {
	var text string
	if json.Unmarshal(j, &text) == nil {
		return text
	}
	return string(j)
}
