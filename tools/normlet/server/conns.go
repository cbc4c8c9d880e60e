package server

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// connections counts the connections of a server. When there are more than there may
// be, or half as many without a request, it closes the one whose request has been
// waited for the longest, or the new one when all have requests that run: clients that
// hold connections and ask for nothing, or never end their header, keep nobody out.
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

// wait adds a connection to those that wait, and closes the oldest of too many.
func (c *connections) wait(conn net.Conn) {
	c.remove(conn)
	c.place[conn] = c.waiting.PushBack(conn)
	if c.open > c.max || c.waiting.Len() > max(1, c.max/2) {
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

// inContext is where the context of a request has what ends the waiting for it.
type inContext struct{}

// context is what http.Server.ConnContext calls.
func (c *connections) context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, inContext{}, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.remove(conn)
	})
}

// arrived says that the header of a request is complete.
func arrived(r *http.Request) {
	if done, ok := r.Context().Value(inContext{}).(func()); ok {
		done()
	}
}
