package server

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/normlet/normlet/tools/normlet/escape"
)

// reply is an answer in the making. It is complete before the first byte is sent, so the client can learn of any
// failure and nothing shared is held while it reads. Its bytes are counted until they are sent.
type reply struct {
	chunks      [][]byte
	size        int // bytes in chunks
	max         int // that size may reach
	held        holding
	err         error                                     // the first of making it; nothing is added after it
	encode      func(b []byte, value any) ([]byte, error) // as JSON
	contentType string
	end         string // after the value
}

// chunkSize bounds the pieces of an answer. Small answers have smaller pieces.
const chunkSize = 64 << 10

// newReply makes a JSON answer. The caller must release it.
func (s *Server) newReply() *reply {
	o := &reply{max: int(s.MaxAnswer), held: holding{budget: &s.budget}, contentType: "application/json", end: "\n"}
	o.encode = escape.AppendJSON // no answer is read as HTML
	return o
}

func (o *reply) release() { o.held.release() }

func (o *reply) Write(p []byte) (n int, err error) {
	if o.size+len(p) > o.max {
		return 0, failf(http.StatusRequestEntityTooLarge, "the answer would have more than %d bytes; ask for less at a time", o.max)
	}
	for n < len(p) {
		last := len(o.chunks) - 1
		if last < 0 || len(o.chunks[last]) == cap(o.chunks[last]) {
			size := min(chunkSize, max(4096, o.size))
			if err := o.held.take(size); err != nil {
				return n, err
			}
			o.chunks = append(o.chunks, make([]byte, 0, size))
			last++
		}
		chunk := &o.chunks[last]
		fits := min(len(p)-n, cap(*chunk)-len(*chunk))
		*chunk = append(*chunk, p[n:n+fits]...)
		n, o.size = n+fits, o.size+fits
	}
	return n, nil
}

// raw adds a fragment of JSON.
func (o *reply) raw(text string) {
	if o.err == nil {
		_, o.err = o.Write([]byte(text))
	}
}

// value adds a value as JSON without line end.
func (o *reply) value(v any) {
	if o.err != nil {
		return
	}
	b, err := o.encode(nil, v)
	if o.err = err; err == nil {
		_, o.err = o.Write(b[:len(b)-1])
	}
}

// element adds the i-th value of a list.
func (o *reply) element(i int, v any) {
	if i > 0 {
		o.raw(",")
	}
	o.value(v)
}

// addList adds a list, one value at a time.
func addList[T any](o *reply, values []T) {
	o.raw("[")
	for i := range values {
		if o.element(i, values[i]); o.err != nil {
			return
		}
	}
	o.raw("]")
}

// send sends the answer, or returns the first error of making it. If sending fails, the client has gone.
func (o *reply) send(w http.ResponseWriter) error {
	if o.raw(o.end); o.err != nil {
		return o.err
	}
	writeHeader(w, http.StatusOK, o.contentType, o.size)
	for i, chunk := range o.chunks {
		if _, err := w.Write(chunk); err != nil {
			return nil
		}
		o.chunks[i] = nil
		o.held.give(cap(chunk))
	}
	return nil
}

// respond sends the answer that fill makes.
func (s *Server) respond(w http.ResponseWriter, fill func(o *reply) error) error {
	o := s.newReply()
	defer o.release()
	if err := fill(o); err != nil {
		return err
	}
	return o.send(w)
}

func (s *Server) writeJSON(w http.ResponseWriter, v any) error {
	return s.respond(w, func(o *reply) error { o.value(v); return o.err })
}

func writeList[T any](s *Server, w http.ResponseWriter, values []T) error {
	return s.respond(w, func(o *reply) error { addList(o, values); return o.err })
}

// writeMessage sends why a request failed.
func writeMessage(w http.ResponseWriter, f *failure) {
	b, _ := escape.AppendJSON(nil, struct { // a string: it cannot fail
		Message string `json:"message"`
	}{f.message})
	write(w, f.status, "application/json", b)
}

// write sends an answer. If that fails, the client has gone.
func write(w http.ResponseWriter, status int, contentType string, content []byte) {
	writeHeader(w, status, contentType, len(content))
	_, _ = w.Write(content)
}

func writeHeader(w http.ResponseWriter, status int, contentType string, size int) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(size))
	w.WriteHeader(status)
}

// isFunction reports whether a text is a JavaScript function name of the kind used for callbacks.
func isFunction(text string) bool {
	if len(text) > 100 || '0' <= text[0] && text[0] <= '9' {
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.") == ""
}

// respondScript is respond, or with the parameter callback a call of that function with the answer (JSONP), which
// OpenRefine still uses in places. Any page can load a script, so its origin must be allowed.
func (s *Server) respondScript(w http.ResponseWriter, r *http.Request, fill func(o *reply) error) error {
	callback := r.URL.Query().Get("callback")
	if callback == "" {
		return s.respond(w, fill)
	}
	if !isFunction(callback) {
		return failf(http.StatusBadRequest, "callback is no name of a function")
	}
	if !s.scriptAllowed(r) {
		return failf(http.StatusForbidden, "pages of this origin may not read answers; normlet serve --origin allows it")
	}
	return s.respond(w, func(o *reply) error {
		o.encode = escape.AppendScript
		o.contentType, o.end = "text/javascript; charset=utf-8", "\n);"
		o.raw("/**/" + callback + "(")
		return fill(o)
	})
}

// writeScript sends a value as respondScript does.
func (s *Server) writeScript(w http.ResponseWriter, r *http.Request, v any) error {
	return s.respondScript(w, r, func(o *reply) error { o.value(v); return o.err })
}
