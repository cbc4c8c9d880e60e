//go:build linux

package abuse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/internal/memory"
)

// server is normlet serve with one pack in a folder of its own.
type server struct {
	pack    string
	address string // 127.0.0.1:PORT
	process *exec.Cmd
	log     syncBuffer
	ended   chan struct{}
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// startServer starts a server that ends with the test.
func startServer(t *testing.T) *server {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	s := &server{pack: filepath.Join(dir, "main.normpack"), ended: make(chan struct{})}
	s.restore()
	program := filepath.Join(dir, "normlet")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../normlet").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s.process = exec.Command(program, "serve", "--listen", "127.0.0.1:0", "--pack", s.pack)
	s.process.Stderr = &s.log
	stdout, err := s.process.StdoutPipe()
	check(err)
	check(s.process.Start())
	t.Cleanup(func() { _ = s.process.Process.Kill(); <-s.ended })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	go func() { _ = s.process.Wait(); close(s.ended) }()
	if err != nil {
		t.Fatalf("the server does not start: %s", s.log.String())
	}
	s.address = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "http://"), "/")
	return s
}

// restore puts a good pack where the server watches.
func (s *server) restore() {
	s.replace(func(path string) error { return os.WriteFile(path, assets.Default(), 0o644) })
}

// replace puts there what make makes, by renaming.
func (s *server) replace(make func(path string) error) {
	next := s.pack + ".new"
	os.RemoveAll(next)
	if err := make(next); err != nil {
		panic(err) // a full disk: nothing to measure
	}
	if info, err := os.Stat(s.pack); err == nil && info.IsDir() {
		os.Remove(s.pack)
	} else if info, err := os.Stat(next); err == nil && info.IsDir() {
		os.Remove(s.pack)
	}
	if err := os.Rename(next, s.pack); err != nil {
		panic(err)
	}
}

func (s *server) panics() int { return strings.Count(s.log.String(), "msg=panic") }

func (s *server) logEnd() string {
	log := s.log.String()
	return log[max(0, len(log)-2000):]
}

// rest is what the server holds without abuse.
type rest struct {
	highWater, heap, goroutines int // of bytes, the first two
	reloaded, reloadsFailed     int
}

// collections is how many garbage collections free what is dead.
const collections = 3

// rest waits until the server is idle, makes it collect garbage by ordinary lookups, and reads what is left.
func (s *server) rest(ctx context.Context) (r rest, err error) {
	if err := s.quiet(ctx); err != nil {
		return r, err
	}
	mentions := strings.Repeat(`"zinc finger protein 3",`, 999) + `"FOX-P2"`
	before, err := s.metrics()
	if err != nil {
		return r, err
	}
	now := before
	for n := 0; now["go_gc_duration_seconds_count"] < before["go_gc_duration_seconds_count"]+collections; n++ {
		if n == 1000 {
			return r, errors.New("the server collects no garbage")
		}
		answer, err := http.Post("http://"+s.address+"/lookup", "application/json", strings.NewReader(`{"k":20,"mentions":[`+mentions+`]}`))
		if err != nil {
			return r, err
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if now, err = s.metrics(); err != nil {
			return r, err
		}
	}
	r = rest{heap: int(now["go_gc_heap_live_bytes"]), goroutines: int(now["go_goroutines"])}
	r.reloaded, r.reloadsFailed = reloads(now)
	if r.heap == 0 || r.goroutines == 0 {
		return r, errors.New("/metrics lacks go_gc_heap_live_bytes or go_goroutines")
	}
	if r.highWater = int(memory.Of(strconv.Itoa(s.process.Process.Pid), memory.Peak)); r.highWater == 0 {
		return r, errors.New("the server has ended")
	}
	return r, nil
}

// reloads returns how often the server replaced or refused a pack.
func reloads(m map[string]float64) (done, failed int) {
	return int(m[`normlet_pack_reloads_total{pack="main",result="done"}`]), int(m[`normlet_pack_reloads_total{pack="main",result="failed"}`])
}

// quiet waits until nothing runs but reading metrics and one lookup.
func (s *server) quiet(ctx context.Context) error {
	const while = 2 * time.Second
	last, since := 0, time.Now()
	for begin := time.Now(); time.Since(begin) < time.Minute; pause(ctx, 100*time.Millisecond) {
		m, err := s.metrics()
		if err != nil {
			return err
		}
		done, failed := reloads(m)
		if m["normlet_http_requests_running"] > 2 || done+failed != last {
			last, since = done+failed, time.Now()
		}
		if time.Since(since) > while {
			return nil
		}
	}
	return errors.New("a minute after the abuse requests are still running")
}

func (s *server) metrics() (map[string]float64, error) {
	answer, err := http.Get("http://" + s.address + "/metrics")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	out := make(map[string]float64)
	for in := bufio.NewScanner(answer.Body); in.Scan(); {
		name, value, _ := strings.Cut(in.Text(), " ")
		if f, err := strconv.ParseFloat(value, 64); err == nil {
			out[name] = f
		}
	}
	return out, nil
}

// lookups are those that nothing may disturb.
type lookups struct {
	n, late int
	longest time.Duration
	failed  []string
}

// run looks up ten names a second, each on a new connection.
func (l *lookups) run(ctx context.Context, s *server) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 30 * time.Second}
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-s.ended:
			l.failed = append(l.failed, "the server has ended")
			return
		case <-tick.C:
		}
		begin := time.Now()
		err := lookUp(client, s.address, l.n)
		took := time.Since(begin)
		l.n++
		l.longest = max(l.longest, took)
		if took > time.Second {
			l.late++
		}
		if err != nil {
			l.failed = append(l.failed, err.Error())
		}
	}
}

// lookUp looks a name up by GET or POST in turn.
func lookUp(client *http.Client, address string, i int) error {
	var answer *http.Response
	var err error
	if i%2 == 0 {
		answer, err = client.Get("http://" + address + "/lookup?k=3&q=FOX-P2")
	} else {
		answer, err = client.Post("http://"+address+"/ground", "application/json", strings.NewReader(`{"text":"FOX-P2"}`))
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || !bytes.Contains(content, []byte("93986")) {
		return fmt.Errorf("status %d, %v: %.200s", answer.StatusCode, err, content)
	}
	return nil
}
