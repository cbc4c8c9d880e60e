package server

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// connections counts the connections of a server. When there are more than there may
// be, it closes the one on which the next request has been waited for the longest, or
// the new one when all others are busy: clients that hold connections and ask for
// nothing keep nobody out.
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
	c.remove(conn)
	switch state {
	case http.StateNew:
		c.open++
		c.place[conn] = c.waiting.PushBack(conn)
		if c.open > c.max {
			oldest := c.waiting.Front().Value.(net.Conn)
			c.remove(oldest)
			oldest.Close() // the server will say so, by StateClosed
		}
	case http.StateIdle:
		c.place[conn] = c.waiting.PushBack(conn)
	case http.StateClosed, http.StateHijacked:
		c.open--
	}
}

// remove removes a connection from those that wait, if it does.
func (c *connections) remove(conn net.Conn) {
	if e := c.place[conn]; e != nil {
		c.waiting.Remove(e)
		delete(c.place, conn)
	}
}
