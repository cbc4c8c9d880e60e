package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"
)

// Watch reloads, at each tick, the packs whose files were replaced, and on now all packs, until ctx ends. Each pack has a
// goroutine, so a slow or unreadable one delays no other. Watch logs and counts reloads. When ctx ends, it does not wait
// for those that run.
func (s *Server) Watch(ctx context.Context, tick <-chan time.Time, now <-chan os.Signal) {
	s.protect("watching", func() { s.watch(ctx, tick, now) })
}

func (s *Server) watch(ctx context.Context, tick <-chan time.Time, now <-chan os.Signal) {
	var wake []chan struct{} // of the goroutines; each has one request pending at most
	for _, p := range s.Packs {
		w := make(chan struct{}, 1)
		defer close(w)
		wake = append(wake, w)
		go func() {
			for range w {
				s.protect("watching the pack "+p.Name, func() { s.refresh(p, p.reopen.Swap(false)) })
			}
		}()
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		case <-now:
			for _, p := range s.Packs {
				p.reopen.Store(true)
			}
		}
		for _, w := range wake {
			select {
			case w <- struct{}{}:
			default: // it has been told, and will look
			}
		}
	}
}

// protect calls f and logs a panic, which outside of requests would end the process.
func (s *Server) protect(what string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			s.Log.Error("panic", "in", what, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	f()
}

// refresh is Pack.refresh with log, metrics and recovery.
func (s *Server) refresh(p *Pack, always bool) {
	done, err := true, errors.New("opening it panics")
	s.protect("opening the pack "+p.Name, func() { done, err = p.refresh(always) })
	if err != nil {
		s.metrics.reloads.WithLabelValues(p.Name, "failed").Inc()
		s.Log.Error("the new pack cannot be opened; the old one stays", "pack", p.Name, "error", err.Error())
	} else if done {
		s.metrics.reloads.WithLabelValues(p.Name, "done").Inc()
		s.metrics.loaded(p)
		LogPack(s.Log, "reloaded", p)
	}
}
