package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"
)

// Watch reloads packs whose files were replaced at each tick, and all packs on now, until ctx ends. Each pack has its
// goroutine, so a slow or unreadable one delays no other. Watch logs and counts reloads, and does not wait for those
// that run when ctx ends.
func (s *Server) Watch(ctx context.Context, tick <-chan time.Time, now <-chan os.Signal) {
	s.protect("watching", func() { s.watch(ctx, tick, now) })
}

func (s *Server) watch(ctx context.Context, tick <-chan time.Time, now <-chan os.Signal) {
	var watchers []watcher
	for _, p := range s.Packs {
		w := make(watcher, 1)
		defer close(w)
		watchers = append(watchers, w)
		go func() {
			for always := range w {
				s.protect("watching the pack "+p.Name, func() { s.refresh(p, always) })
			}
		}()
	}
	for {
		always := false
		select {
		case <-ctx.Done():
			return
		case <-tick:
		case <-now:
			always = true
		}
		for _, w := range watchers {
			w.look(always)
		}
	}
}

// watcher wakes the goroutine of a pack, with at most one request pending: whether to open the file in any case.
type watcher chan bool

func (w watcher) look(always bool) {
	select {
	case w <- always:
		return
	default: // it will look anyway
	}
	if !always {
		return
	}
	select {
	case <-w:
	default: // it has begun to look just now
	}
	w <- true
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
