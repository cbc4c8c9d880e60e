package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// buildPack makes a pack of three namespaces, in which two entities share the name
// FAKE1, with some zinc fingers.
func buildPack(fingers int) ([]byte, error) {
	const exact, alias = pack.KindExact, pack.KindAlias
	t := &data.Terminology{Entities: []data.Entity{
		{ID: "NCBIGene:93986", Namespace: "NCBIGene", Weight: 300, Names: []data.Name{{Text: "FOXP2"}, {Text: "CAGH44", Kind: alias}, {Text: "forkhead box P2", Kind: exact, Languages: "la"}}},
		{ID: "NCBIGene:5336", Namespace: "NCBIGene", Weight: 200, Names: []data.Name{{Text: "PLCG2"}, {Text: "FAKE1", Kind: alias}}},
		{ID: "NCBIGene:6198", Namespace: "NCBIGene", Weight: 200, Names: []data.Name{{Text: "RPS6KB1"}, {Text: "S6K", Kind: alias}, {Text: "FAKE1", Kind: alias}}},
		{ID: "MESH:D006192", Namespace: "MESH", Weight: 40, Names: []data.Name{{Text: "Haemophilus influenzae"}, {Text: "H. influenzae", Kind: alias}}},
		{ID: "own 7", Namespace: "X", Names: []data.Name{{Text: "<b>bold</b> & Söhne"}}},
	}}
	for i := range fingers {
		t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprintf("NCBIGene:%d", 100+i), Namespace: "NCBIGene", Weight: float64(i), Names: []data.Name{
			{Text: fmt.Sprintf("ZNF%d", 300+7*i)}, {Text: fmt.Sprintf("zinc finger protein %d", 300+7*i), Kind: exact},
		}})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Encoder: encodertest.Random(1024, 64), Samples: 500}, nil)
	if err != nil {
		return nil, err
	}
	return c.Append(nil, nil)
}

const fingers, otherFingers = 40, 30

var (
	builtPack  = sync.OnceValues(func() ([]byte, error) { return buildPack(fingers) })
	builtOther = sync.OnceValues(func() ([]byte, error) { return buildPack(otherFingers) })
)

func packFile(t testing.TB, build func() ([]byte, error)) []byte {
	t.Helper()
	content, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// testPack is served from memory.
func testPack(t testing.TB, name string) *Pack {
	t.Helper()
	p, err := NewPack(name, "", func(*os.File) (*core.Normalizer, error) { return core.OpenBytes(packFile(t, builtPack), nil) })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// testServer serves the test pack unless o has packs.
//
// Where a test does not say how long something may take, it takes what it takes: the machine may be busy.
func testServer(t testing.TB, o Options) *Server {
	t.Helper()
	for _, limit := range []*time.Duration{&o.MaxWait, &o.Grace, &o.ReadTimeout, &o.WriteTimeout} {
		*limit = cmp.Or(*limit, time.Hour)
	}
	if o.Packs == nil {
		o.Packs = []*Pack{testPack(t, "test")}
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// listen serves s at a free port until the test ends, and returns its address.
func listen(t *testing.T, s *Server) (address string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	stop = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { _ = stop() })
	return l.Addr().String(), stop
}

// taken returns how many places of all queues are taken, or waited for.
func (s *Server) taken() (n int) {
	for _, q := range []*queue{s.turns, s.batches} {
		q.mu.Lock()
		n += q.running + q.waiting
		q.mu.Unlock()
	}
	return n
}

// occupy takes all places of a queue. Whoever comes expects to wait for a second for each that waits already.
func occupy(q *queue) (free func()) {
	var tasks []*task
	for range q.places {
		t := &task{accepted: true}
		_ = q.join(context.Background(), t)
		tasks = append(tasks, t)
	}
	q.took, q.done = 1, 1
	return func() {
		for _, t := range tasks {
			q.leave(t)
		}
	}
}

// waiting has somebody wait for a place of q, until the test ends or the turn comes.
func waiting(t *testing.T, q *queue) {
	t.Helper()
	ctx, gone := context.WithCancel(context.Background())
	t.Cleanup(gone)
	before := q.length()
	go func() {
		t := &task{accepted: true}
		if q.join(ctx, t) == nil {
			q.leave(t)
		}
	}()
	eventually(t, "somebody waits", func() bool { return q.length() > before })
}

const (
	asJSON = "application/json"
	asForm = "application/x-www-form-urlencoded"
)

// do sends one request; a header is "Name: value".
func do(s http.Handler, method, target, contentType, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost"+target, strings.NewReader(body))
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// get returns what a path answers with, which has to be JSON and status 200.
func get[T any](t *testing.T, s http.Handler, target string) T {
	t.Helper()
	return decoded[T](t, do(s, "GET", target, "", ""))
}

func post[T any](t *testing.T, s http.Handler, target, contentType, body string) T {
	t.Helper()
	return decoded[T](t, do(s, "POST", target, contentType, body))
}

func decoded[T any](t *testing.T, w *httptest.ResponseRecorder) (value T) {
	t.Helper()
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != asJSON {
		t.Fatalf("status %d, %s: %s", w.Code, w.Header().Get("Content-Type"), w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &value); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return value
}

// form is a form of one field.
func form(name, value string) string { return url.Values{name: {value}}.Encode() }

// schema reads testdata/schemas/NAME.json.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "schemas", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// conforms checks JSON against a schema.
func conforms(t *testing.T, s *jsonschema.Schema, content io.Reader) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(content)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(value); err != nil {
		t.Errorf("%v", err)
	}
}

// writeFile replaces a file as whoever replaces a pack should: by renaming.
func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path+".new", content, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// eventually waits for what another goroutine is about to do, however long that takes.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	t.Logf("waiting until %s", what)
	for !done() {
		time.Sleep(time.Millisecond)
	}
}

// suggestions and proposal are what /suggest/... and /properties answer.
type suggestions struct{ Result []suggestion }

type proposal struct {
	Type       string
	Properties []ref
}
