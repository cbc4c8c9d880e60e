package server

import (
	"net/http"
	"net/url"
)

// refuseForeign refuses requests that a page of a foreign origin makes a browser send. CORS keeps the page from reading the
// answer, but does not spare the server the work: browsers send forms, images and scripts without asking. Links and frames
// stay possible. http.CrossOriginProtection would let every GET pass.
func (s *Server) refuseForeign(r *http.Request) error {
	origin := s.foreignOrigin(r)
	if origin == "" || s.AllowOrigin(origin) || r.Method == http.MethodOptions {
		return nil
	}
	if r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" {
		return nil
	}
	return failf(http.StatusForbidden, "pages of the origin %s may not ask here; normlet serve --origin allows it", cut(origin))
}

// foreignOrigin returns the origin of the page that sent a request, "" for this server's own and for programs, which
// state none.
func (s *Server) foreignOrigin(r *http.Request) string {
	origin := r.Header.Get("Origin")
	if origin == "" && r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		origin = originOf(r.Referer())
	}
	if origin == "http://"+r.Host || origin == "https://"+r.Host || origin != noOrigin && origin == originOf(s.PublicURL) {
		return ""
	}
	return origin
}

// noOrigin is what browsers send for an origin they hide.
const noOrigin = "null"

// originOf returns the origin of an address, or noOrigin.
func originOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host
	}
	return noOrigin
}

// scriptAllowed reports whether the page that loads a script has an allowed origin. Browsers send no Origin with
// scripts, but mostly a referrer.
func (s *Server) scriptAllowed(r *http.Request) bool {
	if origin := originOf(r.Referer()); origin != noOrigin {
		return s.AllowOrigin(origin)
	}
	return r.Header.Get("Sec-Fetch-Site") != "cross-site" || s.AllowOrigin(noOrigin)
}

// allowOrigin sets the CORS headers for allowed origins.
func (s *Server) allowOrigin(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !s.AllowOrigin(origin) {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Set("Access-Control-Max-Age", "600")
		if r.Header.Get("Access-Control-Request-Private-Network") != "" {
			h.Set("Access-Control-Allow-Private-Network", "true")
		}
	}
}
