package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// encode returns a value as JSON in one line. Names keep their <, > and &: no answer
// is read as HTML.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return b.Bytes(), err
}

func writeJSON(w http.ResponseWriter, status int, value any) error {
	content, err := encode(value)
	if err != nil {
		return err
	}
	write(w, status, "application/json", content)
	return nil
}

// write sends a whole answer. Its error is the client's: it has gone.
func write(w http.ResponseWriter, status int, contentType string, content []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	_, _ = w.Write(content)
}

// readJSON decodes the body of a request. A strict one may hold no unknown keys.
func (s *Server) readJSON(r *http.Request, value any, strict bool) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return failf(http.StatusUnsupportedMediaType, "want JSON, and a header Content-Type: application/json that says so")
	}
	return s.decode(r.Body, value, strict)
}

// decode reads the one JSON value in in.
func (s *Server) decode(in io.Reader, value any, strict bool) error {
	d := json.NewDecoder(in)
	if strict {
		d.DisallowUnknownFields()
	}
	err := d.Decode(value)
	if err == nil {
		if _, more := d.Token(); more == nil {
			err = errors.New("there is more after its end")
		} else if more != io.EOF {
			err = more
		}
	}
	if err == nil {
		return nil
	}
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return s.tooLarge()
	}
	if errors.Is(err, io.EOF) {
		return failf(http.StatusBadRequest, "malformed JSON: it is empty")
	}
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return failf(http.StatusBadRequest, "malformed JSON: byte %d: %v", syntax.Offset, err)
	}
	return failf(http.StatusBadRequest, "malformed JSON: %v", err)
}

// readForm reads the parameters of a request, of its address and of its form.
func (s *Server) readForm(r *http.Request) (url.Values, error) {
	if r.Method == http.MethodPost {
		if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
			return nil, failf(http.StatusUnsupportedMediaType, "want a form, application/x-www-form-urlencoded")
		}
	}
	err := r.ParseForm()
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return nil, s.tooLarge()
	}
	if err != nil {
		return nil, failf(http.StatusBadRequest, "malformed form: %v", err)
	}
	return r.Form, nil
}

// isFunction reports whether a text is the name of a function in JavaScript, as those
// that are made up for callbacks are.
func isFunction(text string) bool {
	if len(text) > 100 || '0' <= text[0] && text[0] <= '9' {
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.") == ""
}

// writeScript writes JSON, or a call with it of the function that the parameter
// callback names (JSONP): what the reconciliation API had before browsers had CORS,
// and OpenRefine still uses in places. A script is readable for any page that loads
// it, so the page has to be of an allowed origin.
func (s *Server) writeScript(w http.ResponseWriter, r *http.Request, value any) error {
	callback := r.URL.Query().Get("callback")
	if callback == "" {
		return writeJSON(w, http.StatusOK, value)
	}
	if !isFunction(callback) {
		return failf(http.StatusBadRequest, "callback is no name of a function")
	}
	if !s.scriptAllowed(r) {
		return failf(http.StatusForbidden, "pages of this origin may not read answers; normlet serve --origin allows it")
	}
	var b bytes.Buffer
	b.WriteString("/**/" + callback + "(")
	e := json.NewEncoder(&b) // escapes <, > and &, U+2028 and U+2029
	if err := e.Encode(value); err != nil {
		return err
	}
	b.WriteString(");")
	write(w, http.StatusOK, "text/javascript; charset=utf-8", b.Bytes())
	return nil
}

// scriptAllowed reports whether the page that loads a script is of an allowed origin.
// Browsers send no Origin with it, but mostly where the page comes from, and always
// whether that is another site.
func (s *Server) scriptAllowed(r *http.Request) bool {
	if u, err := url.Parse(r.Referer()); err == nil && u.Host != "" {
		return s.AllowOrigin(u.Scheme + "://" + u.Host)
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site":
		return s.AllowOrigin("null") // what an origin that says nothing of itself is called
	}
	return true
}
