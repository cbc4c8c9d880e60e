package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/program"
)

var testProgram = &program.Program{Wasm: []byte("program"), Support: []byte("support")}

func testSite(t *testing.T) site {
	t.Helper()
	s, err := newSite([]byte("pack"), testProgram)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSiteServes(t *testing.T) {
	handler := testSite(t).handler(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
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
		if contentTypes[filepath.Ext(path)] == "" {
			t.Errorf("%s has no content type", path)
		}
	}
}

func TestSiteRevalidates(t *testing.T) {
	handler := testSite(t).handler(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
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
	list := string(s[sitePrecache])
	for _, path := range s.paths() {
		want := path != siteWorker && path != sitePrecache && path != siteIndex
		if got := strings.Contains(list, `"`+path+`": "sha256-`); got != want {
			t.Errorf("%s is in the list: %v, want %v", path, got, want)
		}
	}
	if !strings.Contains(list, `"./": "sha256-`) {
		t.Error("the list lacks the start page")
	}
	other, err := newSite([]byte("another pack"), testProgram)
	if err != nil {
		t.Fatal(err)
	}
	version := func(s site) string { return strings.SplitN(string(s[sitePrecache]), ",", 2)[0] }
	if version(s) == version(other) {
		t.Errorf("two sites with different packs have the version %s", version(s))
	}
	if version(s) != version(testSite(t)) {
		t.Error("the same site has two versions")
	}
}

// TestServe starts a server as normlet web does, and ends it as Ctrl-C does.
func TestServe(t *testing.T) {
	reader, stdout := io.Pipe()
	a := &app{stdout: stdout, stderr: io.Discard}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.serve(ctx, "127.0.0.1:0", testSite(t)) }()
	line := make([]byte, 100)
	n, err := reader.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(strings.TrimSpace(string(line[:n])) + "default.normpack")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || string(body) != "pack" {
		t.Errorf("got %q, %v", body, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestWebOut(t *testing.T) {
	f := newFixture(t)
	dir := filepath.Join(f.dir, "public")
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"web", "--pack", filepath.Join(f.dir, "t.normpack"), "--out", dir}, nil, &stdout, &stderr); code != exitDone {
		t.Fatalf("status %d: %s", code, &stderr)
	}
	program, err := os.ReadFile(filepath.Join(dir, "lib", "normlet.wasm"))
	if err != nil || !bytes.HasPrefix(program, []byte("\x00asm")) {
		t.Errorf("the program is no WebAssembly: %v", err)
	}
	packed, err := os.ReadFile(filepath.Join(dir, sitePack))
	if err != nil {
		t.Fatal(err)
	}
	unzip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unzip)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pack.Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := got.Append(nil, nil); err != nil || string(again) != tinyPack() {
		t.Errorf("another pack than the one given: %v", err)
	}
	if h, err := pack.ReadHeader(content); err != nil || slices.ContainsFunc(h.Sections, func(s pack.SectionInfo) bool { return s.Zstd }) {
		t.Errorf("the program has to decompress sections: %v", err)
	}
}

func TestWebRefuses(t *testing.T) {
	f := newFixture(t)
	f.write("cut.normpack", tinyPack()[:100])
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"web", "more"}, exitUsage, `"more" is one argument too many`},
		{[]string{"web", "--listen", "here"}, exitUsage, "want HOST:PORT"},
		{[]string{"web", "--updates", "genes"}, exitUsage, "belong together"},
		{[]string{"web", "--updates", "genes", "--root", filepath.Join(f.dir, "cut.normpack")}, exitUsage, "belong together"},
		{[]string{"web", "--pack", f.path("t.normpack"), "--out", f.dir, "--updates", "Genes", "--root", filepath.Join(f.dir, "cut.normpack")}, exitFailed, "no name of a pack"},
		{[]string{"web", "--pack", f.path("t.normpack"), "--out", f.dir, "--updates", "genes", "--root", filepath.Join(f.dir, "cut.normpack")}, exitFailed, "the root to trust"},
		{[]string{"web", "--pack", filepath.Join(f.dir, "cut.normpack")}, exitFailed, "damaged"},
		{[]string{"web", "--pack", filepath.Join(f.dir, "none")}, exitFailed, "no such file"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), c.args, nil, &stdout, &stderr); code != c.code || !strings.Contains(stderr.String(), c.says) {
			t.Errorf("%q: status %d, %s", c.args, code, &stderr)
		}
	}
}
