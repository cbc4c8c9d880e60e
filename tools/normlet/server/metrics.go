package server

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/pattern"
)

// metrics are what /metrics shows, in a registry of their own.
type metrics struct {
	running  prometheus.Gauge
	requests *prometheus.CounterVec   // by path, method and status
	duration *prometheus.HistogramVec // by path
	answers  *prometheus.CounterVec   // by pack and answer
	lookup   prometheus.Histogram
	together prometheus.Histogram
	refused  prometheus.Counter
	reloads  *prometheus.CounterVec // by pack and result

	info, entities, names *prometheus.GaugeVec // of the packs

	gathering sync.Mutex
	handler   http.Handler
}

// Seconds of requests and of lookups.
var (
	requestBuckets  = []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10}
	lookupBuckets   = []float64{.00005, .0001, .0002, .0005, .001, .002, .005, .01, .02, .05, .1}
	togetherBuckets = []float64{1, 2, 4, 8, 16, 32, 64}
)

// liveHeap is what is in use after a garbage collection, so it grows only with a leak.
var liveHeap = pattern.Of(`^/gc/heap/live:bytes$`)

func newMetrics(waiting func() float64) *metrics {
	m := &metrics{
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "normlet_http_requests_running", Help: "Requests that are being read or answered."}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "normlet_http_requests_total", Help: "Requests answered."}, []string{"path", "method", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "normlet_http_request_duration_seconds", Help: "From a request's header to the end of its answer.",
			Buckets: requestBuckets}, []string{"path"}),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "normlet_lookups_total", Help: "Mentions looked up, by answer: entity, ambiguous or nil."}, []string{"pack", "answer"}),
		lookup: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "normlet_lookup_duration_seconds", Help: "Time of one look-up.", Buckets: lookupBuckets}),
		together: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "normlet_lookups_together", Help: "Mentions looked up together, of one request or several.", Buckets: togetherBuckets}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "normlet_http_requests_refused_total", Help: "Requests sent away, to come again later (429), because the server was busy."}),
		reloads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "normlet_pack_reloads_total", Help: "Replaced pack files, by result: done or failed."}, []string{"pack", "result"}),
		info: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "normlet_pack_info", Help: "1 for each pack that is served."}, []string{"pack", "title", "version", "bits"}),
		entities: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "normlet_pack_entities", Help: "Entities of a pack."}, []string{"pack"}),
		names:    prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "normlet_pack_names", Help: "Names of a pack."}, []string{"pack"}),
	}
	r := prometheus.NewRegistry()
	queue := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "normlet_http_requests_waiting", Help: "Requests that have arrived and wait for their turn."}, waiting)
	r.MustRegister(m.running, queue, m.requests, m.refused, m.duration, m.answers, m.lookup, m.together, m.reloads, m.info, m.entities, m.names,
		collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(collectors.GoRuntimeMetricsRule{Matcher: liveHeap()})), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(r, promhttp.HandlerOpts{})
	return m
}

// serve gathers for one client at a time, and sends afterwards: a slow one delays no other.
func (m *metrics) serve(w http.ResponseWriter, r *http.Request) error {
	out := &gathered{ResponseWriter: w}
	m.gather(out, r)
	_, _ = w.Write(out.content)
	return nil
}

func (m *metrics) gather(w http.ResponseWriter, r *http.Request) {
	m.gathering.Lock()
	defer m.gathering.Unlock()
	m.handler.ServeHTTP(w, r)
}

type gathered struct {
	http.ResponseWriter
	content []byte
}

func (g *gathered) Write(p []byte) (int, error) {
	g.content = append(g.content, p...)
	return len(p), nil
}

// knownMethods keeps clients from creating series.
var knownMethods = map[string]bool{"GET": true, "HEAD": true, "POST": true, "OPTIONS": true}

func (m *metrics) served(path, method string, status int, took time.Duration) {
	if !knownMethods[method] {
		method = "other"
	}
	m.requests.WithLabelValues(path, method, strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(path).Observe(took.Seconds())
}

func (m *metrics) answered(pack string, a *core.Answer, took time.Duration) {
	answer := "entity"
	if a.NIL {
		answer = "nil"
	} else if len(a.Ambiguous) > 0 {
		answer = "ambiguous"
	}
	m.answers.WithLabelValues(pack, answer).Inc()
	m.lookup.Observe(took.Seconds())
}

// loaded records an opened pack. Its title and version may hold any bytes.
func (m *metrics) loaded(p *Pack) {
	v := p.view()
	valid := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	m.info.DeletePartialMatch(prometheus.Labels{"pack": p.Name})
	m.info.WithLabelValues(p.Name, valid(v.title()), valid(v.info.Value("version")), strconv.Itoa(v.info.Bits)).Set(1)
	m.entities.WithLabelValues(p.Name).Set(float64(v.info.Entities))
	m.names.WithLabelValues(p.Name).Set(float64(v.info.Names))
}
