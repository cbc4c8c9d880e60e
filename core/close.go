package core

import (
	"errors"
	"sync"
	"sync/atomic"
)

// ErrClosed is the error of a look-up after Close.
var ErrClosed = errors.New("core: look-up in a closed Normalizer")

// gate keeps a mapping alive while look-ups read it. Entering and leaving costs
// some ten nanoseconds. Every exported method that reads the pack enters it, once:
// entering again would wait for a Close that waits for the first.
type gate struct {
	mu     sync.RWMutex // held for reading by every look-up
	closed bool
	lent   atomic.Bool  // the tables were handed out
	unmap  func() error // nil when nothing is mapped
}

// enter reports whether a look-up may run; it then has to call leave.
func (g *gate) enter() bool {
	g.mu.RLock()
	if g.closed {
		g.mu.RUnlock()
		return false
	}
	return true
}

func (g *gate) leave() { g.mu.RUnlock() }

// Close ends the use of n. It waits for running look-ups; later ones are answered
// with NIL, and LookupWith with ErrClosed as well. Only a Normalizer made by Open
// may hold a mapping, but any Normalizer may be closed, any number of times, from
// any goroutine.
//
// A mapping whose tables were handed out by Contents stays until the process
// ends, since somebody may still read them.
func (n *Normalizer) Close() error {
	g := &n.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil
	}
	g.closed = true
	if g.unmap == nil || g.lent.Load() {
		return nil
	}
	rest := *n.pack
	rest.Codes, rest.Details = nil, nil // what lies in the mapping
	n.pack = &rest
	return g.unmap()
}
