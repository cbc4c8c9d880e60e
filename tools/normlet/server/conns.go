package server

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// connections limits the connections of a server. Beyond the limit it closes the one that has waited longest: for a
// request, the end of a header or body, a turn, or the reading of its answer. So idle or slow clients keep nobody out, as
// they would if new connections had to wait (netutil.LimitListener). A connection that the server works for stays; if it
// works for all, the new one is closed.
type connections struct {
	mu      sync.Mutex
	max     int
	waiting list.List                  // of net.Conn, the longest first
	place   map[net.Conn]*list.Element // in waiting, of all connections; nil while the server works for one
}

func newConnections(max int) *connections {
	return &connections{max: max, place: make(map[net.Conn]*list.Element)}
}

// changed is http.Server.ConnState.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		c.place[conn] = nil
		c.wait(conn)
	case http.StateIdle:
		c.wait(conn)
	case http.StateClosed, http.StateHijacked:
		c.remove(conn)
		delete(c.place, conn)
	}
}

// wait adds a waiting connection, and closes the oldest of too many. A busy server may notice that late, so the closed
// one stops counting here: otherwise each connection that begins to wait in the meantime would close another.
func (c *connections) wait(conn net.Conn) {
	c.remove(conn)
	if _, counts := c.place[conn]; !counts {
		return
	}
	c.place[conn] = c.waiting.PushBack(conn)
	if len(c.place) > c.max {
		oldest := c.waiting.Front().Value.(net.Conn)
		c.remove(oldest)
		delete(c.place, oldest)
		oldest.Close() // the server will say so, by StateClosed
	}
}

// remove takes a connection out of those that wait.
func (c *connections) remove(conn net.Conn) {
	if e := c.place[conn]; e != nil {
		c.waiting.Remove(e)
		c.place[conn] = nil
	}
}

// inContext is the context key of the markBusy of a connection.
type inContext struct{}

// markBusy says whether the server works for a connection or waits for its client.
type markBusy func(yes bool)

// context is http.Server.ConnContext.
func (c *connections) context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, inContext{}, markBusy(func(yes bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.remove(conn); !yes {
			c.wait(conn)
		}
	}))
}

// work marks that the server works for a request until done is called.
func work(r *http.Request) (done func()) {
	mark, ok := r.Context().Value(inContext{}).(markBusy)
	if !ok {
		return func() {} // of a test, without a connection
	}
	mark(true)
	return func() { mark(false) }
}
