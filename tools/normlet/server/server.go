package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/normlet/normlet/core"
)

// Options configures a Server. Only Packs is required.
type Options struct {
	Packs []*Pack // one is served at /, several each at /NAME/

	MaxBody       int64         // bytes of a request's body: 8 MiB
	MaxBatch      int           // mentions, queries or ids of one request: 1000
	MaxNamespaces int           // namespaces, or types, of one request or query: 64
	MaxProperties int           // properties of one request or query, and values of one: 64
	MaxAnswer     int64         // bytes of an answer: 16 MiB
	MaxHeld       int64         // bytes of bodies and answers, of all requests, at the same time: 64 MiB
	MaxConns      int           // connections; those that wait the longest are closed for others: 4096
	MaxLookups    int           // requests that look up at the same time: one for each processor, at least two
	MaxTogether   int           // look-ups of different requests that one turn answers: 16
	MaxWait       time.Duration // that a request may have to wait for its turn; it is refused if it would be more: 5 s

	ReadTimeout  time.Duration // for a whole request: 30 s
	WriteTimeout time.Duration // from the end of a request's header to the end of its answer: 60 s
	IdleTimeout  time.Duration // between the requests of a connection: 2 min
	Drain        time.Duration // between not being ready any more and taking no more requests: none
	Grace        time.Duration // for running requests after that: 10 s

	// LocalName reports whether a host is this machine. If it is set, requests for other hosts are refused: a foreign
	// page could resolve its own name to this address and read the packs.
	LocalName func(host string) bool
	// AllowOrigin reports whether pages of an origin may read answers; nil allows all.
	AllowOrigin func(origin string) bool

	PublicURL string       // that clients reach the server at, when it is not what they say it is
	Version   string       // of the program
	Site      http.Handler // the page that looks up in the browser, at /web/; may be nil
	Log       *slog.Logger // nothing is logged when it is nil
}

func (o *Options) setDefaults() {
	o.MaxBody, o.MaxBatch, o.MaxNamespaces = cmp.Or(o.MaxBody, 8<<20), cmp.Or(o.MaxBatch, 1000), cmp.Or(o.MaxNamespaces, 64)
	o.MaxProperties, o.MaxAnswer, o.MaxHeld = cmp.Or(o.MaxProperties, 64), cmp.Or(o.MaxAnswer, 16<<20), cmp.Or(o.MaxHeld, 64<<20)
	o.MaxConns, o.MaxLookups = cmp.Or(o.MaxConns, 4096), cmp.Or(o.MaxLookups, max(2, runtime.GOMAXPROCS(0)))
	o.MaxTogether = cmp.Or(o.MaxTogether, 16)
	o.MaxWait, o.Grace = cmp.Or(o.MaxWait, 5*time.Second), cmp.Or(o.Grace, 10*time.Second)
	o.ReadTimeout, o.WriteTimeout = cmp.Or(o.ReadTimeout, 30*time.Second), cmp.Or(o.WriteTimeout, 60*time.Second)
	o.IdleTimeout, o.Log = cmp.Or(o.IdleTimeout, 2*time.Minute), cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.AllowOrigin == nil {
		o.AllowOrigin = func(string) bool { return true }
	}
}

// Server is an http.Handler. Serve runs it with the time-outs that it needs.
type Server struct {
	Options
	routes  map[string]route // by path
	metrics *metrics
	budget  budget // of Options.MaxHeld
	turns   *queue // of requests that look up
	batches *queue // of requests that look up many mentions, in turns
	ending  atomic.Bool
	sleep   func(time.Duration)
	search  func(n *core.Normalizer, queries []core.Query, o core.Options) ([]core.Answer, error)
}

// New makes a Server. It fails if the names of the packs clash.
func New(o Options) (*Server, error) {
	o.setDefaults()
	s := &Server{
		Options: o,
		turns:   newQueue(o.MaxLookups, o.MaxTogether, o.MaxWait), batches: newQueue(max(1, o.MaxLookups/2), 1, o.MaxWait),
		search: (*core.Normalizer).LookupMany, sleep: time.Sleep,
	}
	s.metrics = newMetrics(func() float64 { return float64(s.turns.length() + s.batches.length()) })
	s.budget.left.Store(o.MaxHeld)
	if len(o.Packs) == 0 {
		return nil, errors.New("no pack to serve")
	}
	if err := s.makeRoutes(); err != nil {
		return nil, err
	}
	for _, p := range o.Packs {
		s.metrics.loaded(p)
	}
	return s, nil
}

// maxHeader bounds the header of a request with its address; net/http adds 4 KiB. A parsed header of many lines holds
// up to twenty times its size; maxHeaderLines bounds these.
const (
	maxHeader      = 8 << 10
	maxHeaderLines = 100
)

// Serve answers requests at l until ctx ends. Then it is not ready any more, which /readyz tells, for Options.Drain takes
// further requests, whose senders may not know that yet, and waits for those that run, at most for Options.Grace.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := s.httpServer()
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		s.ending.Store(true)
		s.sleep(s.Drain)
		grace, cancel := context.WithTimeout(context.Background(), s.Grace)
		defer cancel()
		err := errors.New("ending panics")
		s.protect("ending", func() { err = h.Shutdown(grace) })
		ended <- err
	})
	defer stop()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	if err := <-ended; err != nil {
		h.Close()
		return fmt.Errorf("requests were still running %s after the end: they were cut off", s.Grace)
	}
	return nil
}

func (s *Server) httpServer() *http.Server {
	conns := newConnections(s.MaxConns)
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: min(s.ReadTimeout, 10*time.Second),
		ReadTimeout:       s.ReadTimeout,
		WriteTimeout:      s.WriteTimeout,
		IdleTimeout:       s.IdleTimeout,
		MaxHeaderBytes:    maxHeader,
		ConnState:         conns.changed,
		ConnContext:       conns.context,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug), // what clients do wrong on the wire
	}
}

type route struct {
	name    string // in metrics
	methods map[string]handler
}

// A handler answers a request or returns an error; the client reads a *failure.
type handler func(w http.ResponseWriter, r *http.Request) error

// packHandler is a handler for the pack of a path.
type packHandler func(s *Server, w http.ResponseWriter, r *http.Request, v *view) error

// packRoutes are the paths of each pack below its prefix. Gilda knows only POST.
var packRoutes = map[string]map[string]packHandler{
	"/":                 {"GET": (*Server).reconcile, "POST": (*Server).reconcile},
	"/suggest/entity":   {"GET": (*Server).suggestEntity},
	"/suggest/type":     {"GET": (*Server).suggestType},
	"/suggest/property": {"GET": (*Server).suggestProperty},
	"/flyout":           {"GET": (*Server).flyout},
	"/properties":       {"GET": (*Server).proposeProperties},
	"/preview":          {"GET": (*Server).preview},
	"/lookup":           {"GET": (*Server).lookupOne, "POST": (*Server).lookupMany},
	"/ground":           {"POST": (*Server).ground},
	"/ground_multi":     {"POST": (*Server).groundMulti},
	"/annotate":         {"POST": (*Server).annotate},
	"/names":            {"POST": (*Server).names},
	"/get_names":        {"POST": (*Server).names},
	"/models":           {"GET": (*Server).models, "POST": (*Server).models},
	"/openapi.json":     {"GET": (*Server).openAPI},
	"/docs":             {"GET": (*Server).docs},
}

// reservedNames cannot be names of packs.
var reservedNames = []string{"healthz", "readyz", "metrics", "web"}

func (s *Server) makeRoutes() error {
	s.routes = make(map[string]route)
	for _, p := range s.Packs {
		if !utf8.ValidString(p.Name) {
			return fmt.Errorf("a pack cannot be served under the name %q, which is not UTF-8: rename its file", p.Name)
		}
		if len(s.Packs) > 1 {
			p.prefix = "/" + p.Name
		}
		for path, methods := range packRoutes {
			s.route(p.prefix+path, path, s.bind(p, methods))
		}
		if p.prefix != "" {
			if p.Name == "" || strings.ContainsAny(p.Name, "/ ") || slices.Contains(reservedNames, p.Name) {
				return fmt.Errorf("a pack cannot be served under the name %q", p.Name)
			}
			if _, taken := s.routes[p.prefix]; taken {
				return fmt.Errorf("two packs would be served under the name %q: rename one file", p.Name)
			}
			s.routes[p.prefix] = s.routes[p.prefix+"/"] // people leave the slash out
		}
	}
	if len(s.Packs) > 1 {
		s.route("/", "/", map[string]handler{"GET": s.list})
	}
	s.route("/healthz", "/healthz", map[string]handler{"GET": s.health})
	s.route("/readyz", "/readyz", map[string]handler{"GET": s.ready})
	s.route("/metrics", "/metrics", map[string]handler{"GET": s.metrics.serve})
	if s.Site != nil {
		s.route("/web", "/web", map[string]handler{"GET": redirectToSite})
	}
	for path := range pageFiles {
		s.route(path, "page", map[string]handler{"GET": servePageFile})
	}
	return nil
}

func redirectToSite(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, "/web/", http.StatusPermanentRedirect)
	return nil
}

func (s *Server) route(path, name string, methods map[string]handler) {
	s.routes[path] = route{name, methods}
}

// bind makes handlers that take the current view of a pack.
func (s *Server) bind(p *Pack, methods map[string]packHandler) map[string]handler {
	bound := make(map[string]handler, len(methods))
	for method, f := range methods {
		bound[method] = func(w http.ResponseWriter, r *http.Request) error { return f(s, w, r, p.view()) }
	}
	return bound
}
