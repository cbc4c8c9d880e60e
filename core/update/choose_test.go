package update_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/update"
)

// TestChoose asks for versions, looks without installing, and goes back.
func TestChoose(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2), version(t, 3))
	d := newDevice(h)
	ask := func(o update.Options) (update.Result, error) {
		o.Now = now
		return d.store.Begin(o).Run(h.fetch)
	}
	look, err := ask(update.Options{Look: true})
	check(t, err)
	if want := []update.Release{{"genes", 1, size(h, 1)}, {"genes", 2, size(h, 2)}, {"genes", 3, size(h, 3)}}; !reflect.DeepEqual(look.Releases, want) {
		t.Errorf("%+v, want %+v", look.Releases, want)
	}
	if _, err := d.store.Current("genes"); !errors.Is(err, update.ErrNotInstalled) {
		t.Errorf("a look has installed: %v", err)
	}
	if _, _, err := d.store.Open("genes"); !errors.Is(err, update.ErrNotInstalled) {
		t.Errorf("Open: %v", err)
	}
	for _, c := range []struct {
		o    update.Options
		want string
	}{
		{update.Options{Name: "genes", Version: 4}, `has no version of genes that is wanted, only ["1" "2" "3"]`},
		{update.Options{Name: "drugs"}, `has no pack drugs, only ["genes"]`},
		{update.Options{Name: "Genes"}, "is no name of a pack"},
		{update.Options{}, "is no name of a pack"},
		{update.Options{Name: "genes/../x"}, "is no name of a pack"},
	} {
		if _, err := ask(c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
	_, err = ask(update.Options{Name: "genes", Version: 1})
	check(t, err)
	d.has(1)
	if look, err = ask(update.Options{Name: "genes", Look: true}); err != nil || look.UpToDate || look.Found != 3 || look.Need == 0 || look.Need > size(h, 3)/3 {
		t.Errorf("%+v, %v", look, err)
	}
	d.has(1)
	_, err = d.update(h)
	check(t, err)
	d.has(3)
	back(t, h, d)
}

// back rolls back, and lets updates pass over the version that was left.
func back(t *testing.T, h *host, d *device) {
	t.Helper()
	p, err := d.store.Rollback("genes")
	if err != nil || p.Version != 1 {
		t.Errorf("back to %+v, %v", p, err)
	}
	if _, err := d.store.Rollback("genes"); err == nil || !strings.Contains(err.Error(), "there is no pack genes from before") {
		t.Errorf("back again: %v", err)
	}
	r, err := d.update(h)
	if err != nil || r.Version != 2 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "version 3 is passed over") {
		t.Errorf("%+v, %v", r, err)
	}
	h.publish(version(t, 4))
	if r, err = d.update(h); err != nil || r.Version != 4 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = d.store.Begin(update.Options{Name: "genes", Version: 3, Now: now}).Run(h.fetch); err != nil || r.Version != 3 || len(r.Notes) > 0 {
		t.Errorf("asked for by number: %+v, %v", r, err)
	}
	if r, err = d.update(h); err != nil || r.Version != 4 {
		t.Errorf("%+v, %v", r, err)
	}
}

func size(h *host, version int) int64 {
	return int64(len(h.get(h.path("." + string(rune('0'+version)) + ".normpack"))))
}

// TestOnlyVersionRolledBack stays where it is if the repository has nothing else.
func TestOnlyVersionRolledBack(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	_, err := d.update(h)
	check(t, err)
	r := h.open()
	_, err = r.Add("genes", version(t, 2), 0)
	check(t, err)
	check(t, r.Withdraw("genes", 1))
	h.commit(r, usualPrivate)
	_, err = d.update(h)
	check(t, err)
	d.has(2)
	_, err = d.store.Rollback("genes")
	check(t, err)
	if r, err := d.update(h); err != nil || !r.UpToDate || r.Version != 1 || len(r.Notes) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	d.has(1)
}

// TestBombs gives deltas whose signed length is wrong: they are dropped, whatever they say, and no memory is taken for
// what a delta cannot make. A pack that is too large for the app is not fetched.
func TestBombs(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2), version(t, 3), version(t, 4))
	for _, length := range []int64{1, 1 << 20, 1 << 40, math.MaxInt64} {
		for to := int64(3); to <= 4; to++ {
			x := h.clone()
			x.custom(update.DeltaPath("genes", to-1, to), update.CustomLength, length)
			d := newDevice(x)
			_, err := d.store.Begin(update.Options{Name: "genes", Version: to - 1, Now: now}).Run(x.fetch)
			check(t, err)
			r, err := d.store.Begin(update.Options{Name: "genes", Version: to, Now: now}).Run(x.fetch)
			if err != nil || r.Delta || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], fmt.Sprintf(".%d-%d.plain.delta: ", to-1, to)) {
				t.Errorf("length %d: %+v, %v", length, r, err)
			}
			d.has(to)
		}
	}
	d := newDevice(h)
	_, err := d.store.Begin(update.Options{Name: "genes", Now: now, Most: size(h, 4) - 1}).Run(h.fetch)
	if err == nil || !strings.Contains(err.Error(), "this app takes at most") {
		t.Errorf("a pack that is too large: %v", err)
	}
	_, err = d.store.Begin(update.Options{Name: "genes", Now: now, Most: size(h, 4)}).Run(h.fetch)
	check(t, err)
}

// TestMost lets a delta make no more than the app allows for a pack, whatever is signed: it is not even fetched.
func TestMost(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2))
	h.custom(update.DeltaPath("genes", 1, 2), update.CustomLength, 8<<20)
	d := newDevice(h)
	_, err := d.store.Begin(update.Options{Name: "genes", Version: 1, Now: now}).Run(h.fetch)
	check(t, err)
	r, err := d.store.Begin(update.Options{Name: "genes", Now: now, Most: 4 << 20}).Run(func(w update.Want) ([]byte, error) {
		if strings.HasSuffix(w.Path, ".delta") {
			t.Errorf("%s is fetched", w.Path)
		}
		return h.fetch(w)
	})
	if err != nil || r.Delta || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], ".1-2.plain.delta: 8388608 bytes to make, at most 4194304 allowed") {
		t.Errorf("%+v, %v", r, err)
	}
	d.has(2)
}
