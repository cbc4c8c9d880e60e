package main

import (
	"fmt"
	"sync"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// handles are the open packs by their numbers, which are never used again: a closed one cannot turn into another pack.
type handles struct {
	mu   sync.RWMutex
	last uint64
	open map[uint64]opened
}

type opened struct {
	*core.Normalizer
	annotator func() (*annotate.Annotator, error) // made by the first call
}

func (h *handles) add(n *core.Normalizer) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		h.open = map[uint64]opened{}
	}
	h.last++
	h.open[h.last] = opened{n, sync.OnceValues(func() (*annotate.Annotator, error) { return annotate.New(n) })}
	return h.last
}

func (h *handles) get(handle uint64) (opened, error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	n, ok := h.open[handle]
	if !ok {
		return n, fmt.Errorf("%w: no pack is open under handle %d", errClosed, handle)
	}
	return n, nil
}

// close closes the pack of a handle, if one is open, after its look-ups.
func (h *handles) close(handle uint64) error {
	h.mu.Lock()
	n, ok := h.open[handle]
	delete(h.open, handle)
	h.mu.Unlock()
	if !ok {
		return nil
	}
	return n.Close()
}
