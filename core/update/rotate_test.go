package update_test

import (
	"strings"
	"testing"

	"github.com/theupdateframework/go-tuf/v2/metadata"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// rotateTo gives a host other keys; old are those of the root before.
func (h *host) rotateTo(k repository.Keys, keys ...string) {
	h.t.Helper()
	r := h.open()
	check(h.t, r.Rotate(k, h.now, lifetimes))
	h.commit(r, private(keys...))
}

// TestRotation changes all keys, in several steps that a device sleeps through, and the threshold.
func TestRotation(t *testing.T) {
	h := newHost(t, version(t, 1))
	d, g := newDevice(h), &goTUF{root: h.get("metadata/1.root.json")}
	_, err := d.update(h)
	check(t, err)
	check(t, g.update(h))
	stale := h.clone()
	h.rotateTo(repository.Keys{Root: public("new 1", "root 2"), RootThreshold: 1, Targets: public("new targets"), Timestamp: public("new timestamp")},
		"root 1", "root 2", "new 1", "new targets", "new timestamp")
	h.rotateTo(repository.Keys{Root: public("last"), RootThreshold: 1, Targets: public("last"), Timestamp: public("last")}, "new 1", "last")
	r := h.open()
	_, err = r.Add("genes", version(t, 2), 1)
	check(t, err)
	h.commit(r, private("last"))
	if r, err := d.update(h); err != nil || r.Version != 2 || !r.Delta {
		t.Errorf("%+v, %v", r, err)
	}
	check(t, g.update(h))
	d.has(2)
	if _, err := h.open().Commit(usualPrivate, h.now, lifetimes); err == nil {
		t.Error("the old keys sign")
	}
	if err := d.store.Trust(h.get("metadata/1.root.json")); err != nil {
		t.Errorf("the app still brings the first root: %v", err)
	}
	if _, err := d.update(stale); err == nil || !strings.Contains(err.Error(), "0 of the keys that may sign the timestamp") {
		t.Errorf("the repository of before, with the first root again: %v", err)
	}
	if _, err := d.update(h); err != nil {
		t.Errorf("after the app has started again: %v", err)
	}
}

// TestPublisherStops stops a publisher after each file: clients have what was there before, or, after a root with other
// keys, are refused; the next run of the publisher completes the work.
func TestPublisherStops(t *testing.T) {
	before := newHost(t, version(t, 1))
	k := usual
	k.Targets, k.Timestamp = public("new"), public("new")
	for name, change := range map[string]func(*repository.Repository) error{
		"a version": func(r *repository.Repository) error { _, err := r.Add("genes", version(t, 2), 1); return err },
		"keys":      func(r *repository.Repository) error { return r.Rotate(k, now, lifetimes) },
	} {
		keys := append(private("new"), usualPrivate...)
		r := before.open()
		check(t, change(r))
		files, err := r.Commit(keys, now, lifetimes)
		check(t, err)
		for stop := range files {
			h := before.clone()
			for _, f := range files[:stop] {
				h.put(f.Path, f.Data)
			}
			d := newDevice(h)
			if r, err := d.update(h); err == nil && r.Version != 1 || err != nil && (name != "keys" || stop == 0) {
				t.Errorf("%s, stopped after %d files: %+v, %v", name, stop, r, err)
			}
			r := h.open()
			if name == "a version" {
				check(t, change(r))
			}
			h.commit(r, keys)
			if r, err := d.update(h); err != nil || name == "a version" && r.Version < 2 { // 3 where a file of 2 is there
				t.Errorf("%s, completed after %d files: %+v, %v", name, stop, r, err)
			}
		}
	}
}

// TestFastForward has somebody with the timestamp's key issue such a high version that the publisher's look old. After
// the publisher has changed the key, devices take the publisher's again.
func TestFastForward(t *testing.T) {
	h := newHost(t, version(t, 1))
	d, g := newDevice(h), &goTUF{root: h.get("metadata/1.root.json")}
	stolen := h.clone()
	alter(stolen, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) { s.Version = 1 << 40 }, "timestamp")
	_, err := d.update(stolen)
	check(t, err)
	check(t, g.update(stolen))
	h.publish(version(t, 2))
	if _, err := d.update(h); err == nil || !strings.Contains(err.Error(), "is older than version 1099511627776") {
		t.Errorf("before the key was changed: %v", err)
	}
	k := usual
	k.Timestamp = public("new timestamp")
	h.rotateTo(k, "root 1", "root 3", "targets", "new timestamp")
	if r, err := d.update(h); err != nil || r.Version != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	check(t, g.update(h))
	d.has(2)
}

// TestTrust refuses roots that are none, or of another repository.
func TestTrust(t *testing.T) {
	h := newHost(t, version(t, 1))
	other := &host{t, h.clone().files, now}
	other.rotate(nothing, "root 1") // one key of two
	foreign, err := repository.Create(repository.Keys{Root: public("x"), RootThreshold: 1, Targets: public("x"), Timestamp: public("x")}, now, lifetimes)
	check(t, err)
	files, err := foreign.Commit(private("x"), now, lifetimes)
	check(t, err)
	d := newDevice(h)
	for name, c := range map[string]struct {
		root []byte
		want string
	}{
		"nothing":                  {nil, "not well-formed JSON"},
		"a timestamp":              {h.get(timestampPath), `the file is the "timestamp" of a repository, want its root`},
		"too few signatures":       {other.get(nextRootPath), "1 of the keys that may sign the root"},
		"one of another publisher": {files[0].Data, "the packs here are of another repository"},
	} {
		if err := d.store.Trust(c.root); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	empty := update.NewStore(update.Memory{}, core.Limits{})
	if _, err := empty.Begin(update.Options{Name: "genes", Now: now}).Run(h.fetch); err == nil || !strings.Contains(err.Error(), "there is no root") {
		t.Errorf("without a root: %v", err)
	}
	h.rotateTo(usual, "root 1", "root 2", "targets", "timestamp")
	if err := d.store.Trust(h.get(nextRootPath)); err != nil {
		t.Errorf("a newer root that the app brings: %v", err)
	}
	_, err = d.update(h)
	check(t, err)
}

// TestManyRoots bounds what a repository can make a device do: it goes on in the next update.
func TestManyRoots(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	for range 35 {
		h.rotateTo(usual, "root 1", "root 2", "targets", "timestamp")
	}
	if _, err := d.update(h); err == nil || !strings.Contains(err.Error(), "more than 32 new roots at a time") {
		t.Errorf("35 roots: %v", err)
	}
	_, err := d.update(h)
	check(t, err)
	d.has(1)
}
