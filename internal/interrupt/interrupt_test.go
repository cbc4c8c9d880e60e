package interrupt

import (
	"context"
	"testing"
	"time"
)

func TestWithin(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	if !Within(ctx, 0, func() {}) {
		t.Error("work that ends is given up")
	}
	block := make(chan struct{})
	defer close(block)
	if Within(ctx, time.Nanosecond, func() { cancel(); <-block }) {
		t.Error("work that never ends has ended")
	}
	if !Within(ctx, time.Hour, func() { <-ctx.Done() }) {
		t.Error("work that ends with its context is given up")
	}
}
