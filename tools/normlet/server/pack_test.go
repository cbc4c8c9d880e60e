package server

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// filePack serves a file in a new folder.
func filePack(t *testing.T) (*Pack, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.normpack")
	writeFile(t, path, packFile(t, builtPack))
	p, err := NewPack("t", path, func(f *os.File) (*core.Normalizer, error) {
		if f == nil {
			return core.OpenBytes(packFile(t, builtPack))
		}
		content, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		return core.OpenBytes(content)
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
	if _, err := NewPack("x", "", func(*os.File) (*core.Normalizer, error) { return core.OpenBytes([]byte("x")) }); !errors.Is(err, pack.ErrNotPack) {
		t.Errorf("%v", err)
	}
	if _, err := NewPack("x", "missing", func(*os.File) (*core.Normalizer, error) { return core.Open("missing") }); !errors.Is(err, fs.ErrNotExist) {
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

func TestMetrics(t *testing.T) {
	s := testServer(t, Options{})
	post[[]answer.Answer](t, s, "/lookup", asJSON, `{"mentions":["FOXP2","FAKE1","?","!"]}`)
	metrics := do(s, "GET", "/metrics", "", "").Body.String()
	for _, want := range []string{
		`normlet_lookups_total{answer="entity",pack="test"} 1`, `normlet_lookups_total{answer="ambiguous",pack="test"} 1`,
		`normlet_lookups_total{answer="nil",pack="test"} 2`, `normlet_lookup_duration_seconds_count 4`,
		`normlet_http_requests_total{method="POST",path="/lookup",status="200"} 1`, `normlet_http_request_duration_seconds_count{path="/lookup"} 1`,
		`normlet_http_requests_running 1`, `normlet_pack_entities{pack="test"} 45`, `normlet_pack_names{pack="test"} 91`, `normlet_pack_info{bits="128",pack="test",`,
		"go_goroutines ",
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
}
