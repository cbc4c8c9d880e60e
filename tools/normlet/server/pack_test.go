package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// syncBuffer is a log that several goroutines write.
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

// filePack serves a file in a new folder.
func filePack(t *testing.T) (*Pack, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.normpack")
	writeFile(t, path, packFile(t, builtPack))
	p, err := NewPack("t", path, func(f *os.File) (*core.Normalizer, error) {
		if f == nil {
			return core.OpenBytes(packFile(t, builtPack), nil)
		}
		content, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		return core.OpenBytes(content, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	return p, path
}

// TestReload replaces the file of a pack as often goes wrong, and at last well.
func TestReload(t *testing.T) {
	p, path := filePack(t)
	var log bytes.Buffer
	s := testServer(t, Options{Packs: []*Pack{p}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	look := func() { s.refresh(p, false) }
	names := func() int { return get[struct{ Packs []struct{ Names int } }](t, s, "/healthz").Packs[0].Names }
	const old = 11 + 2*fingers
	in := p.view() // of a request that is running
	if look(); names() != old {
		t.Fatalf("%d names, want %d", names(), old)
	}
	if metrics := do(s, "GET", "/metrics", "", "").Body.String(); strings.Contains(metrics, "normlet_pack_reloads_total{") {
		t.Errorf("a file that is as it was is counted: %s", metrics)
	}

	writeFile(t, path, packFile(t, builtPack)[:1000])
	if look(); names() != old || strings.Count(log.String(), "the old one stays") != 1 || !strings.Contains(log.String(), "damaged") {
		t.Errorf("after a damaged file: %d names, log %s", names(), &log)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if look(); names() != old {
		t.Errorf("without a file: %d names", names())
	}
	s.refresh(p, true)
	if names() != old || !strings.Contains(log.String(), "no such file") {
		t.Errorf("without a file, after SIGHUP: %d names, log %s", names(), &log)
	}
	writeFile(t, path, packFile(t, builtOther))
	if look(); names() != old-2*(fingers-otherFingers) || !strings.Contains(log.String(), "msg=reloaded") {
		t.Errorf("after a good file: %d names, log %s", names(), &log)
	}
	if a, err := in.LookupWith("ZNF573", core.Options{}); err != nil || a.Matches[0].ID != "NCBIGene:139" {
		t.Errorf("the request that was running gets %+v, %v", a, err)
	}
	s.refresh(p, true)
	metrics := do(s, "GET", "/metrics", "", "").Body.String()
	for _, want := range []string{`normlet_pack_reloads_total{pack="t",result="done"} 2`, `normlet_pack_reloads_total{pack="t",result="failed"} 2`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s: %s", want, metrics)
		}
	}
}

func TestNewPackRefuses(t *testing.T) {
	if _, err := NewPack("x", "", func(*os.File) (*core.Normalizer, error) { return core.OpenBytes([]byte("x"), nil) }); !errors.Is(err, pack.ErrNotPack) {
		t.Errorf("%v", err)
	}
	if _, err := NewPack("x", "missing", func(*os.File) (*core.Normalizer, error) { return core.Open("missing", nil) }); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// TestUnwatchedPack checks that a pack without a file is never opened again.
func TestUnwatchedPack(t *testing.T) {
	p := testPack(t, "test")
	v := p.view()
	if done, err := p.refresh(true); done || err != nil || p.view() != v {
		t.Errorf("%v, %v", done, err)
	}
}

// TestBuckets checks the bounds of histograms, which whoever watches a server relies on.
func TestBuckets(t *testing.T) {
	s := testServer(t, Options{})
	get[answer.Answer](t, s, "/lookup?q=a")
	metrics := do(s, "GET", "/metrics", "", "").Body.String()
	for name, want := range map[string]string{
		"normlet_lookup_duration_seconds_bucket":                      "5e-05 0.0001 0.0002 0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1 +Inf",
		`normlet_http_request_duration_seconds_bucket{path="/lookup"`: "0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 +Inf",
	} {
		var got []string
		for line := range strings.Lines(metrics) {
			if strings.HasPrefix(line, name) {
				_, bound, _ := strings.Cut(line, `le="`)
				bound, _, _ = strings.Cut(bound, `"`)
				got = append(got, bound)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestMetrics(t *testing.T) {
	s := testServer(t, Options{})
	post[[]answer.Answer](t, s, "/lookup", asJSON, `{"mentions":["FOXP2","FAKE1","?","!"]}`)
	for _, method := range []string{"OPTIONS", "PATCH"} {
		do(s, method, "/lookup", "", "")
	}
	metrics := do(s, "GET", "/metrics", "", "").Body.String()
	for _, want := range []string{
		`normlet_http_requests_total{method="OPTIONS",path="/lookup",status="204"} 1`, `normlet_http_requests_total{method="other",path="/lookup",status="405"} 1`,
		`normlet_lookups_total{answer="entity",pack="test"} 1`, `normlet_lookups_total{answer="ambiguous",pack="test"} 1`,
		`normlet_lookups_total{answer="nil",pack="test"} 2`, `normlet_lookup_duration_seconds_count 4`,
		`normlet_http_requests_total{method="POST",path="/lookup",status="200"} 1`, `normlet_http_request_duration_seconds_count{path="/lookup"} 3`,
		`normlet_http_requests_running 1`, `normlet_pack_entities{pack="test"} 45`, `normlet_pack_names{pack="test"} 91`, `normlet_pack_info{bits="128",pack="test",`,
		"go_goroutines ", "go_gc_heap_live_bytes ",
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
}

// TestWatch replaces two packs, of which one takes for ever to open and then panics.
// The other is replaced meanwhile, and the first when it can be.
func TestWatch(t *testing.T) {
	var log syncBuffer
	slow, slowPath := filePack(t)
	slow.Name = "slow"
	quick, quickPath := filePack(t)
	good := slow.open
	begun, finish := make(chan bool), make(chan bool)
	slow.open = func(f *os.File) (*core.Normalizer, error) {
		begun <- true
		if <-finish {
			return good(f)
		}
		panic("no pack")
	}
	s := testServer(t, Options{Packs: []*Pack{slow, quick}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	tick, hup := make(chan time.Time), make(chan os.Signal)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Watch(ctx, tick, hup); close(ended) }()

	before, beforeQuick := slow.view(), quick.view()
	writeFile(t, slowPath, packFile(t, builtOther))
	writeFile(t, quickPath, packFile(t, builtOther))
	tick <- time.Time{}
	<-begun
	eventually(t, "the other pack is replaced", func() bool { return quick.view() != beforeQuick })
	beforeQuick = quick.view()
	for range 5 { // more than the slow one can be told
		tick <- time.Time{}
		hup <- syscall.SIGHUP
	}
	eventually(t, "the other pack is opened again when asked", func() bool { return quick.view() != beforeQuick })
	finish <- false
	<-begun // it was told, and the panic was survived
	if !strings.Contains(log.String(), "no pack") || !strings.Contains(log.String(), "the old one stays") || slow.view() != before {
		t.Errorf("after a panic: %s", log.String())
	}
	finish <- true
	eventually(t, "the slow pack is replaced", func() bool { return slow.view() != before })
	metrics := do(s, "GET", "/metrics", "", "").Body.String()
	if !strings.Contains(metrics, `normlet_pack_reloads_total{pack="slow",result="failed"} 1`) {
		t.Errorf("the panic is not counted: %s", metrics)
	}
	cancel()
	<-ended
}

// TestNamesThatAreNotUTF8 checks that such a pack is refused at the start: metrics
// cannot hold its name.
func TestNamesThatAreNotUTF8(t *testing.T) {
	for _, names := range [][]string{{"a\xff"}, {"a", "b\xff"}} {
		var packs []*Pack
		for _, name := range names {
			packs = append(packs, testPack(t, name))
		}
		if _, err := New(Options{Packs: packs}); err == nil || !strings.Contains(err.Error(), `\xff`) || !strings.Contains(err.Error(), "rename its file") {
			t.Errorf("%q: %v", names, err)
		}
	}
}

// TestMetricsOfAnyPack collects what packs say of themselves, whatever that is: it is
// done in a goroutine where a panic would end the process.
func TestMetricsOfAnyPack(t *testing.T) {
	p := testPack(t, "test")
	v := *p.view()
	v.info.Meta = []pack.Pair{{Key: "name", Value: "\xff"}, {Key: "version", Value: "\xc3("}}
	p.current.Store(&v)
	metrics := do(testServer(t, Options{Packs: []*Pack{p}}), "GET", "/metrics", "", "").Body.String()
	if !strings.Contains(metrics, "title=\"\uFFFD\"") {
		t.Errorf("metrics: %s", metrics)
	}
}

// TestSure checks which matches need no look: likely ones without a tie.
func TestSure(t *testing.T) {
	matches := []core.Match{{P: 0.81}}
	for _, c := range []struct {
		answer core.Answer
		want   bool
	}{
		{core.Answer{Matches: matches}, true},
		{core.Answer{Matches: []core.Match{{P: 0.79}}}, false},
		{core.Answer{Matches: matches, NIL: true}, false},
		{core.Answer{Matches: matches, Ambiguous: []string{"a", "b"}}, false},
		{core.Answer{NIL: true}, false},
	} {
		if sure(&c.answer) != c.want {
			t.Errorf("%+v: %v", c.answer, !c.want)
		}
	}
}

// TestDescribe checks what people read of a pack.
func TestDescribe(t *testing.T) {
	p := testPack(t, "test")
	v := *p.view()
	v.info.Meta = nil
	if title, about := v.title(), v.describe(); title != "test" || about != "91 names of 45 entities" {
		t.Errorf("%s: %s", title, about)
	}
	v.info.Meta = []pack.Pair{{Key: "name", Value: "Genes"}, {Key: "version", Value: "7"}}
	if title, about := v.title(), v.describe(); title != "Genes" || about != "91 names of 45 entities, 7" {
		t.Errorf("%s: %s", title, about)
	}
}
