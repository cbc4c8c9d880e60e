package server

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// TestForeignPages sends what pages of other sites can make a browser send, and what
// programs, OpenRefine and this server's own pages do.
func TestForeignPages(t *testing.T) {
	s := testServer(t, Options{
		PublicURL:   "https://names.example/normlet/",
		AllowOrigin: func(origin string) bool { return origin == "http://127.0.0.1:3333" },
	})
	const foreign = "Origin: https://evil.example"
	for _, c := range []struct {
		what, method string
		headers      []string
		status       int
	}{
		{"a program, or OpenRefine's own", "POST", nil, 200},
		{"OpenRefine's pages", "POST", []string{"Origin: http://127.0.0.1:3333"}, 200},
		{"OpenRefine's pages in a browser that says more", "POST", []string{"Origin: http://127.0.0.1:3333", "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors"}, 200},
		{"an allowed page of another site", "POST", []string{"Origin: http://127.0.0.1:3333", "Sec-Fetch-Site: cross-site"}, 200},
		{"this server's pages", "POST", []string{"Origin: http://localhost", "Sec-Fetch-Site: same-origin"}, 200},
		{"the same behind encryption", "POST", []string{"Origin: https://localhost"}, 200},
		{"the same at its public address", "POST", []string{"Origin: https://names.example"}, 200},
		{"a form of another site", "POST", []string{foreign}, 403},
		{"the same, sent as by a person", "POST", []string{foreign, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"}, 403},
		{"a form of a page without an origin", "POST", []string{"Origin: null"}, 403},
		{"a form of a page that says nothing", "POST", []string{"Sec-Fetch-Site: cross-site"}, 403},
		{"a form of a page that says where it is", "POST", []string{"Sec-Fetch-Site: cross-site", "Referer: https://evil.example/x"}, 403},
		{"a form of an allowed page that says where it is", "POST", []string{"Sec-Fetch-Site: cross-site", "Referer: http://127.0.0.1:3333/x"}, 200},
		{"another port of this machine", "POST", []string{"Origin: http://localhost:8080"}, 403},
		{"another scheme", "POST", []string{"Origin: ftp://localhost"}, 403},
		{"a script", "GET", []string{foreign}, 403},
		{"an image", "GET", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"}, 403},
		{"the same by HEAD", "HEAD", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"}, 403},
		{"a link", "GET", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"}, 200},
		{"an address that is typed", "GET", []string{"Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"}, 200},
		{"this server's page", "GET", []string{"Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"}, 200},
		{"a question before asking", "OPTIONS", []string{foreign, "Sec-Fetch-Site: cross-site"}, 204},
	} {
		target, kind, body := "/", asForm, form("queries", `{"a":{"query":"FOXP2"}}`)
		if c.method != "POST" {
			target, kind, body = "/?"+body, "", ""
		}
		w := do(s, c.method, target, kind, body, c.headers...)
		if w.Code != c.status || c.status == 403 && (strings.Contains(w.Body.String(), "NCBIGene") || !strings.Contains(w.Body.String(), "--origin")) {
			t.Errorf("%s: status %d, want %d: %.200s", c.what, w.Code, c.status, w.Body)
		}
	}
	if w := do(s, "POST", "/lookup", "text/plain", `{"mentions":["a"]}`); w.Code != 415 { // what a form can send, too
		t.Errorf("text/plain: status %d", w.Code)
	}
	if w := do(testServer(t, Options{}), "POST", "/lookup", asJSON, `{"mentions":["a"]}`, foreign); w.Code != 200 {
		t.Errorf("all origins allowed: status %d", w.Code)
	}
	without := testServer(t, Options{AllowOrigin: func(string) bool { return false }})
	if w := do(without, "POST", "/lookup", asJSON, `{"mentions":["a"]}`, "Origin: null"); w.Code != 403 {
		t.Errorf("no origin and no public address: status %d", w.Code)
	}
}

// TestScriptAllowed checks pages that load scripts, in browsers that do not say Origin.
func TestScriptAllowed(t *testing.T) {
	s := testServer(t, Options{AllowOrigin: func(origin string) bool { return origin == "https://a.example:99" }})
	for _, c := range []struct {
		referer, site string
		want          bool
	}{
		{"", "", true}, {"", "same-origin", true}, {"", "cross-site", false}, {"https://a.example:99/x?y", "cross-site", true},
		{"https://a.example/x", "", false}, {"%", "", true}, {"/x", "cross-site", false},
	} {
		r := httptest.NewRequest("GET", "http://localhost/?callback=a", nil)
		r.Header.Set("Referer", c.referer)
		r.Header.Set("Sec-Fetch-Site", c.site)
		if got := s.scriptAllowed(r); got != c.want {
			t.Errorf("%q, %q: %v", c.referer, c.site, got)
		}
	}
}
