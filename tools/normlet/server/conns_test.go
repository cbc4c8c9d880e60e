package server

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
)

// TestIdleConnectionsMakeWay opens more connections than there may be and asks for
// nothing: each that is new is answered, and the oldest is closed for it.
func TestIdleConnectionsMakeWay(t *testing.T) {
	const most = 5
	address, _ := listen(t, testServer(t, Options{MaxConns: most}))
	ask := func(c net.Conn) string {
		fmt.Fprintf(c, "GET /lookup?q=FOXP2 HTTP/1.1\r\nHost: x\r\n\r\n")
		b := make([]byte, 12)
		_, _ = io.ReadFull(c, b)
		return string(b)
	}
	var held []net.Conn
	for i := range 4 * most {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		held = append(held, c)
		if i%2 == 0 { // the others have asked for nothing yet
			if got := ask(c); got != "HTTP/1.1 200" {
				t.Fatalf("connection %d: %q", i, got)
			}
		}
	}
	if rest, err := io.ReadAll(held[1]); err != nil || len(rest) > 0 { // returns when it is closed
		t.Errorf("the oldest: %q, %v", rest, err)
	}
	if got := ask(held[len(held)-1]); got != "HTTP/1.1 200" {
		t.Errorf("the latest: %q", got)
	}
}

// conn is a connection that only knows whether it was closed.
type conn struct {
	net.Conn
	closed bool
}

func (c *conn) Close() error { c.closed = true; return nil }

// TestConnections goes through what happens to connections: busy ones stay.
func TestConnections(t *testing.T) {
	all := newConnections(3)
	a, b, c, d, e, f := new(conn), new(conn), new(conn), new(conn), new(conn), new(conn)
	check := func(step string, open int, closed ...*conn) {
		t.Helper()
		if all.open != open {
			t.Errorf("%s: %d open, want %d", step, all.open, open)
		}
		for _, x := range []*conn{a, b, c, d, e, f} {
			want := false
			for _, y := range closed {
				want = want || x == y
			}
			if x.closed != want {
				t.Errorf("%s: %p closed %v", step, x, x.closed)
			}
		}
	}
	for _, x := range []*conn{a, b, c} {
		all.changed(x, http.StateNew)
	}
	check("three", 3)
	all.changed(a, http.StateActive)
	all.changed(a, http.StateIdle) // b has waited longer now
	all.changed(d, http.StateNew)
	check("a fourth", 4, b)
	all.changed(b, http.StateClosed)
	check("the server closed it", 3, b)
	for _, x := range []*conn{a, c, d} {
		all.changed(x, http.StateActive)
	}
	all.changed(e, http.StateNew)
	check("all others are busy", 4, b, e)
	all.changed(e, http.StateClosed)
	all.changed(d, http.StateHijacked)
	all.changed(f, http.StateNew)
	check("there is room again", 3, b, e)
	if len(all.place) != 1 || all.waiting.Len() != 1 {
		t.Errorf("%d and %d wait, want one", len(all.place), all.waiting.Len())
	}
}
