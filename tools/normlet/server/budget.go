package server

import (
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// budget bounds the bytes of bodies and answers that all requests hold at once. A request that finds none left is
// refused rather than queued: the holders may be slow on purpose.
type budget struct {
	left atomic.Int64
}

// uncounted is how much a request may hold of its body, and of its answer, outside the budget. A lookup needs no more,
// so large requests cannot starve small ones, and a connection holds as much anyway.
const uncounted = 16 << 10

// holding is what one body or answer holds. One goroutine uses it.
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
		return &failure{http.StatusTooManyRequests, "too many large requests and answers at the same time; try again", time.Second}
	}
	h.size, h.counted = size, h.counted+more
	return nil
}

func (h *holding) give(n int) { _ = h.take(-n) } // it cannot fail: only taking more can

func (h *holding) release() { h.give(int(h.size)) }

// body is a request's body. Its bytes are held until the answer begins; what is decoded from them is larger by a
// constant factor at most.
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

// drain discards the rest of a body, so that a client still sending can read why it was refused.
func (b *body) drain() {
	b.release()
	if b.begun {
		_, _ = io.Copy(io.Discard, b.ReadCloser)
	}
}
