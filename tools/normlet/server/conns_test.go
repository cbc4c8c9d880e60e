package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
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

// TestConnections goes through what happens to connections: those that the server works
// for stay, and of the others those that were heard of last.
func TestConnections(t *testing.T) {
	all := newConnections(3)
	a, b, c, d, e := new(conn), new(conn), new(conn), new(conn), new(conn)
	begin := func(x *conn) (done func()) {
		all.changed(x, http.StateActive)
		return work(new(http.Request).WithContext(all.context(context.Background(), x)))
	}
	check := func(step string, open, waiting int, closed ...*conn) {
		t.Helper()
		if len(all.place) != open || all.waiting.Len() != waiting {
			t.Errorf("%s: %d open, %d waiting, want %d and %d", step, len(all.place), all.waiting.Len(), open, waiting)
		}
		for i, x := range []*conn{a, b, c, d, e} {
			if x.closed != slices.Contains(closed, x) {
				t.Errorf("%s: connection %d closed %v", step, i, x.closed)
			}
		}
	}
	all.changed(a, http.StateNew)
	all.changed(b, http.StateNew)
	check("two", 2, 2)
	done := begin(a)
	check("work for the first", 2, 1)
	done() // b has waited longer now
	check("its answer is read", 2, 2)
	all.changed(b, http.StateActive)
	check("part of a header", 2, 2)
	all.changed(c, http.StateNew)
	check("a third", 3, 3)
	all.changed(d, http.StateNew)
	check("one too many", 3, 3, b)
	all.changed(c, http.StateIdle)
	all.changed(b, http.StateIdle)
	check("more happens before the server has closed the second", 3, 3, b)
	all.changed(b, http.StateClosed)
	check("the server closed the second", 3, 3, b)
	begin(a)
	begin(c)
	begin(d)
	check("work for all", 3, 0, b)
	all.changed(e, http.StateNew)
	check("no room", 3, 0, b, e)
	all.changed(e, http.StateClosed)
	all.changed(a, http.StateIdle)
	all.changed(d, http.StateHijacked)
	check("one has gone, one waits", 2, 1, b, e)
	all.changed(a, http.StateClosed)
	check("and goes", 1, 0, b, e)
	one := newConnections(1)
	if one.changed(a, http.StateNew); a.closed {
		t.Error("of one connection that there may be none is let in")
	}
}

// TestSlowReadersMakeWay has clients that read nothing of large answers fill all places:
// a look-up is answered.
func TestSlowReadersMakeWay(t *testing.T) {
	const most = 4
	address, _ := listen(t, testServer(t, Options{MaxConns: most, MaxLookups: 1}))
	body := `{"mentions":[` + strings.Repeat(`"FOXP2",`, 999) + `"FOXP2"],"k":100}`
	for range 3 * most {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.(*net.TCPConn).SetReadBuffer(1 << 10)
		fmt.Fprintf(c, "POST /lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
	for range 5 {
		res, err := http.Get("http://" + address + "/lookup?q=FOXP2")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("status %d", res.StatusCode)
		}
	}
}
