//go:build linux

// Package serve checks normlet serve over loopback, with programs of Debian:
//
//	go test -v ./tools/serve -check -run Load [-paced 20s] [-pause 8] [-strict]    # load, latency, memory
//	go test -v ./tools/serve -check -run OpenRefine                                # 110 MB to install
package serve

import (
	"bufio"
	"bytes"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
	"github.com/normlet/normlet/internal/memory"
)

func build(t *testing.T) (program string) {
	program = filepath.Join(t.TempDir(), "normlet")
	checktest.Run(t, checktest.Root(t), "go", "build", "-o", program, "./tools/normlet")
	return program
}

// server is one that ends with the test.
type server struct {
	address string // http://127.0.0.1:PORT/
	process *exec.Cmd
}

func start(t *testing.T, program string, options ...string) *server {
	t.Helper()
	var log bytes.Buffer
	c := exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0"}, options...)...)
	c.Stderr = &log
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{process: c}
	t.Cleanup(s.end)
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		s.end()
		t.Fatalf("the server does not start: %s", log.String())
	}
	s.address = strings.TrimSpace(line)
	return s
}

func (s *server) end() { _ = s.process.Process.Kill(); _ = s.process.Wait() }

// resident returns KiB.
func (s *server) resident() float64 {
	return float64(memory.Of(strconv.Itoa(s.process.Process.Pid), memory.Resident) >> 10)
}

// metrics returns those without labels.
func (s *server) metrics(t *testing.T) map[string]float64 {
	t.Helper()
	answer, err := http.Get(s.address + "metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	all := map[string]float64{}
	for in := bufio.NewScanner(answer.Body); in.Scan(); {
		name, value, _ := strings.Cut(in.Text(), " ")
		if f, err := strconv.ParseFloat(value, 64); err == nil {
			all[name] = f
		}
	}
	return all
}
