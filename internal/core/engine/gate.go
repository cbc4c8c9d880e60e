package engine

import (
	"sync"
	"sync/atomic"
)

// gate keeps a mapping alive while look-ups read it. Entering and leaving costs some ten nanoseconds.
type gate struct {
	mu     sync.RWMutex // held for reading by every look-up
	closed bool
	lent   atomic.Bool  // the tables were handed out
	unmap  func() error // nil when nothing is mapped
}

// Enter reports whether the tables may be read; the caller then has to call Leave. Whoever may be called after Close enters,
// once: entering again would wait for a Close that waits for the first.
func (e *Engine) Enter() bool {
	e.gate.mu.RLock()
	if e.gate.closed {
		e.gate.mu.RUnlock()
		return false
	}
	return true
}

// Leave ends what Enter began.
func (e *Engine) Leave() { e.gate.mu.RUnlock() }

// KeepMapped leaves it to Close to end the mapping in which tables lie. indexed is called once the codes are copied.
func (e *Engine) KeepMapped(unmap func() error, indexed func()) {
	e.gate.unmap, e.codes.Indexed = unmap, indexed
}

// Close waits for those who entered and lets nobody enter. It ends a mapping, unless tables were handed out: somebody may
// still read them.
func (e *Engine) Close() error {
	g := &e.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil
	}
	g.closed = true
	if g.unmap == nil || g.lent.Load() {
		return nil
	}
	rest := *e.Pack
	rest.Codes, rest.Details = nil, nil // what lies in the mapping
	e.Pack = &rest
	return g.unmap()
}
