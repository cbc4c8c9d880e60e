package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/agents"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// agentFolder is a folder of map_file.
type agentFolder struct {
	*fixture
	root *os.Root
	n    *core.Normalizer
}

func newAgentFolder(t *testing.T) *agentFolder {
	t.Helper()
	f := newFixture(t)
	f.check(os.Mkdir(f.path("folder"), 0o777))
	root, err := os.OpenRoot(f.path("folder"))
	f.check(err)
	t.Cleanup(func() { root.Close() })
	n, err := core.Open(f.path("t.normpack"))
	f.check(err)
	return &agentFolder{f, root, n}
}

func (f *agentFolder) mapFile(ctx context.Context, in, out string) error {
	_, err := new(app).mapForAgent(ctx, f.n, f.root, agents.MapFile{In: in, Out: out, Columns: []string{"gene"}})
	return err
}

// names returns the names in the folder.
func (f *agentFolder) names() string {
	f.t.Helper()
	entries, err := os.ReadDir(f.path("folder"))
	f.check(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// TestAgentOpensInFolder opens in.csv while others swap it for a link out of the folder.
func TestAgentOpensInFolder(t *testing.T) {
	t.Parallel()
	f := newAgentFolder(t)
	f.write("secret.csv", "SECRET")
	f.write("folder/plain.csv", "plain")
	in, next := f.path("folder/in.csv"), f.path("folder/next")
	swap := []func() error{
		func() error { return os.Link(f.path("folder/plain.csv"), next) }, func() error { return os.Rename(next, in) },
		func() error { return os.Symlink("../secret.csv", next) }, func() error { return os.Rename(next, in) },
	}
	var swaps atomic.Int64
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if err := swap[i%len(swap)](); err != nil {
				stopped <- err
				return
			}
			swaps.Add(1)
			runtime.Gosched()
		}
	}()
	tries, opened := 0, 0
	for ; tries < 200_000 && (opened < 200 || swaps.Load() < 2000); tries++ {
		file, _, err := openIn(f.root, "in.csv")
		if err != nil {
			continue
		}
		opened++
		content, err := io.ReadAll(file)
		f.check(errors.Join(err, file.Close()))
		if string(content) != "plain" {
			t.Errorf("try %d read %q", tries, content)
			break
		}
	}
	close(stop)
	f.check(<-stopped)
	if t.Logf("%d tries, %d opened, %d swaps", tries, opened, swaps.Load()); opened == 0 {
		t.Error("none was opened")
	}
}

// TestAgentReadsWhatItOpened puts another table under the name after it was opened.
func TestAgentReadsWhatItOpened(t *testing.T) {
	t.Parallel()
	f := newAgentFolder(t)
	f.write("folder/in.csv", "gene\nFOX-P2\n")
	file, info, err := openIn(f.root, "in.csv")
	f.check(err)
	defer file.Close()
	f.check(os.Remove(f.path("folder/in.csv")))
	f.write("secret.csv", "gene\nSECRET\n")
	f.check(os.Symlink("../secret.csv", f.path("folder/in.csv")))
	o := mapOptions{in: "in.csv", out: "out.csv", opened: file, table: mapping.Config{Columns: []string{"gene"}, Format: "csv", Jobs: 1}}
	if _, err := new(app).mapOpened(t.Context(), f.n, f.root, &o, info); err != nil || !strings.Contains(f.read("folder/out.csv"), "\nFOX-P2,") {
		t.Errorf("%v; there are %s", err, f.names())
	}
}

// TestAgentFailureLeavesNothing: after a failure or a cancellation there is no file of it, and the call can be made
// again. No variable of the environment makes it write another.
func TestAgentFailureLeavesNothing(t *testing.T) {
	f := newAgentFolder(t)
	t.Setenv("NORMLET_MAP_REPORT", f.path("folder/report.json"))
	t.Setenv("NORMLET_PACK", f.path("none"))
	f.write("folder/bad.csv", "gene\n"+strings.Repeat("FOX-P2\n", 5000)+"FOX-P2,x\n")
	f.write("folder/good.csv", "gene\nFOX-P2\n")
	before := f.names()
	for _, out := range []string{"out.csv", "out.jsonl.gz", "out.xlsx", "out.sssom.tsv"} {
		for range 2 {
			if err := f.mapFile(t.Context(), "bad.csv", out); err == nil || !strings.Contains(err.Error(), "bad.csv:5002") {
				t.Errorf("%s: %v", out, err)
			}
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := f.mapFile(ended, "good.csv", out); err == nil {
			t.Errorf("%s: cancelled, it is written", out)
		}
		if now := f.names(); now != before {
			t.Errorf("%s: there are %s, before %s", out, now, before)
		}
		f.check(f.mapFile(t.Context(), "good.csv", out))
		f.check(os.Remove(filepath.Join(f.dir, "folder", out)))
	}
	if err := f.mapFile(t.Context(), "in.parquet", "out.csv"); err == nil || !strings.Contains(err.Error(), "normlet map") {
		t.Errorf("Parquet: %v", err)
	}
	if err := f.mapFile(t.Context(), "good.csv", "good.doc"); err == nil || !strings.Contains(err.Error(), ".csv") {
		t.Errorf("no format: %v", err)
	}
}

// TestAgentEndsWithItsClient ends standard input, and in another run the context as a signal does, while a call maps: the
// command ends, and leaves nothing.
func TestAgentEndsWithItsClient(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"input": exitDone, "signal": exitInterrupted} {
		f := newAgentFolder(t)
		var table strings.Builder
		table.WriteString("gene\n")
		for i := range 400_000 {
			fmt.Fprintf(&table, "q%dx\n", i)
		}
		f.write("folder/large.csv", table.String())
		ctx, cancel := context.WithCancel(t.Context())
		stdin, send := io.Pipe()
		receive, stdout := io.Pipe()
		code := make(chan int)
		var said strings.Builder
		go func() {
			status := run(ctx, []string{"mcp", "--pack", f.path("t.normpack"), "--folder", f.path("folder")}, stdin, stdout, &said)
			stdout.Close()
			code <- status
		}()
		answers := bufio.NewScanner(receive)
		fmt.Fprintln(send, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
		if !answers.Scan() {
			t.Fatal(answers.Err())
		}
		fmt.Fprintln(send, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		fmt.Fprintln(send, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"map_file","arguments":{"in":"large.csv","out":"out.csv","columns":["gene"]}}}`)
		for !strings.Contains(f.names(), "out.csv.normlet-tmp") { // it has begun
		}
		if name == "input" {
			send.Close()
		} else {
			cancel()
		}
		for answers.Scan() { // what it still says
		}
		if got := <-code; got != status || f.names() != "large.csv" {
			t.Errorf("%s: status %d, want %d; there are %s; said %s", name, got, status, f.names(), &said)
		}
		cancel()
	}
}
