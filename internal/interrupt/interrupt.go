// Package interrupt ends programs on a signal. Most work watches its context and ends in good order. Work that cannot,
// since it waits for a pipe that nobody writes to or computes for long, is cut off.
package interrupt

import (
	"context"
	"time"
)

// Patience is how long work may take to end by itself: shorter than people, and those who stop services, wait.
const Patience = 700 * time.Millisecond

// Within runs work until it ends, or has not ended some time after ctx has. Then it returns false: the process has to
// end, since work still runs.
func Within(ctx context.Context, patience time.Duration, work func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
	}
	select {
	case <-done:
		return true
	case <-time.After(patience):
		return false
	}
}
