package update_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
)

// faulty is storage that fails.
type faulty struct {
	update.Memory
	steps, first, last int  // steps so far; those of them that fail
	done               bool // the first does what it is to do, and fails all the same
}

var errFault = errors.New("a fault on purpose")

// step does an operation, which is whole or not at all: package durable sees to that in a folder.
func (f *faulty) step(do func() error) error {
	f.steps++
	if f.steps < f.first || f.steps > f.last {
		return do()
	}
	if f.done && f.steps == f.first {
		return errors.Join(do(), errFault)
	}
	return errFault
}

func (f *faulty) Write(name string, data []byte) error {
	return f.step(func() error { return f.Memory.Write(name, data) })
}

func (f *faulty) Remove(name string) error {
	return f.step(func() error { return f.Memory.Remove(name) })
}

// TestFaults has every operation on the storage fail during an update, as on a full disk, and the machine stop after
// each: the old pack is in use or the new one, it opens and is the one that was signed, and the next update brings the
// new one and leaves nothing else.
func TestFaults(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2))
	later := h.clone()
	later.publish(version(t, 3))
	before := newDevice(h)
	for _, v := range []int64{1, 2} {
		_, err := before.store.Begin(update.Options{Name: "genes", Version: v, Now: now}).Run(h.fetch)
		check(t, err)
	}
	try := func(first, last int, done bool) (steps int) {
		t.Helper()
		files := &faulty{Memory: maps.Clone(before.files), first: first, last: last, done: done}
		store := update.NewStore(files, core.Limits{})
		to := func() error {
			if err := store.Trust(later.get("metadata/1.root.json")); err != nil {
				return err
			}
			_, err := store.Begin(update.Options{Name: "genes", Now: now}).Run(later.fetch)
			return err
		}
		failed := to()
		n, p, err := store.Open("genes")
		check(t, err)
		defer n.Close()
		if p.Version != 2 && p.Version != 3 || failed == nil && p.Version != 3 {
			t.Errorf("operations %d to %d fail: version %d is in use; the update returned %v", first, last, p.Version, failed)
		}
		steps, files.first = files.steps, math.MaxInt
		if err := to(); err != nil {
			t.Errorf("operations %d to %d failed: the next update: %v", first, last, err)
		}
		left(t, files.Memory)
		return steps
	}
	whole := try(math.MaxInt, 0, false)
	if whole < 5 {
		t.Errorf("only %d operations", whole)
	}
	for step := 1; step <= whole; step++ {
		for _, done := range []bool{false, true} {
			try(step, step, done)
			try(step, math.MaxInt, done)
		}
	}
}

// left requires storage to hold what an update to version 3 leaves.
func left(t *testing.T, files update.Memory) {
	t.Helper()
	packs := 0
	for name := range files {
		if ok, _ := filepath.Match("genes.?.????????????????.normpack", name); ok {
			packs++
		}
	}
	if len(files) != 8 || packs != 2 {
		t.Errorf("the storage holds %q", slices.Sorted(maps.Keys(files)))
	}
}

// TestDamage changes each file of a store, or takes it away: what is no longer what was verified is not opened, and the
// next update repairs it.
func TestDamage(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2))
	d := newDevice(h)
	_, err := d.store.Begin(update.Options{Name: "genes", Version: 1, Now: now}).Run(h.fetch)
	check(t, err)
	_, err = d.update(h)
	check(t, err)
	whole := maps.Clone(d.files)
	for _, name := range slices.Sorted(maps.Keys(whole)) {
		for _, how := range []string{"flipped", "cut", "empty", "gone"} {
			clear(d.files)
			maps.Copy(d.files, whole)
			switch data := slices.Clone(whole[name]); how {
			case "flipped":
				data[len(data)/2] ^= 1
				d.files[name] = data
			case "cut":
				d.files[name] = data[:len(data)/2]
			case "empty":
				d.files[name] = nil
			case "gone":
				delete(d.files, name)
			}
			n, p, err := d.store.Open("genes")
			if err == nil {
				n.Close()
			}
			current := whole["genes.state"] != nil && p.Version == 2
			switch name {
			case "genes.state":
				if err == nil && how != "flipped" {
					t.Errorf("%s %s: version %d was opened", name, how, p.Version)
				}
				_ = d.files.Remove(name)
			case fileOf(whole, 2):
				if err != nil || p.Version != 1 {
					t.Errorf("%s %s: version %d, %v; want the last good one", name, how, p.Version, err)
				}
			default:
				if err != nil || !current {
					t.Errorf("%s %s: version %d, %v", name, how, p.Version, err)
				}
			}
			check(t, d.store.Trust(h.get("metadata/1.root.json")))
			if _, err := d.update(h); err != nil {
				t.Errorf("%s %s: the next update: %v", name, how, err)
			}
			d.has(2)
		}
	}
}

// TestLastGood updates over a damaged pack: the last good one is the one before it.
func TestLastGood(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	_, err := d.update(h)
	check(t, err)
	h.publish(version(t, 2))
	_, err = d.update(h)
	check(t, err)
	d.files[fileOf(d.files, 2)][99] ^= 1
	h.publish(version(t, 3))
	r, err := d.update(h)
	if err != nil || r.Delta || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "the file was changed after it was verified") {
		t.Errorf("%+v, %v", r, err)
	}
	d.has(3)
	if p, err := d.store.Rollback("genes"); err != nil || p.Version != 1 {
		t.Errorf("back to %+v, %v", p, err)
	}
	d.has(1)
}

// fileOf returns the name of a version's pack.
func fileOf(files update.Memory, version int) string {
	for name := range files {
		if ok, _ := filepath.Match(fmt.Sprintf("genes.%d.*.normpack", version), name); ok {
			return name
		}
	}
	return ""
}

// TestFolder requires Folder and Memory to answer alike.
func TestFolder(t *testing.T) {
	folder := update.Folder(t.TempDir())
	for _, s := range []update.Storage{folder, update.Memory{}} {
		if _, err := s.Read("a.json"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%T: no file: %v", s, err)
		}
		data := []byte("one")
		check(t, s.Write("a.json", data))
		data[0] = 'x'
		check(t, s.Write("b.json", nil))
		check(t, s.Remove("b.json"))
		check(t, s.Remove("c.json"))
		got, err := s.Read("a.json")
		names, err2 := s.Names()
		if err != nil || string(got) != "one" || err2 != nil || !slices.Equal(names, []string{"a.json"}) {
			t.Errorf("%T: %q, %v, names %q, %v", s, got, err, names, err2)
		}
	}
	if _, err := os.Stat(folder.Path("a.json")); err != nil {
		t.Error(err)
	}
}
