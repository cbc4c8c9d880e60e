package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/site"
)

// startServe runs normlet serve, and returns its address and what ends it as Ctrl-C
// does, with its status and log.
func startServe(t *testing.T, args ...string) (address string, stop func() (code int, log string)) {
	t.Helper()
	reader, stdout := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	var log bytes.Buffer
	code := make(chan int, 1)
	go func() {
		status := run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0", "--grace", "1h", "--max-wait", "1h"}, args...), nil, stdout, &log)
		stdout.Close()
		code <- status
	}()
	address, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatalf("status %d: %s", <-code, &log)
	}
	return strings.TrimSpace(address), func() (int, string) {
		cancel()
		return <-code, log.String()
	}
}

func fetch(t *testing.T, address string) (status int, body string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	content, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(content)
}

// TestServeCommand serves a pack and a page.
func TestServeCommand(t *testing.T) {
	f := newFixture(t)
	page := filepath.Join(f.dir, "page")
	std := &cli.IO{Files: new(output.Set)}
	if err := site.Write(context.Background(), std, page, testSite(t)); err != nil {
		t.Fatal(err)
	}
	address, stop := startServe(t, "--pack", f.path("t.normpack"), "--web", page, "--log-format", "json", "--log-requests")
	for path, says := range map[string]string{
		"healthz": `"name":"t"`, "lookup?q=QRF2": `"mention":"QRF2"`, "web/": "<!DOCTYPE html>", "web/default.normpack": "pack",
	} {
		if status, body := fetch(t, address+path); status != 200 || !strings.Contains(strings.ToLower(body), strings.ToLower(says)) {
			t.Errorf("%s: status %d, %s", path, status, body)
		}
	}
	code, log := stop()
	if code != exitDone {
		t.Errorf("status %d: %s", code, log)
	}
	for _, want := range []string{`"msg":"serving"`, `"path":"/lookup"`, `"msg":"ended"`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s: %s", want, log)
		}
	}
}

// TestServeDefaultPack checks what there is without options.
func TestServeDefaultPack(t *testing.T) {
	address, stop := startServe(t)
	if status, body := fetch(t, address+"lookup?q=FOX-P2"); status != 200 || !strings.Contains(body, "NCBIGene:93986") {
		t.Errorf("status %d: %s", status, body)
	}
	if code, log := stop(); code != exitDone {
		t.Errorf("status %d: %s", code, log)
	}
}

func TestServeRefuses(t *testing.T) {
	f := newFixture(t)
	f.write("cut.normpack", tinyPack()[:100])
	if err := os.Mkdir(f.path("empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	tiny := f.path("t.normpack")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"more"}, exitUsage, `"more" is one argument too many; want options`},
		{[]string{"--listen", "here"}, exitUsage, "want HOST:PORT"},
		{[]string{"--max-batch", "0"}, exitUsage, "more than 0"},
		{[]string{"--max-body", "0"}, exitUsage, "more than 0"},
		{[]string{"--max-answer", "0"}, exitUsage, "more than 0"},
		{[]string{"--max-held", "0"}, exitUsage, "more than 0"},
		{[]string{"--max-namespaces", "0"}, exitUsage, "more than 0"},
		{[]string{"--max-connections", "0"}, exitUsage, "more than 0"},
		{[]string{"--max-together", "0"}, exitUsage, "more than 0"},
		{[]string{"--max-wait", "0s"}, exitUsage, "more than 0"},
		{[]string{"--drain", "-1s"}, exitUsage, "more than 0"},
		{[]string{"--grace", "0s"}, exitUsage, "more than 0"},
		{[]string{"--log-format", "xml"}, exitUsage, "want one of text, json"},
		{[]string{"--pack", f.path("cut.normpack")}, exitFailed, "damaged"},
		{[]string{"--pack", f.path("none")}, exitFailed, "no such file"},
		{[]string{"--pack", tiny, "--pack", tiny}, exitFailed, "two packs"},
		{[]string{"--pack", tiny, "--web", f.path("none")}, exitFailed, "no such file"},
		{[]string{"--pack", tiny, "--web", f.path("empty")}, exitFailed, "holds no index.html"},
		{[]string{"--pack", tiny, "--listen", "256.0.0.1:0"}, exitFailed, "256.0.0.1"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), append([]string{"serve"}, c.args...), nil, &stdout, &stderr); code != c.code || !strings.Contains(stderr.String(), c.says) {
			t.Errorf("%q: status %d, %s", c.args, code, &stderr)
		}
	}
}

// TestServeReplacedPack replaces the file of a pack by a compressed one, and by what
// is none.
func TestServeReplacedPack(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := io.WriteString(z, tinyPack()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	address, stop := startServe(t, "--pack", f.path("t.normpack"))
	for _, c := range []struct{ content, counted string }{
		{packed.String(), `normlet_pack_reloads_total{pack="t",result="done"} 1`},
		{tinyPack()[:100], `normlet_pack_reloads_total{pack="t",result="failed"} 1`},
		{"", `normlet_pack_reloads_total{pack="t",result="failed"} 2`},
	} {
		f.write("next", c.content)
		if err := os.Rename(f.path("next"), f.path("t.normpack")); err != nil {
			t.Fatal(err)
		}
		for metrics := ""; !strings.Contains(metrics, c.counted); _, metrics = fetch(t, address+"metrics") {
			time.Sleep(20 * time.Millisecond)
		}
		if status, body := fetch(t, address+"lookup?q=QRF2"); status != 200 {
			t.Errorf("status %d: %s", status, body)
		}
	}
	if code, log := stop(); code != exitDone || !strings.Contains(log, "t.normpack: ") {
		t.Errorf("status %d: %s", code, log)
	}
}

// TestServeSpeaksAsLookup checks that the server and normlet lookup write the same JSON.
func TestServeSpeaksAsLookup(t *testing.T) {
	f := newFixture(t)
	n, err := core.Open(f.path("t.normpack"), nil)
	f.check(err)
	for _, mention := range []string{"QRF2", "?", "<b>"} {
		a := n.Lookup(mention, 3)
		var served bytes.Buffer
		e := json.NewEncoder(&served)
		e.SetEscapeHTML(false)
		f.check(e.Encode(answer.New(&a)))
		code, line, stderr := f.run(nil, "lookup", "--pack", "DIR/t.normpack", "-k", "3", "--format", "json", mention)
		if code != exitDone || line != served.String() {
			t.Errorf("status %d, %s; lookup writes %sserve writes  %s", code, stderr, line, &served)
		}
	}
}
