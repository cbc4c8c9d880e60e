package update_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/theupdateframework/go-tuf/v2/metadata"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
)

// TestUpdates brings a device from nothing over several versions, by the whole pack and by deltas, and back.
func TestUpdates(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	whole := int64(len(version(t, 1)))
	for v := int64(1); v <= 4; v++ {
		if v > 1 {
			a := h.publish(version(t, int(v)))
			if a.Version != v || len(a.Deltas) == 0 || a.Deltas[0].From != v-1 {
				t.Errorf("version %d was published as %+v, want a delta on the one before", v, a)
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

// TestAdopt begins with a pack that came with the app: the first update is a delta on it.
func TestAdopt(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2), version(t, 3))
	d := newDevice(h)
	for _, c := range []struct {
		what    string
		name    string
		version int64
		pack    []byte
		want    int64 // in use then; 0: refused
	}{
		{"what is no pack", "genes", 1, version(t, 1)[:100], 0},
		{"no version", "genes", 0, version(t, 1), 0},
		{"no name", "../genes", 1, version(t, 1), 0},
		{"the first", "genes", 1, version(t, 1), 1},
		{"a newer release of the app", "genes", 2, version(t, 2), 2},
		{"an older release of the app", "genes", 1, version(t, 1), 2},
	} {
		p, err := d.store.Adopt(c.name, c.version, c.pack)
		if (err == nil) != (c.want > 0) || p.Version != c.want {
			t.Errorf("%s: %+v, %v, want version %d", c.what, p, err, c.want)
		}
	}
	d.has(2)
	if r, err := d.update(h); err != nil || r.Version != 3 || !r.Delta || r.Received > int64(len(version(t, 1)))/3 {
		t.Errorf("the first update: %+v, %v", r, err)
	}
	if _, err := d.store.Rollback("genes"); err != nil {
		t.Fatal(err)
	}
	if p, err := d.store.Adopt("genes", 3, version(t, 3)); err != nil || p.Version != 2 {
		t.Errorf("a version that was rolled back is adopted: %+v, %v", p, err)
	}
	d.has(2)

	whole := newDevice(h)
	if _, err := whole.store.Adopt("genes", 3, version(t, 3)); err != nil {
		t.Fatal(err)
	}
	if r, err := whole.update(h); err != nil || !r.UpToDate {
		t.Errorf("the newest came with the app: %+v, %v", r, err)
	}
}

// TestOtherForms updates from a repository with deltas of a form that no release has any more: it takes the whole pack.
func TestOtherForms(t *testing.T) {
	h := newHost(t, version(t, 1), version(t, 2))
	alter(h, h.path(".targets.json"), metadata.Targets(), func(s *metadata.TargetsType) {
		for _, form := range []string{"file", "changes"} {
			s.Targets["genes/1-2."+form+".delta"] = s.Targets["genes/1-2.plain.delta"]
		}
		delete(s.Targets, "genes/1-2.plain.delta")
	}, "targets")
	d := newDevice(h)
	_, err := d.store.Begin(update.Options{Name: "genes", Version: 1, Now: now}).Run(h.fetch)
	check(t, err)
	if r, err := d.update(h); err != nil || r.Version != 2 || r.Delta || len(r.Notes) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	d.has(2)
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
	if a := h.publish(signed(3)); a.Version != 2 || len(a.Deltas) > 0 {
		t.Errorf("%+v", a)
	}
	r, err := d.update(h)
	if err != nil || r.Version != 2 || r.Delta || len(r.Notes) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	got, _, err := d.store.Read("genes")
	check(t, err)
	if !bytes.Equal(got, signed(3)) {
		t.Error("the pack is not as it was signed")
	}
	check(t, pack.Verify(got, public("of the pack")...))
}

// TestFailSays names the file that could not be fetched.
func TestFailSays(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	_, err := d.store.Begin(update.Options{Name: "genes", Now: now}).Run(func(w update.Want) ([]byte, error) {
		if strings.HasSuffix(w.Path, "timestamp.json") {
			return nil, errors.New("no route to host")
		}
		return h.fetch(w)
	})
	if err == nil || !strings.Contains(err.Error(), "timestamp.json: no route to host") {
		t.Errorf("%v does not say which file is missing", err)
	}
}
