package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"syscall"
	"time"
)

// Watch reloads packs whose files were replaced at each tick, and all packs on now, until ctx ends. Each pack has its
// goroutine, so a slow or unreadable one delays no other. Watch logs and counts reloads, and does not wait for those
// that run when ctx ends.
func (s *Server) Watch(ctx context.Context, tick <-chan time.Time, now <-chan os.Signal) {
	s.protect("watching", func() { s.watch(ctx, tick, now) })
}

func (s *Server) watch(ctx context.Context, tick <-chan time.Time, now <-chan os.Signal) {
	var watchers []*watcher
	for _, p := range s.Packs {
		w := &watcher{wake: make(chan bool, 1)}
		defer close(w.wake)
		watchers = append(watchers, w)
		go func() {
			for always := range w.wake {
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

// watcher wakes the goroutine of a pack, with at most one request pending.
type watcher struct {
	wake chan bool // whether to open the file in any case
}

func (w *watcher) look(always bool) {
	select {
	case w.wake <- always:
		return
	default: // it will look anyway
	}
	if !always {
		return
	}
	select {
	case <-w.wake:
	default: // it has begun to look just now
	}
	w.wake <- true
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

// openRegular opens a regular file. Opening or reading a pipe or a device could block for ever.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may have become one meanwhile
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = regular(path, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func regular(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file (%s); put a pack there", path, info.Mode())
	}
	return nil
}
