package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// upTo returns a next that counts to n-1.
func upTo(n int) func() (int, error) {
	i := -1
	return func() (int, error) {
		if i++; i == n {
			return 0, io.EOF
		}
		return i, nil
	}
}

// TestOrdered requires results in order, work side by side, and few items held.
func TestOrdered(t *testing.T) {
	const workers = 4
	var held, most atomic.Int64
	together := make(chan struct{}, workers)
	var got []int
	next := upTo(1000)
	err := ordered(t.Context(), workers,
		func() (int, error) {
			h := held.Add(1)
			most.Store(max(most.Load(), h))
			return next()
		},
		func(_ context.Context, i int) (int, error) {
			if i < workers { // each waits for all
				together <- struct{}{}
				for len(together) < workers {
				}
			}
			return i * i, nil
		},
		func(i int) error { held.Add(-1); got = append(got, i); return nil })
	check(t, err)
	if len(got) != 1000 || !slices.IsSorted(got) || got[999] != 999*999 {
		t.Errorf("%d results, %v", len(got), got)
	}
	if most.Load() > 3*workers+3 {
		t.Errorf("%d items were held", most.Load())
	}
}

// TestOrderedFails requires the first error in the order of the items, whatever fails, and what precedes it written.
func TestOrderedFails(t *testing.T) {
	bad := errors.New("bad")
	for _, what := range []string{"next", "work", "write", "panic"} {
		next, written := upTo(100), 0
		err := ordered(t.Context(), 3,
			func() (int, error) {
				i, err := next()
				if what == "next" && i == 50 {
					err = bad
				}
				return i, err
			},
			func(_ context.Context, i int) (int, error) {
				if i == 50 && what == "panic" {
					panic("bad")
				}
				if what == "work" && i >= 50 {
					return 0, fmt.Errorf("%w %d", bad, i)
				}
				return i, nil
			},
			func(i int) error {
				if what == "write" && i == 50 {
					return bad
				}
				written++
				return nil
			})
		if err == nil || !strings.Contains(err.Error(), "bad") || written != 50 || what == "work" && err.Error() != "bad 50" {
			t.Errorf("%s: %v after %d", what, err, written)
		}
	}
}

// TestOrderedEnds requires an end with the context, though next waits for ever.
func TestOrderedEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	next := upTo(10)
	err := ordered(ctx, 2,
		func() (int, error) {
			i, err := next()
			if i == 5 {
				cancel()
				select {}
			}
			return i, err
		},
		func(_ context.Context, i int) (int, error) { return i, nil },
		func(int) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
