package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

// zeros is a body of any size that nobody has to hold.
type zeros struct{ left int64 }

func (z *zeros) Read(p []byte) (int, error) {
	n := min(int64(len(p)), z.left)
	if z.left -= n; n == 0 {
		return 0, io.EOF
	}
	for i := range p[:n] {
		p[i] = ' '
	}
	return int(n), nil
}

// TestLargeBody sends 100 MB, announced and not. The server reads no more than it may.
func TestLargeBody(t *testing.T) {
	const size = 100_000_000
	s := testServer(t, Options{})
	for _, announced := range []int64{size, -1} {
		body := &zeros{size}
		r, err := http.NewRequest("POST", "http://localhost/lookup", body)
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = announced
		r.Header.Set("Content-Type", asJSON)
		w := &discard{header: http.Header{}}
		s.ServeHTTP(w, r)
		if w.status != http.StatusRequestEntityTooLarge || w.header.Get("Connection") != "close" {
			t.Errorf("length %d: status %d, %v", announced, w.status, w.header)
		}
		if read := size - body.left; read > s.MaxBody+1<<20 {
			t.Errorf("length %d: %d bytes were read", announced, read)
		}
	}
	address, _ := listen(t, s) // and over a connection
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /lookup HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", address, size)
	if answer, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 413 ") {
		t.Errorf("%v: %s", err, answer)
	}
}

type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// TestSlowClients opens a thousand connections that never finish what they send, in
// the header and in the body, and asks on another.
func TestSlowClients(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 2})
	address, _ := listen(t, s)
	for i := range 1000 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		begin := "POST /lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n"
		if i%2 == 0 {
			begin += "\r\n{\"mentions\":["
		}
		if _, err := io.WriteString(c, begin); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		r, err := http.Get("http://" + address + "/lookup?q=FOXP2")
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != 200 || !bytes.Contains(content, []byte("NCBIGene:93986")) {
			t.Fatalf("status %d, %v: %s", r.StatusCode, err, content)
		}
	}
}

// TestSlowClientsEnd checks that a connection on which nothing comes is closed.
func TestSlowClientsEnd(t *testing.T) {
	address, _ := listen(t, testServer(t, Options{ReadTimeout: 10 * time.Millisecond}))
	for _, begin := range []string{"GET / HT", "POST /lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, begin); err != nil {
			t.Fatal(err)
		}
		if answer, err := io.ReadAll(c); err != nil || strings.Contains(string(answer), "200 OK") {
			t.Errorf("%.10q: %v, %s", begin, err, answer)
		}
	}
}

func TestTooManyAtATime(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 1, MaxWait: time.Millisecond})
	free := occupy(s.turns) // somebody looks up
	waiting(t, s.turns)
	w := do(s, "GET", "/lookup?q=a", "", "")
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "1" {
		t.Errorf("status %d, %v", w.Code, w.Header())
	}
	if w := do(s, "GET", "/healthz", "", ""); w.Code != 200 {
		t.Errorf("health: status %d", w.Code)
	}
	free()
	if w := do(s, "GET", "/lookup?q=a", "", ""); w.Code != 200 {
		t.Errorf("afterwards: status %d", w.Code)
	}
}

// TestGone checks that the look-ups of a client that has gone end.
func TestGone(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 1})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", "http://localhost/lookup?q=a", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, busy := range []bool{false, true} {
		if busy {
			occupy(s.turns)
		}
		if err := s.answer(r, s.Packs[0].view(), make([]question, 5), nil); err != errGone {
			t.Errorf("busy %v: %v", busy, err)
		}
	}
}

// TestPanic lets an endpoint panic, before and after its answer began.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	s := testServer(t, Options{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	s.route("/panic", "/panic", map[string]handler{
		"GET": func(http.ResponseWriter, *http.Request) error { panic("so it is") },
		"POST": func(w http.ResponseWriter, _ *http.Request) error {
			w.WriteHeader(http.StatusAccepted)
			panic("too late")
		},
	})
	s.route("/error", "/error", map[string]handler{"GET": func(http.ResponseWriter, *http.Request) error { return io.ErrUnexpectedEOF }})
	if w := do(s, "GET", "/panic", "", ""); w.Code != 500 || strings.Contains(w.Body.String(), "so it is") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if w := do(s, "POST", "/panic", asJSON, ""); w.Code != http.StatusAccepted || w.Body.Len() != 0 {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if w := do(s, "GET", "/error", "", ""); w.Code != 500 || strings.Contains(w.Body.String(), "EOF") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	for _, want := range []string{"so it is", "too late", "limits_test.go", "unexpected EOF"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, &log)
		}
	}
	if w := do(s, "GET", "/lookup?q=FOXP2", "", ""); w.Code != 200 {
		t.Errorf("the next request: status %d", w.Code)
	}
}

// TestPrivacy checks that what is looked up is neither logged nor counted.
func TestPrivacy(t *testing.T) {
	var log bytes.Buffer
	s := testServer(t, Options{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	do(s, "GET", "/lookup?q=SECRET", "", "")
	do(s, "GET", "/SECRET", "", "")
	do(s, "SECRET", "/lookup?q=SECRET", "", "")
	do(s, "POST", "/ground", asJSON, `{"text":"SECRET"`)
	if metrics := do(s, "GET", "/metrics", "", "").Body.String(); strings.Contains(metrics, "SECRET") || !strings.Contains(metrics, `path="other"`) {
		t.Errorf("metrics: %s", metrics)
	}
	if text := strings.ReplaceAll(log.String(), "method=SECRET", ""); strings.Contains(text, "SECRET") || strings.Count(text, "msg=request") != 5 {
		t.Errorf("log: %s", text)
	}
}

// TestShutdown ends the server while a request runs.
func TestShutdown(t *testing.T) {
	s := testServer(t, Options{})
	begun, finish := make(chan struct{}), make(chan struct{})
	s.route("/wait", "/wait", map[string]handler{"GET": func(w http.ResponseWriter, _ *http.Request) error {
		close(begun)
		<-finish
		return s.writeJSON(w, "done")
	}})
	address, stop := listen(t, s)
	answered := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + address + "/wait")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer r.Body.Close()
		content, _ := io.ReadAll(r.Body)
		answered <- string(content)
	}()
	<-begun
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	for { // until nothing new is taken
		c, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		c.Close()
	}
	select {
	case err := <-ended:
		t.Fatalf("ended with %v while a request runs", err)
	default:
	}
	close(finish)
	if got := <-answered; got != "\"done\"\n" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestDrain ends the server: it says at once that it is not ready, and answers until others may know.
func TestDrain(t *testing.T) {
	s := testServer(t, Options{Drain: time.Minute})
	told := make(chan struct{})
	s.sleep = func(d time.Duration) {
		if <-told; d != time.Minute {
			t.Errorf("the server drains for %v", d)
		}
	}
	address, stop := listen(t, s)
	status := func(path string) int {
		r, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		return r.StatusCode
	}
	if got := status("/readyz"); got != 200 {
		t.Errorf("ready: status %d", got)
	}
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	eventually(t, "the server is not ready", func() bool { return status("/readyz") == http.StatusServiceUnavailable })
	for _, path := range []string{"/healthz", "/lookup?q=FOXP2"} {
		if got := status(path); got != 200 {
			t.Errorf("%s while the server drains: status %d", path, got)
		}
	}
	close(told)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("the server has ended, and accepts connections")
	}
}

// TestShutdownCutsOff ends the server while a request runs that does not end.
func TestShutdownCutsOff(t *testing.T) {
	s := testServer(t, Options{Grace: time.Millisecond})
	begun, never := make(chan struct{}), make(chan struct{})
	defer close(never)
	s.route("/wait", "/wait", map[string]handler{"GET": func(http.ResponseWriter, *http.Request) error {
		close(begun)
		<-never
		return nil
	}})
	address, stop := listen(t, s)
	go func() {
		if r, err := http.Get("http://" + address + "/wait"); err == nil {
			r.Body.Close()
		}
	}()
	<-begun
	if err := stop(); err == nil || !strings.Contains(err.Error(), "still running") {
		t.Errorf("ended with %v", err)
	}
}

// TestLargeHeader sends headers that are as large as they may be, and larger.
func TestLargeHeader(t *testing.T) {
	address, _ := listen(t, testServer(t, Options{}))
	for size, want := range map[int]string{maxHeader: "200", maxHeader + 5000: "431"} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		begin := "GET /lookup?q=FOXP2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: "
		_, _ = io.WriteString(c, begin+strings.Repeat("x", size-len(begin)-4)+"\r\n\r\n")
		if answer, _ := io.ReadAll(c); !strings.HasPrefix(string(answer), "HTTP/1.1 "+want+" ") {
			t.Errorf("%d bytes: %.100s", size, answer)
		}
	}
}

// TestHeaderLines sends as many headers as there may be, and one more.
func TestHeaderLines(t *testing.T) {
	s := testServer(t, Options{})
	var headers []string
	for i := range maxHeaderLines + 1 {
		headers = append(headers, fmt.Sprintf("X-%d: y", i))
	}
	for n, want := range map[int]int{maxHeaderLines: 200, maxHeaderLines + 1: 431} {
		if w := do(s, "GET", "/lookup?q=a", "", "", headers[:n]...); w.Code != want {
			t.Errorf("%d lines: status %d, want %d", n, w.Code, want)
		}
	}
}

// usualServer has the options of normlet serve, limits of time among them.
func usualServer(t *testing.T) *Server {
	s, err := New(Options{Packs: []*Pack{testPack(t, "test")}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTimeOuts checks what net/http is told.
func TestTimeOuts(t *testing.T) {
	h := usualServer(t).httpServer()
	if h.ReadHeaderTimeout != 10*time.Second || h.ReadTimeout != 30*time.Second || h.WriteTimeout != time.Minute || h.IdleTimeout != 2*time.Minute || h.MaxHeaderBytes != maxHeader {
		t.Errorf("%+v", h)
	}
	if h = testServer(t, Options{ReadTimeout: time.Second}).httpServer(); h.ReadHeaderTimeout != time.Second {
		t.Errorf("a header may take %v of one second", h.ReadHeaderTimeout)
	}
}

// TestStatedLimits checks the numbers that docs/serve.md states.
func TestStatedLimits(t *testing.T) {
	o := usualServer(t).Options
	for what, c := range map[string][2]int64{
		"body": {o.MaxBody, 8 << 20}, "batch": {int64(o.MaxBatch), 1000}, "namespaces": {int64(o.MaxNamespaces), 64}, "properties": {int64(o.MaxProperties), 64},
		"answer": {o.MaxAnswer, 16 << 20}, "held": {o.MaxHeld, 64 << 20}, "connections": {int64(o.MaxConns), 4096}, "look-ups": {int64(o.MaxLookups), int64(max(2, runtime.GOMAXPROCS(0)))},
		"wait": {int64(o.MaxWait), int64(5 * time.Second)}, "read": {int64(o.ReadTimeout), int64(30 * time.Second)}, "write": {int64(o.WriteTimeout), int64(time.Minute)},
		"idle": {int64(o.IdleTimeout), int64(2 * time.Minute)}, "grace": {int64(o.Grace), int64(10 * time.Second)},
		"mention": {maxMention, 4096}, "context": {maxContext, 32 << 10}, "depth": {maxDepth, 16}, "tokens": {tokensEach, 64}, "text": {int64(maxToken[text]), 192<<10 + 1},
		"word": {int64(maxToken[word]), 256}, "blank": {int64(maxToken[blank]), 4096}, "header": {maxHeader, 8 << 10}, "lines": {maxHeaderLines, 100}, "parameters": {maxParameters, 32},
		"uncounted": {uncounted, 16 << 10}, "together": {maxTogether, 64}, "others": {int64(o.MaxTogether), 16}, "page": {pageSize, 20}, "shown": {maxShown, 40},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %d, want %d", what, c[0], c[1])
		}
	}
}
