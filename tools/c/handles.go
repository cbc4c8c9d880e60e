package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// handles are the open packs by their numbers, which are never used again: a closed one cannot turn into another pack.
type handles struct {
	last atomic.Uint64
	open sync.Map // of opened
}

type opened struct {
	*core.Normalizer
	annotator func() (*annotate.Annotator, error) // made by the first call
}

func (h *handles) add(n *core.Normalizer) uint64 {
	handle := h.last.Add(1)
	h.open.Store(handle, opened{n, sync.OnceValues(func() (*annotate.Annotator, error) { return annotate.New(n) })})
	return handle
}

func (h *handles) get(handle uint64) (opened, error) {
	n, ok := h.open.Load(handle)
	if !ok {
		return opened{}, fmt.Errorf("%w: no pack is open under handle %d", errClosed, handle)
	}
	return n.(opened), nil
}

// close closes the pack of a handle, if one is open, after its look-ups.
func (h *handles) close(handle uint64) error {
	n, ok := h.open.LoadAndDelete(handle)
	if !ok {
		return nil
	}
	return n.(opened).Close()
}
