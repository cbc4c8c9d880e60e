package server

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// connections counts the connections of a server. When there are more than there may
// be, it closes the one that the server has not worked for the longest: because it
// waits for a request, for the end of a header or a body, for a turn, or for its answer
// to be read. So clients that hold connections and do nothing, or little, keep nobody
// out. A connection with a turn is not closed; when all have one, the new one is.
type connections struct {
	mu      sync.Mutex
	max     int
	open    int
	waiting list.List                  // of net.Conn, the longest first
	place   map[net.Conn]*list.Element // in waiting
}

func newConnections(max int) *connections {
	return &connections{max: max, place: make(map[net.Conn]*list.Element)}
}

// changed is what http.Server.ConnState calls.
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
		c.open--
		c.remove(conn)
	}
}

// wait adds a connection to those that keep the server waiting, and closes the oldest
// of too many.
func (c *connections) wait(conn net.Conn) {
	c.remove(conn)
	c.place[conn] = c.waiting.PushBack(conn)
	if c.open > c.max {
		oldest := c.waiting.Front().Value.(net.Conn)
		c.remove(oldest)
		oldest.Close() // the server will say so, by StateClosed
	}
}

// remove removes a connection from those that wait, if it does.
func (c *connections) remove(conn net.Conn) {
	if e := c.place[conn]; e != nil {
		c.waiting.Remove(e)
		delete(c.place, conn)
	}
}

// inContext is where the context of a request has its connection.
type inContext struct{}

// working says whether the server works for the connection of a request, or waits for
// its client.
type working func(yes bool)

// context is what http.Server.ConnContext calls.
func (c *connections) context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, inContext{}, working(func(yes bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.remove(conn); !yes {
			c.wait(conn)
		}
	}))
}

// work says that the server works for a request from now on, until done is called.
func work(r *http.Request) (done func()) {
	w, ok := r.Context().Value(inContext{}).(working)
	if !ok {
		return func() {} // of a test, without a connection
	}
	w(true)
	return func() { w(false) }
}
