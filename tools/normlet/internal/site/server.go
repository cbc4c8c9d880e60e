package site

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"path"
	"strings"
	"time"
)

// ContentTypes does not depend on the system's table, which may lack or alter types.
var ContentTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".normpack":    "application/octet-stream",
	".gz":          "application/gzip", // of pages written by earlier releases
	".json":        "application/json", // the root of a repository
}

// headers go with every file. Workers need the policy of index.html from the server, too.
var headers = map[string]string{
	"Cache-Control":                "no-cache", // always ask whether it changed
	"Content-Security-Policy":      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
}

// Handler serves the files of s under exactly their paths. On a loopback address it answers only to names of this
// machine: a foreign page could otherwise resolve its own name to this address and read the pack.
func (s Site) Handler(addr net.Addr) http.Handler {
	tags := make(map[string]string, len(s))
	for name, content := range s {
		tags[name] = fmt.Sprintf(`"%x"`, sha256.Sum256(content))
	}
	tcp, ok := addr.(*net.TCPAddr)
	loopback := ok && tcp.IP.IsLoopback()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if loopback && !LocalName(r.Host) {
			http.Error(w, "this page is served on this machine only", http.StatusMisdirectedRequest)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), Index)
		content, ok := s[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		for key, value := range headers {
			w.Header().Set(key, value)
		}
		w.Header().Set("Content-Type", ContentTypes[path.Ext(name)])
		w.Header().Set("ETag", tags[name])
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	})
}

// LocalName reports whether a host is this machine.
func LocalName(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
