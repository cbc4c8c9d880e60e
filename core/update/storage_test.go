package update_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
)

// failing is a storage in which what is done to some files fails.
type failing struct {
	update.Memory
	read, write, remove func(name string) error // nil: none
	names               error
}

func (f *failing) Read(name string) ([]byte, error) {
	if f.read != nil {
		if err := f.read(name); err != nil {
			return nil, err
		}
	}
	return f.Memory.Read(name)
}

func (f *failing) Write(name string, data []byte) error {
	if f.write != nil {
		if err := f.write(name); err != nil {
			return err
		}
	}
	return f.Memory.Write(name, data)
}

func (f *failing) Remove(name string) error {
	if f.remove != nil {
		if err := f.remove(name); err != nil {
			return err
		}
	}
	return f.Memory.Remove(name)
}

func (f *failing) Names() ([]string, error) {
	if f.names != nil {
		return nil, f.names
	}
	return f.Memory.Names()
}

var errDisk = errors.New("the disk is full")

// of fails for one file.
func of(name string) func(string) error {
	return func(n string) error {
		if n == name || strings.HasSuffix(name, "*") && strings.HasPrefix(n, strings.TrimSuffix(name, "*")) {
			return errDisk
		}
		return nil
	}
}

// TestFailingStorage has each file fail to be written, or read: the update says so, the pack in use stays, and the next
// update brings the new one.
func TestFailingStorage(t *testing.T) {
	h := newHost(t, version(t, 1))
	begin := newDevice(h)
	_, err := begin.update(h)
	check(t, err)
	h.rotateTo(usual, "root 1", "root 2", "targets", "timestamp")
	h.publish(version(t, 2))
	for what, f := range map[string]*failing{
		"2.root.json": {}, "root.json": {}, "timestamp.json": {}, "snapshot.json": {}, "targets.json": {}, "genes.2.*": {}, "genes.state": {},
		"the state is not read": {read: of("genes.state")}, "the root is not read": {read: of("root.json")},
	} {
		f.Memory = maps.Clone(begin.files)
		if f.read == nil {
			f.write = of(what)
		}
		d := &device{t: t, files: f.Memory, store: update.NewStore(f, core.Limits{})}
		if r, err := d.update(h); !errors.Is(err, errDisk) {
			t.Errorf("%s: %+v, %v", what, r, err)
		}
		f.read, f.write = nil, nil
		d.has(1)
		if _, err := d.update(h); err != nil {
			t.Errorf("%s: the next update: %v", what, err)
		}
		d.has(2)
	}
}

// TestFailingTrust has the disk fail when a root is to be trusted.
func TestFailingTrust(t *testing.T) {
	h := newHost(t, version(t, 1))
	first := h.get("metadata/1.root.json")
	h.rotateTo(usual, "root 1", "root 2", "targets", "timestamp")
	second := h.get(nextRootPath)
	for what, f := range map[string]*failing{
		"names": {names: errDisk}, "remove": {remove: of("1.root.json")}, "write by number": {write: of("2.root.json")}, "write": {write: of("root.json")},
	} {
		files := update.Memory{"root.json": first, "1.root.json": first}
		f.Memory = files
		if err := update.NewStore(f, core.Limits{}).Trust(second); !errors.Is(err, errDisk) {
			t.Errorf("%s: %v", what, err)
		}
	}
	f := &failing{Memory: update.Memory{}, write: of("1.root.json")}
	store := update.NewStore(f, core.Limits{})
	check(t, store.Trust(second))
	check(t, store.Trust(first))
	if _, err := store.Begin(update.Options{Name: "genes", Now: now}).Run(h.fetch); !errors.Is(err, errDisk) {
		t.Errorf("to remember the first root: %v", err)
	}
}

// TestFailingRollback requires a rollback that cannot be to say so, and to leave all as it was.
func TestFailingRollback(t *testing.T) {
	h := newHost(t, version(t, 1))
	begin := newDevice(h)
	_, err := begin.update(h)
	check(t, err)
	h.publish(version(t, 2))
	_, err = begin.update(h)
	check(t, err)
	old := fileOf(begin.files, 1)
	for what, c := range map[string]struct {
		f    *failing
		want string
	}{
		"no state":                {&failing{read: of("genes.state")}, errDisk.Error()},
		"the old pack is damaged": {&failing{Memory: update.Memory{old: []byte("x")}}, "the pack from before: "},
		"the old pack is gone":    {&failing{read: of(old)}, "the pack from before: "},
		"the state stays":         {&failing{write: of("genes.state")}, errDisk.Error()},
	} {
		files := maps.Clone(begin.files)
		maps.Copy(files, c.f.Memory)
		c.f.Memory = files
		p, err := update.NewStore(c.f, core.Limits{}).Rollback("genes")
		if err == nil || !strings.Contains(err.Error(), c.want) || p != (update.Installed{}) {
			t.Errorf("%s: %+v, %v", what, p, err)
		}
		d := &device{t: t, files: files, store: update.NewStore(files, core.Limits{})}
		d.has(2)
	}
	check(t, begin.files.Write(fileOf(begin.files, 2), nil))
	p, err := begin.store.Rollback("genes")
	if err != nil || p.Version != 1 || fileOf(begin.files, 2) != "" {
		t.Errorf("%+v, %v; the store has %q", p, err, slices.Sorted(maps.Keys(begin.files)))
	}
}

// TestReadMeanwhile has another process install two versions, roll back or remove all between the moments in which the
// state and the pack are read: what is read is what is in use then.
func TestReadMeanwhile(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2), version(t, 3), version(t, 4))
	bring := func(d *device, versions ...int64) {
		for _, v := range versions {
			_, err := d.store.Begin(update.Options{Name: "genes", Version: v, Now: now}).Run(h.fetch)
			check(t, err)
		}
	}
	for name, c := range map[string]struct {
		do   func(d *device)
		want int64
	}{
		"two versions": {func(d *device) { bring(d, 3, 4) }, 4},
		"removal":      {func(d *device) { clear(d.files) }, 0},
		"rollback":     {func(d *device) { _, err := d.store.Rollback("genes"); check(t, err) }, 1},
	} {
		d := newDevice(h)
		bring(d, 1, 2)
		done := false
		f := &failing{Memory: d.files, read: func(name string) error {
			if strings.HasSuffix(name, ".normpack") && !done {
				done = true
				c.do(d)
			}
			return nil
		}}
		_, p, err := update.NewStore(f, core.Limits{}).Read("genes")
		if p.Version != c.want || (err == nil) != (c.want > 0) || err != nil && !errors.Is(err, update.ErrNotInstalled) {
			t.Errorf("%s: version %d, %v", name, p.Version, err)
		}
	}
}
