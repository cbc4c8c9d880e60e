package web

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/site"
	"github.com/normlet/normlet/tools/normlet/program"
)

// TestServe starts a server as normlet web does, and ends it as Ctrl-C does.
func TestServe(t *testing.T) {
	reader, stdout := io.Pipe()
	page, err := site.New([]byte("pack"), &program.Program{Wasm: []byte("program"), Support: []byte("support")})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, &cli.IO{Out: stdout, Err: io.Discard}, "127.0.0.1:0", page) }()
	line := make([]byte, 100)
	n, err := reader.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(strings.TrimSpace(string(line[:n])) + "default.normpack")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || string(body) != "pack" {
		t.Errorf("got %q, %v", body, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}
