package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestAgentEndsWithItsClient ends standard input, and in another run the context as a signal does, while a call maps: the
// command ends, and leaves nothing.
func TestAgentEndsWithItsClient(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"input": exitDone, "signal": exitInterrupted} {
		f := newFixture(t)
		f.check(os.Mkdir(f.path("folder"), 0o777))
		names := func() string {
			entries, err := os.ReadDir(f.path("folder"))
			f.check(err)
			var names []string
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return strings.Join(names, " ")
		}
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
		for !strings.Contains(names(), "out.csv.normlet-tmp") { // it has begun
		}
		if name == "input" {
			send.Close()
		} else {
			cancel()
		}
		for answers.Scan() { // what it still says
		}
		if got := <-code; got != status || names() != "large.csv" {
			t.Errorf("%s: status %d, want %d; there are %s; said %s", name, got, status, names(), &said)
		}
		cancel()
	}
}
