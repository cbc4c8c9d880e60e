package update_test

import (
	"bytes"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// foreign are the keys of another publisher.
var foreign = repository.Keys{Root: public("x"), RootThreshold: 1, Targets: public("x"), Timestamp: public("x")}

// newForeign makes the repository of another publisher, with roots up to a version.
func newForeign(t testing.TB, roots int) *host {
	t.Helper()
	h := &host{t: t, files: fstest.MapFS{}, now: now}
	r, err := repository.Create(foreign, h.now, lifetimes)
	check(t, err)
	_, err = r.Add("genes", version(t, 2), 0)
	check(t, err)
	h.commit(r, private("x"))
	for range roots - 1 {
		h.rotateTo(foreign, "x")
	}
	return h
}

// TestGivenRoot gives a root to a store that has another: the one that is given counts, or the error says why not.
func TestGivenRoot(t *testing.T) {
	a, b := newHost(t, version(t, 1)), newForeign(t, 1)
	first := a.get("metadata/1.root.json")
	d := newDevice(a)
	for range 3 {
		a.rotateTo(usual, "root 1", "root 2", "targets", "timestamp")
	}
	_, err := d.update(a)
	check(t, err)
	before := bytes.Clone(d.files["root.json"])
	check(t, d.store.Trust(first))
	check(t, d.store.Trust(a.get("metadata/3.root.json")))
	if err := d.store.Trust(b.get("metadata/1.root.json")); !errors.Is(err, update.ErrOtherRepository) {
		t.Errorf("the root of another repository, older than the one here: %v", err)
	}
	if d.kept("root") != 4 || !bytes.Equal(before, d.files["root.json"]) {
		t.Error("the root here has changed")
	}

	later := newForeign(t, 5) // newer than the one here: it counts
	check(t, d.store.Trust(later.get("metadata/5.root.json")))
	if _, err := d.update(a); err == nil {
		t.Error("the first publisher is trusted still")
	}
	if r, err := d.update(later); err != nil || r.Version != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	check(t, d.store.Trust(a.get("metadata/2.root.json"))) // it is older than all that the store knows
	if _, err := d.update(later); !errors.Is(err, update.ErrOtherRepository) {
		t.Errorf("the first publisher's root: %v", err)
	}
}

// TestGivenOlderRoot gives a root from before all that the store has seen: the repository has to lead from it to the one
// here.
func TestGivenOlderRoot(t *testing.T) {
	a := newHost(t, version(t, 1))
	first := a.get("metadata/1.root.json")
	for range 40 { // more than one update follows of new roots
		a.rotateTo(usual, "root 1", "root 2", "targets", "timestamp")
	}
	stale := a.clone()
	delete(stale.files, "metadata/30.root.json")
	d := &device{t: t, files: update.Memory{}}
	d.store = update.NewStore(d.files, core.Limits{})
	check(t, d.store.Trust(a.get("metadata/41.root.json")))
	_, err := d.update(a)
	check(t, err)
	for name, c := range map[string]struct {
		root  []byte
		from  *host
		other bool // the error is ErrOtherRepository
	}{
		"another root, from here":                {newForeign(t, 1).get("metadata/1.root.json"), a, true},
		"another root, from there":               {newForeign(t, 1).get("metadata/1.root.json"), newForeign(t, 1), true},
		"another root, from there, with as many": {newForeign(t, 41).get("metadata/1.root.json"), newForeign(t, 41), true},
		"its first root, where one is left out":  {first, stale, true},
		"its first root, and no network":         {first, nil, false},
	} {
		check(t, d.store.Trust(c.root))
		files := len(d.files)
		_, err := d.store.Begin(update.Options{Name: "genes", Now: now}).Run(func(w update.Want) ([]byte, error) {
			if c.from == nil {
				return nil, errors.New("no network")
			}
			return c.from.fetch(w)
		})
		if err == nil || errors.Is(err, update.ErrOtherRepository) != c.other || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		if len(d.files) != files || d.kept("root") != 41 {
			t.Errorf("%s: the store has changed", name)
		}
		d.has(1)
	}
	check(t, d.store.Trust(first))
	if r, err := d.update(a); err != nil || !r.UpToDate {
		t.Errorf("%+v, %v", r, err)
	}
	if err := d.store.Trust(newForeign(t, 1).get("metadata/1.root.json")); !errors.Is(err, update.ErrOtherRepository) {
		t.Errorf("now that the first root is known: %v", err)
	}
	asked := 0
	check(t, d.store.Trust(first))
	_, err = d.store.Begin(update.Options{Name: "genes", Now: now}).Run(func(w update.Want) ([]byte, error) {
		asked++
		return a.fetch(w)
	})
	if err != nil || asked != 2 {
		t.Errorf("%v after %d files, want 2", err, asked)
	}
}
