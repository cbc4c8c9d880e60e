package server

import (
	"net/http"
	"strings"
)

// isFunction reports whether a text is a JavaScript function name of the kind used for callbacks.
func isFunction(text string) bool {
	if len(text) > 100 || '0' <= text[0] && text[0] <= '9' {
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.") == ""
}

// script starts an answer that is JSON, or with the parameter callback a call of that function (JSONP), which
// OpenRefine still uses in places. Any page can load a script, so its origin must be allowed. The caller must release
// the reply.
func (s *Server) script(r *http.Request) (*reply, error) {
	o := s.newReply()
	callback := r.URL.Query().Get("callback")
	if callback == "" {
		return o, nil
	}
	if !isFunction(callback) {
		return nil, failf(http.StatusBadRequest, "callback is no name of a function")
	}
	if !s.scriptAllowed(r) {
		return nil, failf(http.StatusForbidden, "pages of this origin may not read answers; normlet serve --origin allows it")
	}
	o.encoder.SetEscapeHTML(true) // with U+2028 and U+2029
	o.contentType, o.end = "text/javascript; charset=utf-8", "\n);"
	o.raw("/**/" + callback + "(")
	return o, nil
}

// writeScript sends a value as script does.
func (s *Server) writeScript(w http.ResponseWriter, r *http.Request, v any) error {
	o, err := s.script(r)
	if err != nil {
		return err
	}
	defer o.release()
	o.value(v)
	return o.send(w)
}
