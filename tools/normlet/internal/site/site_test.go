package site

import (
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/tools/normlet/program"
)

var testProgram = &program.Program{Wasm: []byte("program"), Support: []byte("support")}

func testSite(t *testing.T) Site {
	t.Helper()
	s, err := New([]byte("pack"), testProgram)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSiteServes(t *testing.T) {
	handler := testSite(t).Handler(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	for _, c := range []struct {
		method, target, host string
		status               int
		contentType          string
	}{
		{"GET", "/", "127.0.0.1:8040", 200, "text/html; charset=utf-8"},
		{"HEAD", "/", "localhost", 200, "text/html; charset=utf-8"},
		{"GET", "/index.html?q=x", "[::1]:8040", 200, "text/html; charset=utf-8"},
		{"GET", "/lib/normlet.wasm", "localhost:1", 200, "application/wasm"},
		{"GET", "/lib/wasm_exec.js", "localhost", 200, "text/javascript; charset=utf-8"},
		{"GET", "/page/style.css", "localhost", 200, "text/css; charset=utf-8"},
		{"GET", "/page/icons/icon.svg", "localhost", 200, "image/svg+xml"},
		{"GET", "/manifest.webmanifest", "localhost", 200, "application/manifest+json"},
		{"GET", "/default.normpack", "localhost", 200, "application/octet-stream"},
		{"GET", "/precache.js", "localhost", 200, "text/javascript; charset=utf-8"},
		{"GET", "/missing", "localhost", 404, ""},
		{"GET", "/page/", "localhost", 404, ""},
		{"GET", "/page", "localhost", 404, ""},
		{"GET", "//index.html", "localhost", 404, ""},
		{"GET", "/page/../index.html", "localhost", 404, ""},
		{"GET", "/../../../../etc/passwd", "localhost", 404, ""},
		{"GET", "/..%2f..%2fetc/passwd", "localhost", 404, ""},
		{"GET", "/%2e%2e/go.mod", "localhost", 404, ""},
		{"GET", "/page%5cstyle.css", "localhost", 404, ""},
		{"GET", "/index.html%00", "localhost", 404, ""},
		{"POST", "/", "localhost", 405, ""},
		{"GET", "/", "evil.example", 421, ""},
		{"GET", "/", "localhost.evil.example:80", 421, ""},
		{"GET", "/", "192.168.1.1", 421, ""},
	} {
		r := httptest.NewRequest(c.method, "http://localhost"+c.target, nil)
		r.Host = c.host
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s %s of %s: status %d, want %d", c.method, c.target, c.host, w.Code, c.status)
		}
		if c.status == 200 && w.Header().Get("Content-Type") != c.contentType {
			t.Errorf("%s: type %q, want %q", c.target, w.Header().Get("Content-Type"), c.contentType)
		}
	}
}

// TestSiteFilesHaveTypes keeps a new kind of file from going out without its type.
func TestSiteFilesHaveTypes(t *testing.T) {
	s := testSite(t)
	if len(s) < 20 {
		t.Fatalf("the site has %d files: some are missing", len(s))
	}
	for _, path := range s.paths() {
		if ContentTypes[filepath.Ext(path)] == "" {
			t.Errorf("%s has no content type", path)
		}
	}
}

func TestSiteRevalidates(t *testing.T) {
	handler := testSite(t).Handler(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	r := httptest.NewRequest("GET", "http://localhost/lib/normlet.wasm", nil)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Header().Get("Cache-Control") != "no-cache" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "'wasm-unsafe-eval'") {
		t.Errorf("headers %v", w.Header())
	}
	r.Header.Set("If-None-Match", w.Header().Get("ETag"))
	w = httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("the same file again: status %d with %d bytes, want 304 with none", w.Code, w.Body.Len())
	}
}

// TestPrecache checks that the list names what is there, and changes with it.
func TestPrecache(t *testing.T) {
	s := testSite(t)
	list := string(s[precacheFile])
	for _, path := range s.paths() {
		want := path != workerFile && path != precacheFile && path != Index
		if got := strings.Contains(list, `"`+path+`": "sha256-`); got != want {
			t.Errorf("%s is in the list: %v, want %v", path, got, want)
		}
	}
	if !strings.Contains(list, `"./": "sha256-`) {
		t.Error("the list lacks the start page")
	}
	other, err := New([]byte("another pack"), testProgram)
	if err != nil {
		t.Fatal(err)
	}
	version := func(s Site) string { return strings.SplitN(string(s[precacheFile]), ",", 2)[0] }
	if version(s) == version(other) {
		t.Errorf("two sites with different packs have the version %s", version(s))
	}
	if version(s) != version(testSite(t)) {
		t.Error("the same site has two versions")
	}
}
