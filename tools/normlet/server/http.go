package server

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// failure is an error for the client.
type failure struct {
	status  int
	message string
	retry   time.Duration // after which to try again; 0: not for being busy
}

func (f *failure) Error() string { return f.message }

func failf(status int, format string, args ...any) error {
	return &failure{status: status, message: fmt.Sprintf(format, args...)}
}

// tooBusy refuses a request that would have to wait so long.
func tooBusy(wait time.Duration) error {
	return &failure{http.StatusTooManyRequests, "too many look-ups are waiting; try again later", wait}
}

// recorder remembers the status, and releases the request's body when the answer begins.
type recorder struct {
	http.ResponseWriter
	status int // 0 before the header is written
	body   *body
}

func (w *recorder) WriteHeader(status int) {
	w.status = status
	w.body.release()
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.MaxBytesReader and http.ResponseController through.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// ServeHTTP answers a request and recovers its panic.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begin := time.Now()
	route, known := s.routes[r.URL.Path]
	if !known {
		route.name = "other"
	}
	rec := &recorder{ResponseWriter: w, body: &body{holding: holding{budget: &s.budget}}}
	s.metrics.running.Inc()
	defer func() {
		rec.body.release()
		s.metrics.running.Dec()
		if p := recover(); p != nil {
			s.Log.Error("panic", "path", route.name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			s.fail(rec, errFailed)
		}
		took := time.Since(begin)
		s.metrics.served(route.name, r.Method, rec.status, took)
		s.Log.Debug("request", "method", r.Method, "path", route.name, "status", rec.status, "duration", took)
	}()
	if err := s.serve(rec, r, route, known); err != nil {
		s.fail(rec, err)
	}
}

func (s *Server) serve(w *recorder, r *http.Request, route route, known bool) error {
	if len(r.Header) > maxHeaderLines {
		return failf(http.StatusRequestHeaderFieldsTooLarge, "the header of a request may have %d lines", maxHeaderLines)
	}
	if s.LocalName != nil && !s.LocalName(r.Host) {
		return failf(http.StatusMisdirectedRequest, "this server answers on its own machine only")
	}
	site := s.Site != nil && strings.HasPrefix(r.URL.Path, "/web/")
	if !site {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		s.allowOrigin(w, r)
	}
	if err := s.refuseForeign(r); err != nil {
		return err
	}
	if site {
		s.Site.ServeHTTP(w, r)
		return nil
	}
	if !known {
		return failf(http.StatusNotFound, "there is nothing at this path; /docs says what there is")
	}
	f, method := route.methods[r.Method], r.Method
	if method == http.MethodHead {
		f = route.methods[http.MethodGet] // net/http leaves the body out
	}
	if f == nil {
		w.Header().Set("Allow", allow(route))
		if method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
		return failf(http.StatusMethodNotAllowed, "%s is not possible here, but %s", method, allow(route))
	}
	if r.ContentLength > s.MaxBody {
		return s.tooLarge()
	}
	if most := maxParameters + s.MaxNamespaces; strings.Count(r.URL.RawQuery, "&") >= most {
		return failf(http.StatusRequestURITooLong, "an address may have %d parameters", most)
	}
	if err := s.refuseEarly(r); err != nil {
		return err
	}
	w.body.ReadCloser = http.MaxBytesReader(w, r.Body, s.MaxBody)
	r.Body = w.body
	return f(w, r)
}

// refuseEarly refuses a request before its body is read: all that have one look up, and large ones many mentions.
func (s *Server) refuseEarly(r *http.Request) error {
	if r.Method != http.MethodPost {
		return nil
	}
	client := clientOf(r)
	if r.ContentLength > uncounted {
		if err := s.batches.check(client); err != nil {
			return err
		}
	}
	return s.turns.check(client)
}

func (s *Server) tooLarge() error {
	return failf(http.StatusRequestEntityTooLarge, "the body of a request may have %d bytes", s.MaxBody)
}

func allow(r route) string {
	methods := slices.Collect(maps.Keys(r.methods))
	if r.methods["GET"] != nil {
		methods = append(methods, "HEAD")
	}
	slices.Sort(methods)
	return strings.Join(append(methods, "OPTIONS"), ", ")
}

// fail sends an error, unless an answer has begun.
func (s *Server) fail(w *recorder, err error) {
	if w.status != 0 {
		return
	}
	var f *failure
	if !errors.As(err, &f) {
		s.Log.Error("request failed", "error", err.Error())
		f = errFailed
	}
	if f.status == http.StatusRequestEntityTooLarge {
		w.Header().Set("Connection", "close") // what remains of the body is not read
	}
	if f.retry > 0 {
		s.metrics.refused.Inc()
		w.Header().Set("Retry-After", strconv.Itoa(int((f.retry+time.Second-1)/time.Second)))
	}
	w.body.drain()
	writeMessage(w, f)
}
