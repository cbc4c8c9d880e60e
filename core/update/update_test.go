package update_test

import (
	"testing"

	"github.com/normlet/normlet/core/update"
)

// TestUpdates brings a device from nothing over several versions, by the whole pack and by deltas of both forms, and
// back.
func TestUpdates(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	whole := int64(len(version(t, 1)))
	for v := int64(1); v <= 4; v++ {
		if v > 1 {
			a := h.publish(version(t, int(v)))
			form := update.FormPlain // of what was compacted
			if v == 3 {
				form = update.FormFile // of what was applied
			}
			if a.Version != v || len(a.Deltas) == 0 || a.Deltas[0].From != v-1 || v == 2 && a.Deltas[0].Form != form {
				t.Errorf("version %d was published as %+v", v, a)
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
