package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// ordered works on what next returns, up to io.EOF, with some workers at once, and passes the results to write in the
// order of next. It holds a few more than there are workers. Each of the three functions is called by one goroutine at
// a time, except for work. It returns the first error in the order of next, after all calls but that of next, which
// may wait for a pipe for ever, have returned.
func ordered[In, Out any](ctx context.Context, workers int, next func() (In, error), work func(context.Context, In) (Out, error), write func(Out) error) error {
	type item struct {
		out  Out
		err  error
		done chan struct{}
	}
	ctx, cancel := context.WithCancel(ctx)
	queue, working := make(chan *item, 2*workers), make(chan struct{}, workers)
	defer func() {
		cancel()
		for range workers { // whoever has all places is alone
			working <- struct{}{}
		}
	}()
	go func() {
		defer close(queue)
		for {
			i := &item{done: make(chan struct{})}
			var in In
			i.err = guard(func() (err error) { in, err = next(); return err })
			if i.err != nil {
				close(i.done)
			}
			select {
			case queue <- i:
			case <-ctx.Done():
				return
			}
			if i.err != nil {
				return
			}
			select {
			case working <- struct{}{}:
			case <-ctx.Done():
				return
			}
			go func() {
				i.err = guard(func() (err error) { i.out, err = work(ctx, in); return err })
				close(i.done)
				<-working
			}()
		}
	}()
	for {
		var i *item
		select {
		case i = <-queue:
		case <-ctx.Done():
			return ctx.Err()
		}
		if i == nil { // the reader has ended with ctx
			return ctx.Err()
		}
		select {
		case <-i.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if errors.Is(i.err, io.EOF) {
			return nil
		}
		if i.err == nil {
			i.err = guard(func() error { return write(i.out) })
		}
		if i.err != nil {
			return i.err
		}
	}
}

// guard makes errors of panics: the library panics on some damaged data.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("damaged: %v", p)
		}
	}()
	return f()
}
