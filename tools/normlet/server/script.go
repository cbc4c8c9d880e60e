package server

import (
	"net/http"
	"strings"
)

// isFunction reports whether a text is the name of a function in JavaScript, as those
// that are made up for callbacks are.
func isFunction(text string) bool {
	if len(text) > 100 || '0' <= text[0] && text[0] <= '9' {
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.") == ""
}

// script makes an answer that is JSON, or a call with it of the function that the
// parameter callback names (JSONP): what the reconciliation API had before browsers
// had CORS, and OpenRefine still uses in places. A script is readable for any page that
// loads it, so the page has to be of an allowed origin. The caller has to release it.
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

// writeScript answers with a value as script does.
func (s *Server) writeScript(w http.ResponseWriter, r *http.Request, v any) error {
	o, err := s.script(r)
	if err != nil {
		return err
	}
	defer o.release()
	o.value(v)
	return o.send(w)
}
