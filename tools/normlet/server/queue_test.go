package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/normlet/normlet/core"
)

// slowServer takes a second of a bubble's time for each turn.
func slowServer(t *testing.T, o Options) *Server {
	t.Helper()
	s := testServer(t, o)
	s.search = func(n *core.Normalizer, queries []core.Query, o core.Options) ([]core.Answer, error) {
		time.Sleep(time.Second)
		return n.LookupMany(queries, o)
	}
	do(s, "GET", "/lookup?q=a", "", "") // the server learns how long it takes
	return s
}

// unread is a body that must not be read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body of a refused request is read")
	return 0, io.EOF
}

// from sends a request of a client.
func from(s *Server, client, method, target string, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost"+target, body)
	r.RemoteAddr = client + ":1000"
	r.Header.Set("Content-Type", asJSON)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// metric returns the line of a metric.
func metric(t *testing.T, s *Server, name string) string {
	t.Helper()
	for line := range strings.Lines(do(s, "GET", "/metrics", "", "").Body.String()) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	t.Errorf("there is no metric %s", name)
	return ""
}

// TestOverload asks for ten look-ups of a second each at a server that lets nobody wait for more than three: those it
// accepts are answered, the others are told when to come again, and nothing is lost.
func TestOverload(t *testing.T) {
	packFile(t, builtPack)
	synctest.Test(t, func(t *testing.T) {
		s := slowServer(t, Options{MaxLookups: 1, MaxTogether: 1, MaxWait: 3 * time.Second})
		answers := make([]*httptest.ResponseRecorder, 10)
		var wg sync.WaitGroup
		for i := range answers {
			wg.Go(func() { answers[i] = do(s, "GET", fmt.Sprintf("/lookup?q=ZNF%d", 300+7*i), "", "") })
			synctest.Wait()
		}
		if got := metric(t, s, "normlet_http_requests_waiting"); got != "4" {
			t.Errorf("%s requests wait, want 4", got)
		}
		for _, target := range []string{"/healthz", "/readyz", "/metrics", "/docs"} {
			if w := do(s, "GET", target, "", ""); w.Code != http.StatusOK {
				t.Errorf("%s meanwhile: status %d", target, w.Code)
			}
		}
		if w := from(s, "192.0.2.1", "POST", "/lookup", unread{t}); w.Code != http.StatusTooManyRequests {
			t.Errorf("POST: status %d", w.Code)
		}
		wg.Wait()
		for i, w := range answers {
			want, says, retry := 200, fmt.Sprintf(`"mention":"ZNF%d"`, 300+7*i), ""
			if i >= 5 {
				want, says, retry = 429, "too many look-ups are waiting", "4"
			}
			if w.Code != want || !strings.Contains(w.Body.String(), says) || w.Header().Get("Retry-After") != retry {
				t.Errorf("request %d: status %d, Retry-After %q, %s", i, w.Code, w.Header().Get("Retry-After"), w.Body)
			}
		}
		for name, want := range map[string]string{"normlet_http_requests_waiting": "0", "normlet_http_requests_refused_total": "6", "normlet_lookup_duration_seconds_count": "6"} {
			if got := metric(t, s, name); got != want {
				t.Errorf("%s is %s, want %s", name, got, want)
			}
		}
		if s.taken() != 0 || len(s.turns.line) != 0 {
			t.Errorf("%d turns are taken", s.taken())
		}
	})
}

// TestManyAreRefusedEarly has batches waiting: a large body is refused unread, a small one is not.
func TestManyAreRefusedEarly(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 4, MaxWait: time.Millisecond})
	occupy(s.batches)
	waiting(t, s.batches)
	r := httptest.NewRequest("POST", "http://localhost/lookup", unread{t})
	r.Header.Set("Content-Type", asJSON)
	r.ContentLength = uncounted + 1
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "1" {
		t.Errorf("status %d, %v", w.Code, w.Header())
	}
	if w := do(s, "POST", "/lookup", asJSON, `{"mentions":["a"]}`); w.Code != 200 {
		t.Errorf("one look-up meanwhile: status %d", w.Code)
	}
}

// TestClientsTakeTurns has one client ask for all that it can get: another is answered next, not last.
func TestClientsTakeTurns(t *testing.T) {
	packFile(t, builtPack)
	synctest.Test(t, func(t *testing.T) {
		s := slowServer(t, Options{MaxLookups: 1, MaxTogether: 1, MaxWait: 3 * time.Second})
		var mu sync.Mutex
		var order []string
		var wg sync.WaitGroup
		ask := func(client string) {
			wg.Go(func() {
				w := from(s, client, "GET", "/lookup?q=FOXP2", nil)
				mu.Lock()
				defer mu.Unlock()
				order = append(order, fmt.Sprintf("%s %d", client, w.Code))
			})
			synctest.Wait()
		}
		for range 7 {
			ask("192.0.2.1")
		}
		ask("192.0.2.2")
		ask("192.0.2.3")
		wg.Wait()
		want := []string{"192.0.2.1 429", "192.0.2.1 429", "192.0.2.1 200", "192.0.2.1 200", "192.0.2.2 200", "192.0.2.3 200", "192.0.2.1 200", "192.0.2.1 200", "192.0.2.1 200"}
		if !slices.Equal(order, want) {
			t.Errorf("answered in the order %q, want %q", order, want)
		}
	})
}

// TestRequestsTogether has look-ups of many requests wait. They are answered in groups that are alike, and as if each had
// come alone.
func TestRequestsTogether(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 1, MaxTogether: 8, MaxWait: time.Hour})
	var groups []int
	s.search = func(n *core.Normalizer, queries []core.Query, o core.Options) ([]core.Answer, error) {
		groups = append(groups, len(queries))
		return n.LookupMany(queries, o)
	}
	type request struct{ method, target, body string }
	var requests []request
	for i := range 10 {
		name := fmt.Sprintf("zinc finger %d", 300+i)
		requests = append(requests,
			request{"GET", "/lookup?k=3&q=" + strings.ReplaceAll(name, " ", "+"), ""}, request{"POST", "/ground", `{"text":"` + name + `"}`},
			request{"POST", "/lookup", `{"mentions":[{"mention":"FAKE1","context":"` + name + `"}],"namespaces":["NCBIGene"]}`})
	}
	requests = append(requests, request{"GET", "/lookup?q=a&namespace=NO", ""}, request{"GET", "/lookup?q=b&namespace=NO", ""}, request{"GET", "/preview?id=own+7", ""})
	send := func(r request) string {
		w := do(s, r.method, r.target, asJSON, r.body)
		return fmt.Sprint(w.Code, w.Body)
	}
	var alone []string
	for _, r := range requests {
		alone = append(alone, send(r))
	}
	free := occupy(s.turns)
	groups = nil
	together := make([]string, len(requests))
	var wg sync.WaitGroup
	for i, r := range requests {
		wg.Go(func() { together[i] = send(r) })
	}
	eventually(t, "all wait", func() bool { return s.turns.length() == len(requests) })
	free()
	wg.Wait()
	for i, r := range requests {
		if together[i] != alone[i] {
			t.Errorf("%v: %s, alone %s", r, together[i], alone[i])
		}
	}
	if slices.Sort(groups); !slices.Equal(groups, []int{2, 2, 2, 2, 8, 8, 8}) {
		t.Errorf("groups of %v: want three of 8 and 2, and one of 2 that fails", groups)
	}
	if s.taken() != 0 {
		t.Errorf("%d turns are taken", s.taken())
	}
}

// TestTogetherFails has the look-ups of several requests fail and panic: each hears of it, and the next is answered.
func TestTogetherFails(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 1})
	for _, fail := range []func() error{func() error { return errors.New("it fails") }, func() error { panic("it panics") }} {
		s.search = func(*core.Normalizer, []core.Query, core.Options) ([]core.Answer, error) { return nil, fail() }
		free := occupy(s.turns)
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() {
				if w := do(s, "GET", "/lookup?q=a", "", ""); w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "it ") {
					t.Errorf("status %d, %s", w.Code, w.Body)
				}
			})
		}
		eventually(t, "all wait", func() bool { return s.turns.length() == 5 })
		free()
		wg.Wait()
	}
	s.search = (*core.Normalizer).LookupMany
	if w := do(s, "GET", "/lookup?q=a", "", ""); w.Code != http.StatusOK || s.taken() != 0 {
		t.Errorf("afterwards: status %d, %d turns are taken", w.Code, s.taken())
	}
}

// TestGoneWhileWaiting has clients go in every place of a line: the others keep theirs.
func TestGoneWhileWaiting(t *testing.T) {
	q := newQueue(1, 1, time.Second)
	free := occupy(q)
	var gone []func()
	var order []int
	var wg sync.WaitGroup
	for i := range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		gone = append(gone, cancel)
		wg.Go(func() {
			t := &task{accepted: true}
			if q.join(ctx, t) == nil {
				order = append(order, i)
				q.leave(t)
			}
		})
		eventually(t, "it waits", func() bool { return q.length() == i+1 })
	}
	for n, i := range []int{0, 2, 4} {
		gone[i]()
		eventually(t, "it has gone", func() bool { return q.length() == 4-n })
	}
	free()
	wg.Wait()
	if !slices.Equal(order, []int{1, 3}) || q.waiting+q.running+len(q.line)+q.lines.Len() != 0 {
		t.Errorf("turns of %v; %d wait, %d run", order, q.waiting, q.running)
	}
}

func TestClientOf(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1", "[::ffff:192.0.2.1]:80": "192.0.2.1", "[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::", "[fe80::1%eth0]:80": "fe80::", "": "",
	} {
		a, _ := netip.ParseAddr(want)
		if got := clientOf(&http.Request{RemoteAddr: remote}); got != a {
			t.Errorf("%s is the client %s, want %s", remote, got, want)
		}
	}
}

// TestGather has a look-up choose from others: those of its view and options, in number, text and time to look bounded.
func TestGather(t *testing.T) {
	v, other := new(view), new(view)
	alike, unlike := question{mention: "a"}, question{mention: "a", k: 3}
	long := question{mention: "a", context: strings.Repeat("x", maxContext)}
	times := func(n int, tasks ...task) (list []task) {
		for range n {
			list = append(list, tasks...)
		}
		return list
	}
	for what, c := range map[string]struct {
		waiting []task
		mates   int
	}{
		"nobody":                {nil, 0},
		"fewer than may":        {times(2, task{view: v, question: &alike}), 2},
		"more than may":         {times(9, task{view: v, question: &alike}), 3},
		"of other options":      {times(2, task{view: v, question: &unlike}), 0},
		"of another pack":       {times(2, task{view: other, question: &alike}), 0},
		"other work":            {times(2, task{view: v}), 0},
		"between others":        {times(3, task{view: v, question: &unlike}, task{view: v, question: &alike}), 3},
		"behind many others":    {append(times(15, task{view: v}), times(2, task{view: v, question: &alike})...), 1},
		"with much text":        {times(3, task{view: v, question: &long}), 1},
		"of several clients":    {[]task{{client: netip.MustParseAddr("192.0.2.1"), view: v, question: &alike}, {client: netip.MustParseAddr("192.0.2.2"), view: v, question: &alike}}, 2},
		"and others of clients": {[]task{{client: netip.MustParseAddr("192.0.2.1"), view: v}, {client: netip.MustParseAddr("192.0.2.2"), view: v, question: &alike}}, 1},
	} {
		q := newQueue(1, 4, time.Second)
		for i := range c.waiting {
			q.push(&c.waiting[i])
		}
		leader := &task{view: v, question: &alike}
		q.gather(leader)
		if len(leader.mates) != c.mates || q.waiting != len(c.waiting)-c.mates {
			t.Errorf("%s: %d are taken, %d wait still; want %d taken", what, len(leader.mates), q.waiting, c.mates)
		}
	}
}

// TestWait takes turns of known lengths and checks what one who comes is told.
func TestWait(t *testing.T) {
	a, b := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2, 1, time.Hour)
		turn := func(length time.Duration, accepted bool) {
			x := &task{accepted: accepted}
			if err := q.join(t.Context(), x); err != nil {
				t.Error(err)
			}
			time.Sleep(length)
			q.leave(x)
		}
		check := func(step string, client netip.Addr, want time.Duration) {
			t.Helper()
			if got := q.wait(client).Round(time.Millisecond); got != want {
				t.Errorf("%s: %v, want %v", step, got, want)
			}
		}
		wait := func(n int) {
			for range n {
				q.push(&task{client: a})
			}
		}
		empty := func() {
			for q.pop() != nil {
			}
		}
		wait(4)
		check("nothing is known", a, 0)
		empty()
		turn(time.Second, false)
		turn(time.Minute, true)
		wait(4)
		check("one turn of a second, four wait for two places", a, 2*time.Second)
		check("another client", b, 500*time.Millisecond)
		q.start(&task{accepted: true})
		check("one place has later work", a, 4*time.Second)
		q.start(&task{accepted: true})
		check("both have", a, 4*time.Second)
		q.later, q.running = 0, 0
		q.took, q.done = 100, 100 // as after many turns of a second
		empty()
		turn(11*time.Second, false)
		wait(2)
		check("a long turn after many", a, 1100*time.Millisecond)
	})
}

// TestShutdownAnswersWhoWaits ends the server while a request waits for its turn: it is answered.
func TestShutdownAnswersWhoWaits(t *testing.T) {
	s := testServer(t, Options{})
	address, stop := listen(t, s)
	free := occupy(s.turns)
	status := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + address + "/lookup?q=FOXP2")
		if err != nil {
			status <- err.Error()
			return
		}
		r.Body.Close()
		status <- r.Status
	}()
	eventually(t, "the request waits", func() bool { return s.turns.length() == 1 })
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	eventually(t, "the server is ending", s.ending.Load)
	free()
	if got := <-status; got != "200 OK" {
		t.Errorf("the request that waited: %s", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
