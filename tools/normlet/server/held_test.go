package server

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// stalled is a client that reads nothing: writing to it lasts until it is told to go.
type stalled struct {
	header http.Header
	status int
	begun  chan struct{} // closed by the first byte of an answer
	leave  chan struct{}
}

func (c *stalled) Header() http.Header    { return c.header }
func (c *stalled) WriteHeader(status int) { c.status = status }
func (c *stalled) Write(p []byte) (int, error) {
	close(c.begun)
	<-c.leave
	return 0, io.ErrClosedPipe
}

// stall sends a request and returns when its answer is being written, and what makes
// the client go.
func stall(t *testing.T, s *Server, target, contentType, body string) (leave func()) {
	t.Helper()
	c := &stalled{http.Header{}, 0, make(chan struct{}), make(chan struct{})}
	r := httptest.NewRequest("POST", "http://localhost"+target, strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	done := make(chan struct{})
	go func() { s.ServeHTTP(c, r); close(done) }()
	<-c.begun
	if c.status != http.StatusOK {
		t.Errorf("%s: status %d", target, c.status)
	}
	return func() { close(c.leave); <-done }
}

// requests are one of each kind that looks many things up.
var requests = []struct{ target, contentType, body string }{
	{"/lookup", asJSON, `{"mentions":["FOXP2","S6K"],"k":5}`},
	{"/ground", asJSON, `{"text":"FOXP2"}`},
	{"/ground_multi", asJSON, `[{"text":"FOXP2"},{"text":"S6K"}]`},
	{"/annotate", asJSON, `{"text":"FOXP2 and S6K"}`},
	{"/names", asJSON, `{"id":"NCBIGene:93986"}`},
	{"/", asForm, form("queries", `{"a":{"query":"FOXP2"},"b":{"query":"NCBIGene:93986"},"c":{"query":"S6K"}}`)},
	{"/", asForm, form("extend", `{"ids":["NCBIGene:93986","NCBIGene:5336","x"],"properties":[{"id":"synonyms"},{"id":"name"}]}`)},
}

// TestNothingIsHeldWhileWriting has clients that do not read. Each other request is
// answered, and when they have gone all is as before.
func TestNothingIsHeldWhileWriting(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 1})
	for _, q := range requests {
		leave := stall(t, s, q.target, q.contentType, q.body)
		if s.taken() != 0 {
			t.Errorf("%s: %d turns are taken while it is written", q.target, s.taken())
		}
		for _, other := range requests {
			if w := do(s, "POST", other.target, other.contentType, other.body); w.Code != 200 {
				t.Errorf("%s while %s is written: status %d", other.target, q.target, w.Code)
			}
		}
		leave()
	}
	if left := s.budget.left.Load(); left != s.MaxHeld {
		t.Errorf("%d bytes are left of %d", left, s.MaxHeld)
	}
}

// largeAnswer asks for an answer of some 200 KB.
const largeAnswer = `{"k":40,"mentions":["zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc","zinc"]}`

// TestAnswersShareABudget lets slow clients ask for much. When the budget is used up
// others get no large answer, and each its look-up.
func TestAnswersShareABudget(t *testing.T) {
	s := testServer(t, Options{MaxHeld: 1 << 20})
	size := do(s, "POST", "/lookup", asJSON, largeAnswer).Body.Len()
	if size < 100_000 || size > 300_000 {
		t.Fatalf("a large answer has %d bytes", size)
	}
	var leave []func()
	for range (1<<20)/(size+chunkSize) - 1 { // each may hold a chunk more than it has
		leave = append(leave, stall(t, s, "/lookup", asJSON, largeAnswer))
	}
	if held, least := s.MaxHeld-s.budget.left.Load(), int64(len(leave)*(size-uncounted)); held < least {
		t.Errorf("%d bytes are held, want %d", held, least)
	}
	refused := 0
	for range 10 {
		c := &stalled{http.Header{}, 0, make(chan struct{}), make(chan struct{})}
		r := httptest.NewRequest("POST", "http://localhost/lookup", strings.NewReader(largeAnswer))
		r.Header.Set("Content-Type", asJSON)
		done := make(chan struct{})
		go func() { s.ServeHTTP(c, r); close(done) }()
		<-c.begun
		if c.status == http.StatusTooManyRequests && c.header.Get("Retry-After") == "1" {
			refused++
		}
		leave = append(leave, func() { close(c.leave); <-done })
	}
	if refused < 8 {
		t.Errorf("%d of 10 more are refused", refused)
	}
	if left := s.budget.left.Load(); left < 0 {
		t.Errorf("%d bytes too many are held", -left)
	}
	if w := do(s, "GET", "/lookup?q=FOXP2", "", ""); w.Code != 200 {
		t.Errorf("a look-up meanwhile: status %d", w.Code)
	}
	for _, f := range leave {
		f()
	}
	if left := s.budget.left.Load(); left != s.MaxHeld {
		t.Errorf("%d bytes are left of %d", left, s.MaxHeld)
	}
	if w := do(s, "POST", "/lookup", asJSON, largeAnswer); w.Code != 200 {
		t.Errorf("afterwards: status %d", w.Code)
	}
}

// TestBodiesShareABudget lets slow clients send much. It is counted as it comes, not as
// it is announced.
func TestBodiesShareABudget(t *testing.T) {
	s := testServer(t, Options{MaxHeld: 200_000})
	mentions := strings.Repeat(`{"mention":"FOXP2","context":"`+strings.Repeat("x", 30_000)+`"},`, 5) // 150 KB
	begin, end := `{"mentions":[`+mentions, `"S6K"]}`
	send, in := io.Pipe()
	slow := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		r := httptest.NewRequest("POST", "http://localhost/lookup", send)
		r.Header.Set("Content-Type", asJSON)
		s.ServeHTTP(slow, r)
		close(done)
	}()
	if _, err := io.WriteString(in, begin); err != nil { // returns when all of it was read
		t.Fatal(err)
	}
	eventually(t, "what came of the body is held", func() bool { return s.MaxHeld-s.budget.left.Load() == int64(len(begin)-uncounted) })
	w := do(s, "POST", "/lookup", asJSON, begin+end)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "try again") {
		t.Errorf("another large body: status %d, %s", w.Code, w.Body)
	}
	for _, q := range requests {
		if w := do(s, "POST", q.target, q.contentType, q.body); w.Code != 200 {
			t.Errorf("%s meanwhile: status %d", q.target, w.Code)
		}
	}
	if _, err := io.WriteString(in, end); err != nil {
		t.Fatal(err)
	}
	in.Close()
	if <-done; slow.Code != 200 {
		t.Errorf("the slow one: status %d, %.200s", slow.Code, slow.Body)
	}
	if left := s.budget.left.Load(); left != s.MaxHeld {
		t.Errorf("%d bytes are left of %d", left, s.MaxHeld)
	}
	if w := do(s, "POST", "/lookup", asJSON, begin+end); w.Code != 200 {
		t.Errorf("afterwards: status %d", w.Code)
	}
}

// TestRefusedBodiesAreRead checks that a client which sends too much gets to read why:
// it is still sending when that is known.
func TestRefusedBodiesAreRead(t *testing.T) {
	s := testServer(t, Options{MaxBatch: 2})
	body := strings.NewReader(`{"mentions":["a","b","c"` + strings.Repeat(`,"d"`, 100_000) + `]}`)
	r := httptest.NewRequest("POST", "http://localhost/lookup", body)
	r.Header.Set("Content-Type", asJSON)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusRequestEntityTooLarge || body.Len() > 0 {
		t.Errorf("status %d, %d bytes are not read", w.Code, body.Len())
	}
	body.Seek(0, io.SeekStart)
	r = httptest.NewRequest("POST", "http://localhost/lookup", body) // no Content-Type
	w = httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusUnsupportedMediaType || body.Len() == 0 {
		t.Errorf("status %d; the body of a request that is refused for its header is read: %d bytes are left", w.Code, body.Len())
	}
}

// TestHolding counts what is taken and given.
func TestHolding(t *testing.T) {
	var b budget
	b.left.Store(100)
	h := holding{budget: &b}
	for _, c := range []struct {
		take, left int64
		ok         bool
	}{
		{uncounted, 100, true}, {1, 99, true}, {99, 0, true}, {1, 0, false}, {1, 0, false}, {-50, 50, true}, {51, 50, false}, {50, 0, true},
		{-100, 100, true}, {-10, 100, true}, {10, 100, true}, {1, 99, true},
	} {
		if err := h.take(int(c.take)); (err == nil) != c.ok || b.left.Load() != c.left {
			t.Errorf("take %d: %v, %d left, want %d", c.take, err, b.left.Load(), c.left)
		}
	}
	full := body{ReadCloser: io.NopCloser(strings.NewReader(strings.Repeat("x", uncounted+102))), holding: holding{budget: &b}}
	if n, err := io.ReadFull(&full, make([]byte, uncounted+99)); err != nil || n != uncounted+99 || !full.begun {
		t.Errorf("as much as is left: %d bytes, %v", n, err)
	}
	if n, err := full.Read(make([]byte, 3)); n != 0 || err == nil {
		t.Errorf("more than is left: %d bytes, %v", n, err)
	}
	full.release()
	if h.release(); b.left.Load() != 100 || h.size != 0 {
		t.Errorf("released: %d left, %d held", b.left.Load(), h.size)
	}
}

// TestAnswerSize checks that answers end where they may have no more bytes, and not
// before.
func TestAnswerSize(t *testing.T) {
	plain := testServer(t, Options{})
	for _, q := range append(requests, struct{ target, contentType, body string }{"/lookup", asJSON, largeAnswer}) {
		want := do(plain, "POST", q.target, q.contentType, q.body).Body.String()
		exact := testServer(t, Options{Packs: plain.Packs, MaxAnswer: int64(len(want))})
		if w := do(exact, "POST", q.target, q.contentType, q.body); w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: status %d with exactly as many bytes as there may be", q.target, w.Code)
		}
		less := testServer(t, Options{Packs: plain.Packs, MaxAnswer: int64(len(want)) - 1})
		if w := do(less, "POST", q.target, q.contentType, q.body); w.Code != 413 || !strings.Contains(w.Body.String(), "ask for less at a time") {
			t.Errorf("%s: status %d with a byte more than there may be: %.200s", q.target, w.Code, w.Body)
		}
		if exact.budget.left.Load() != exact.MaxHeld || less.budget.left.Load() != less.MaxHeld || less.taken() > 0 {
			t.Errorf("%s: something is still held", q.target)
		}
	}
}

// TestFailedAnswersAreLetGo has large answers become too large when much of them is
// there already.
func TestFailedAnswersAreLetGo(t *testing.T) {
	s := testServer(t, Options{MaxAnswer: 40_000})
	list := func(text string) string { return strings.TrimSuffix(strings.Repeat(text+",", 200), ",") }
	var ids, queries []string
	for i := range 900 {
		ids = append(ids, fmt.Sprintf(`"an unknown id of some length %d"`, i))
		queries = append(queries, fmt.Sprintf(`"q%d":{"query":"zinc finger protein"}`, i))
	}
	for _, q := range []struct{ target, contentType, body string }{
		{"/lookup", asJSON, `{"k":20,"mentions":[` + list(`"zinc finger"`) + `]}`},
		{"/ground_multi", asJSON, `[` + list(`{"text":"zinc finger protein 300"}`) + `]`},
		{"/", asForm, form("queries", `{`+strings.Join(queries, ",")+`}`)},
		{"/?callback=f", asForm, form("queries", `{`+strings.Join(queries, ",")+`}`)},
		{"/", asForm, form("extend", `{"ids":[`+strings.Join(ids, ",")+`],"properties":[{"id":"name"}]}`)},
	} {
		if w := do(s, "POST", q.target, q.contentType, q.body); w.Code != 413 {
			t.Errorf("%s: status %d, %d bytes", q.target, w.Code, w.Body.Len())
		}
		if left := s.budget.left.Load(); left != s.MaxHeld || s.taken() > 0 {
			t.Errorf("%s %.20s: %d bytes are left of %d", q.target, q.body, left, s.MaxHeld)
		}
	}
}

// TestTooLargeAnswersEnd checks that nothing is looked up any more for an answer that is
// too large already.
func TestTooLargeAnswersEnd(t *testing.T) {
	for target, q := range map[string][3]string{
		"/lookup": {`{"mentions":[`, `"FOXP2"`, `]}`}, "/ground_multi": {`[`, `{"text":"FOXP2"}`, `]`},
	} {
		s := testServer(t, Options{MaxAnswer: 3000})
		body := q[0] + strings.TrimSuffix(strings.Repeat(q[1]+",", 900), ",") + q[2]
		if w := do(s, "POST", target, asJSON, body); w.Code != 413 {
			t.Errorf("%s: status %d", target, w.Code)
		}
		metrics := do(s, "GET", "/metrics", "", "").Body.String()
		_, count, _ := strings.Cut(metrics, "normlet_lookup_duration_seconds_count ")
		count, _, _ = strings.Cut(count, "\n")
		if n, err := strconv.Atoi(count); err != nil || n == 0 || n > maxTogether {
			t.Errorf("%s: %s of 900 were looked up", target, count)
		}
	}
}

// TestReplyPieces writes answers of many sizes: what comes out is what went in, in
// bounded pieces.
func TestReplyPieces(t *testing.T) {
	s := testServer(t, Options{})
	for _, size := range []int{1, 100, 4095, 4096, 4097, 8191, 8192, 8193, chunkSize - 1, chunkSize, chunkSize + 1, 5*chunkSize + 7} {
		o := s.newReply()
		var want []string
		o.raw("[")
		for n := 0; n < size; n += 1000 {
			text := strings.Repeat("x", min(1000, size-n))
			o.element(len(want), text)
			want = append(want, `"`+text+`"`)
		}
		o.raw("]")
		if cap(o.chunks[0]) != 4096 {
			t.Errorf("%d: the first piece has %d bytes", size, cap(o.chunks[0]))
		}
		for i, c := range o.chunks {
			if cap(c) > chunkSize || i+1 < len(o.chunks) && cap(c)-len(c) > 1 {
				t.Errorf("%d: piece %d has %d of %d bytes", size, i, len(c), cap(c))
			}
		}
		if held := o.held.size; int(held) > 2*o.size+4096 || int(held) < o.size {
			t.Errorf("%d: %d bytes are held", size, held)
		}
		w := httptest.NewRecorder()
		if err := o.send(w); err != nil || w.Body.String() != "["+strings.Join(want, ",")+"]\n" {
			t.Errorf("%d: %v, %d bytes", size, err, w.Body.Len())
		}
		if o.held.size != 0 {
			t.Errorf("%d: %d bytes are held after it is sent", size, o.held.size)
		}
	}
}

// TestNotEncodable has an answer that is no JSON, at its beginning and later: one
// request fails, the log says it once, and the next is answered.
func TestNotEncodable(t *testing.T) {
	var log bytes.Buffer
	s := testServer(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	s.route("/nan", "/nan", map[string]handler{
		"GET": func(w http.ResponseWriter, _ *http.Request) error { return s.writeJSON(w, math.NaN()) },
		"POST": func(w http.ResponseWriter, _ *http.Request) error {
			return writeList(s, w, []float64{1, math.NaN(), math.Inf(1)})
		},
	})
	for i, method := range []string{"GET", "POST"} {
		w := do(s, method, "/nan", "", "")
		if w.Code != 500 || strings.Contains(w.Body.String(), "NaN") || !strings.HasPrefix(w.Body.String(), `{"message":`) {
			t.Errorf("%s: status %d, %s", method, w.Code, w.Body)
		}
		if n := strings.Count(log.String(), "NaN"); n != i+1 {
			t.Errorf("%s: the log tells %d times of it: %s", method, n, &log)
		}
	}
	if w := do(s, "GET", "/lookup?q=FOXP2", "", ""); w.Code != 200 {
		t.Errorf("the next request: status %d", w.Code)
	}
}

// TestOneDoesNotWaitForMany has all places for batches taken: who asks for one thing is
// answered, who asks for two is told to come again.
func TestOneDoesNotWaitForMany(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 4, MaxWait: time.Millisecond})
	if s.turns.places != 4 || s.batches.places != 2 {
		t.Fatalf("%d turns, %d batches", s.turns.places, s.batches.places)
	}
	occupy(s.batches)
	waiting(t, s.batches)
	for _, c := range []struct {
		target, contentType, body string
		status                    int
	}{
		{"/lookup", asJSON, `{"mentions":["a"]}`, 200}, {"/lookup", asJSON, `{"mentions":["a","b"]}`, 429},
		{"/ground", asJSON, `{"text":"a"}`, 200}, {"/ground_multi", asJSON, `[{"text":"a"},{"text":"b"}]`, 429},
		{"/annotate", asJSON, `{"text":"a"}`, 429},
		{"/", asForm, form("queries", `{"a":{"query":"x"}}`), 200}, {"/", asForm, form("queries", `{"a":{"query":"x"},"b":{"query":"x"}}`), 429},
		{"/", asForm, form("queries", `{"a":{"query":"x"},"b":{"query":"NCBIGene:93986"}}`), 200},
		{"/", asForm, form("extend", `{"ids":["a"],"properties":[]}`), 200}, {"/", asForm, form("extend", `{"ids":["a","b"],"properties":[]}`), 429},
	} {
		if w := do(s, "POST", c.target, c.contentType, c.body); w.Code != c.status {
			t.Errorf("%s %s: status %d, want %d", c.target, c.body, w.Code, c.status)
		}
	}
	occupy(s.turns)
	waiting(t, s.turns)
	for _, target := range []string{"/lookup?q=a", "/preview?id=own+7", "/flyout?id=own+7", "/suggest/entity?prefix=a"} {
		if w := do(s, "GET", target, "", ""); w.Code != 429 {
			t.Errorf("%s without a turn: status %d", target, w.Code)
		}
	}
	for _, body := range []string{`{"id":"own 7"}`} {
		if w := do(s, "POST", "/names", asJSON, body); w.Code != 429 {
			t.Errorf("/names without a turn: status %d", w.Code)
		}
	}
	if one := testServer(t, Options{MaxLookups: 1}); one.batches.places != 1 {
		t.Errorf("%d batches of one look-up", one.batches.places)
	}
}
