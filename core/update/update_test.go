package update_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// TestUpdates brings a device from nothing over several versions, by the whole pack and by deltas of several forms,
// and back.
func TestUpdates(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	whole := int64(len(version(t, 1)))
	for v := int64(1); v <= 4; v++ {
		if v > 1 {
			a := h.publish(version(t, int(v)))
			if got, want := formsFrom(a, v-1), map[int64]string{2: "plain", 3: "changes plain", 4: "plain"}[v]; a.Version != v || got != want {
				t.Errorf("version %d was published as %+v, want the forms %s", v, a, want)
			}
		}
		r, err := d.update(h)
		check(t, err)
		t.Logf("version %d: %+v", v, r)
		if r.Version != v || r.Delta != (v > 1) || r.UpToDate || len(r.Notes) > 0 {
			t.Errorf("version %d: %+v", v, r)
		}
		if v > 1 && r.Received > whole/3 {
			t.Errorf("version %d: %d bytes received for a pack of %d", v, r.Received, whole)
		}
		d.has(v)
		if r, err = d.update(h); err != nil || !r.UpToDate || r.Version != v {
			t.Errorf("again: %+v, %v", r, err)
		}
	}
	back, err := d.store.Rollback("genes")
	if err != nil || back.Version != 3 {
		t.Errorf("back to %+v, %v", back, err)
	}
	d.has(3)
}

// formsFrom returns the forms of the deltas on a version.
func formsFrom(a repository.Added, version int64) string {
	var forms []string
	for _, d := range a.Deltas {
		if d.From == version {
			forms = append(forms, d.Form)
		}
	}
	return strings.Join(forms, " ")
}

// TestWithoutApply updates an app that has no room for package edit: it takes the other delta.
func TestWithoutApply(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2), version(t, 3))
	received := map[bool]int64{}
	for _, with := range []bool{false, true} {
		d := newDevice(h)
		_, err := d.store.Begin(update.Options{Name: "genes", Version: 2, Now: now}).Run(h.fetch)
		check(t, err)
		o := update.Options{Name: "genes", Now: now}
		if with {
			o.Apply = edit.Apply
		}
		r, err := d.store.Begin(o).Run(h.fetch)
		if err != nil || r.Version != 3 || !r.Delta || len(r.Notes) > 0 {
			t.Errorf("with Apply %t: %+v, %v", with, r, err)
		}
		d.has(3)
		received[with] = r.Received
	}
	if received[true] >= received[false] {
		t.Errorf("received %d bytes of changes, %d of the file", received[true], received[false])
	}
}

// TestSigned updates packs that have signatures of their own: they arrive as they are.
func TestSigned(t *testing.T) {
	signed := func(v int) []byte {
		p, err := pack.Sign(version(t, v), key("of the pack"))
		check(t, err)
		return p
	}
	h := newHost(t, signed(2))
	d := newDevice(h)
	_, err := d.update(h)
	check(t, err)
	if a := h.publish(signed(3)); formsFrom(a, 1) != "file" {
		t.Errorf("%+v", a)
	}
	r, err := d.update(h)
	if err != nil || !r.Delta || len(r.Notes) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	got, _, err := d.store.Read("genes")
	check(t, err)
	if !bytes.Equal(got, signed(3)) {
		t.Error("the pack is not as it was signed")
	}
	check(t, pack.Verify(got, public("of the pack")...))
}
