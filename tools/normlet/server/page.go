package server

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/escape"
)

//go:embed page/*.html page/*.js page/*.css
var pages embed.FS

// templates are parsed on the first page, so other commands pay nothing.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"upper": strings.ToUpper}).ParseFS(pages, "page/*.html"))
})

// pageFiles are the files that all pages share, with their types.
var pageFiles = map[string]string{
	"/page.js":  "text/javascript; charset=utf-8",
	"/page.css": "text/css; charset=utf-8",
}

func servePageFile(w http.ResponseWriter, r *http.Request) error {
	content, err := pages.ReadFile(path.Join("page", path.Base(r.URL.Path)))
	if err != nil {
		return err
	}
	write(w, http.StatusOK, pageFiles[r.URL.Path], content)
	return nil
}

// pagePolicy lets a page load only this server's files and answers.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// wantsPage reports whether a browser asks, not a program.
func wantsPage(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html") && !r.URL.Query().Has("callback")
}

func (s *Server) writePage(w http.ResponseWriter, name, policy string, data any) error {
	var b strings.Builder
	if err := templates().ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Referrer-Policy", "no-referrer")
	return s.respond(w, func(o *reply) error {
		o.contentType, o.end = "text/html; charset=utf-8", ""
		o.raw(escape.Lines(b.String()))
		return o.err
	})
}

func (s *Server) home(w http.ResponseWriter, v *view) error {
	return s.writePage(w, "home.html", pagePolicy, map[string]any{
		"Title": v.title(), "About": v.describe(), "Prefix": v.pack.prefix, "Site": s.Site != nil,
	})
}

func (s *Server) list(w http.ResponseWriter, r *http.Request) error {
	packs := []ref{}
	for _, p := range s.Packs {
		packs = append(packs, ref{p.prefix + "/", p.view().title(), p.view().describe()})
	}
	if wantsPage(r) {
		return s.writePage(w, "list.html", pagePolicy, packs)
	}
	return s.writeJSON(w, map[string][]ref{"packs": packs})
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	type packHealth struct {
		Name     string `json:"name"`
		Version  string `json:"version"`
		Entities int    `json:"entities"`
		Names    int    `json:"names"`
	}
	out := struct {
		Status string       `json:"status"`
		Packs  []packHealth `json:"packs"`
	}{Status: "ok"}
	for _, p := range s.Packs {
		i := p.view().info
		out.Packs = append(out.Packs, packHealth{p.Name, i.Value("version"), i.Entities, i.Names})
	}
	return s.writeJSON(w, out)
}

// ready answers as health does until the server is about to end. Packs are open before it listens.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) error {
	if s.ending.Load() {
		return failf(http.StatusServiceUnavailable, "the server is ending")
	}
	return s.health(w, r)
}

// maxShown bounds the names in a preview.
const maxShown = 40

type entityPage struct {
	ID, Name, Namespace, Link, Definition string
	Names                                 []string // all others
	More                                  int      // that are not shown
}

// preview answers GET /preview?id=ID with a small page to embed.
func (s *Server) preview(w http.ResponseWriter, r *http.Request, v *view) error {
	page, err := s.entityPage(r, v)
	if err != nil {
		return err
	}
	policy := strings.Replace(pagePolicy, "frame-ancestors 'none'", "frame-ancestors *", 1)
	return s.writePage(w, "preview.html", policy, page)
}

// flyout answers GET /flyout?id=ID with the body of a preview.
func (s *Server) flyout(w http.ResponseWriter, r *http.Request, v *view) error {
	page, err := s.entityPage(r, v)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, "entity", page); err != nil {
		return err
	}
	return s.writeScript(w, r, map[string]string{"id": page.ID, "html": escape.Lines(strings.TrimSpace(b.String()))})
}

// entityPage returns what to show of the entity that the parameter id names.
func (s *Server) entityPage(r *http.Request, v *view) (page entityPage, err error) {
	id := r.URL.Query().Get("id")
	if _, ok := v.tables.IDs.Find(id); !ok {
		return page, failf(http.StatusNotFound, "there is no entity %s", cut(id))
	}
	leave, err := s.turn(r, false)
	if err != nil {
		return page, err
	}
	defer leave()
	e, _ := v.Entity(id)
	page = entityPage{ID: id, Name: e.Name, Namespace: e.Namespace, Link: e.URL, Definition: e.Definition}
	if page.Link == "" && pack.Prefix(id) != "" {
		page.Link = identifierSpace + id
	}
	others := e.Names[1:]
	page.More = max(0, len(others)-maxShown)
	for _, n := range others[:len(others)-page.More] {
		page.Names = append(page.Names, n.Name)
	}
	return page, nil
}

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
