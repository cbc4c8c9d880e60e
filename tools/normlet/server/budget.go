package server

import (
	"io"
	"net/http"
	"sync/atomic"
)

// budget bounds the bytes of bodies and answers that all requests hold at the same
// time. A request that finds nothing left is sent away rather than made to wait: those
// it would wait for may be slow on purpose, and hold what it needs.
type budget struct {
	left atomic.Int64
}

// uncounted is how much of its body, and of its answer, a request may hold without
// drawing on the budget. It is what a look-up needs, so that those who ask for much
// cannot keep those from being answered who ask for little, and comes to no more than
// what its connection holds anyway.
const uncounted = 16 << 10

// holding is what one body, or one answer, holds. It is of one goroutine.
type holding struct {
	budget  *budget
	size    int64
	counted int64 // of size, drawn from the budget
}

// take holds n bytes more, or returns a failure.
func (h *holding) take(n int) error {
	size := h.size + int64(n)
	more := max(0, size-uncounted) - h.counted
	if h.budget.left.Add(-more) < 0 && more > 0 {
		h.budget.left.Add(more)
		return failf(http.StatusServiceUnavailable, "too many large requests and answers at the same time; try again")
	}
	h.size, h.counted = size, h.counted+more
	return nil
}

// give holds n bytes less.
func (h *holding) give(n int) { _ = h.take(-n) } // fails only where more is wanted

// release holds nothing any more.
func (h *holding) release() { h.give(int(h.size)) }

// body is the body of a request, whose bytes are held until the answer begins: what is
// decoded from them is at most as large, but for a factor.
type body struct {
	io.ReadCloser // ends with an error after Options.MaxBody
	holding
	begun bool
}

func (b *body) Read(p []byte) (int, error) {
	b.begun = true
	n, err := b.ReadCloser.Read(p)
	if failed := b.take(n); failed != nil {
		return 0, failed
	}
	return n, err
}

// drain reads what is left of a body that was begun, so that a client which is still
// sending it gets to read why it was refused. None of it is held.
func (b *body) drain() {
	b.release()
	if b.begun {
		_, _ = io.Copy(io.Discard, b.ReadCloser)
	}
}
