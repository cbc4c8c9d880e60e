package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
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

// TestConnections goes through what happens to connections: those with requests stay.
func TestConnections(t *testing.T) {
	all := newConnections(4) // 2 of them waiting
	a, b, c, d, e, f := new(conn), new(conn), new(conn), new(conn), new(conn), new(conn)
	begin := func(x *conn) { // a request
		all.changed(x, http.StateActive)
		arrived(new(http.Request).WithContext(all.context(context.Background(), x)))
	}
	check := func(step string, open, waiting int, closed ...*conn) {
		t.Helper()
		if all.open != open || all.waiting.Len() != waiting || len(all.place) != waiting {
			t.Errorf("%s: %d open, %d and %d waiting, want %d and %d", step, all.open, all.waiting.Len(), len(all.place), open, waiting)
		}
		for i, x := range []*conn{a, b, c, d, e, f} {
			if x.closed != slices.Contains(closed, x) {
				t.Errorf("%s: connection %d closed %v", step, i, x.closed)
			}
		}
	}
	all.changed(a, http.StateNew)
	all.changed(b, http.StateNew)
	check("two", 2, 2)
	begin(a)
	check("a request", 2, 1)
	all.changed(a, http.StateIdle) // b has waited longer now
	all.changed(b, http.StateActive)
	check("part of a header", 2, 2)
	all.changed(c, http.StateNew)
	check("a third", 3, 2, b)
	all.changed(b, http.StateClosed)
	check("the server closed the second", 2, 2, b)
	begin(a)
	begin(c)
	all.changed(d, http.StateNew)
	begin(d)
	all.changed(b, http.StateNew)
	check("there is room", 4, 1, b)
	begin(b)
	all.changed(e, http.StateNew)
	check("all others are busy", 5, 0, b, e)
	all.changed(e, http.StateClosed)
	all.changed(d, http.StateHijacked)
	all.changed(f, http.StateNew)
	check("there is room again", 4, 1, b, e)
	all.changed(f, http.StateClosed)
	check("the last has gone", 3, 0, b, e)
	one := newConnections(1)
	a.closed = false
	if one.changed(a, http.StateNew); a.closed {
		t.Error("of one connection that there may be none is let in")
	}
}
