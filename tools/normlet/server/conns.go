package server

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// connections limits the connections of a server. Beyond the limit it closes the one that has waited longest: for a
// request, the end of a header or body, a turn, or the reading of its answer. So idle or slow clients keep nobody out.
// A connection with a turn stays; if all have one, the new one is closed.
type connections struct {
	mu      sync.Mutex
	max     int
	open    int                        // without those in closing
	waiting list.List                  // of net.Conn, the longest first
	place   map[net.Conn]*list.Element // in waiting
	closing map[net.Conn]bool          // closed here, until the server has noticed
}

func newConnections(max int) *connections {
	return &connections{max: max, place: make(map[net.Conn]*list.Element), closing: make(map[net.Conn]bool)}
}

// changed is http.Server.ConnState.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		c.open++
		c.wait(conn)
	case http.StateIdle:
		c.wait(conn)
	case http.StateClosed, http.StateHijacked:
		if !c.closing[conn] {
			c.open--
		}
		delete(c.closing, conn)
		c.remove(conn)
	}
}

// wait adds a waiting connection, and closes the oldest of too many. A busy server may notice that late, so the closed
// one stops counting here: otherwise each connection that begins to wait in the meantime would close another.
func (c *connections) wait(conn net.Conn) {
	if c.closing[conn] {
		return
	}
	c.remove(conn)
	c.place[conn] = c.waiting.PushBack(conn)
	if c.open > c.max {
		oldest := c.waiting.Front().Value.(net.Conn)
		c.remove(oldest)
		c.closing[oldest] = true
		c.open--
		oldest.Close() // the server will say so, by StateClosed
	}
}

func (c *connections) remove(conn net.Conn) {
	if e := c.place[conn]; e != nil {
		c.waiting.Remove(e)
		delete(c.place, conn)
	}
}

// inContext is the context key of a connection.
type inContext struct{}

// working tells whether the server works for a connection or waits for its client.
type working func(yes bool)

// context is http.Server.ConnContext.
func (c *connections) context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, inContext{}, working(func(yes bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.remove(conn); !yes {
			c.wait(conn)
		}
	}))
}

// work marks that the server works for a request until done is called.
func work(r *http.Request) (done func()) {
	w, ok := r.Context().Value(inContext{}).(working)
	if !ok {
		return func() {} // of a test, without a connection
	}
	w(true)
	return func() { w(false) }
}
